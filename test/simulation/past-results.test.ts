import { describe, expect, it } from 'vitest';
import { readHistories } from './past-results';
import type { AccountCall, NewKey, Step } from './scenario';
import { scenario } from './scenario-builder';
import type { Simulation } from './simulation';

const ACCOUNT_CALLS: AccountCall[] = [
  'answers',
  'says 401',
  'says 403',
  'says 404',
  'gets no answer',
  'says 429',
  'says 500',
];

function stepsWithKey(key: Partial<NewKey>): Step[] {
  return [
    { do: 'connect', dropsOpenJobs: false, ...key },
    { do: 'wait', seconds: 5 },
  ];
}

/** Returns the pages of all stored results, by connection id. */
async function pagesWithResults(): Promise<Record<string, string[]>> {
  const histories = await readHistories();
  return Object.fromEntries(
    histories.map(({ connectionId, results }) => [
      connectionId,
      [...results.values()].map(({ page }) => page),
    ]),
  );
}

const MAIN_ACCOUNT_PAGES = ['one.example/page', 'other.example/0'];
const OTHER_ACCOUNT_PAGES = ['other-account.example/first', 'other-account.example/0'];

async function expectConnection(simulation: Simulation, connectionId: string): Promise<void> {
  expect(await simulation.readConnectionId()).toBe(connectionId);
}

describe('a history keeps its past results', () => {
  it('when another person deletes a report before an update of the report', async () => {
    await scenario()
      .wait(5)
      .step({ do: 'somebody deletes', index: 0 })
      .change({ privacy: 0 })
      .wait(5)
      .run();
    expect(Object.values(await pagesWithResults())).toEqual([MAIN_ACCOUNT_PAGES]);
  });

  it.each<[when: string, secondsUntilUndo: number]>([
    ['during its request', 6.5],
    ['before it is sent again', 8],
  ])('when a deletion succeeds although it was undone %s', async (_, secondsUntilUndo) => {
    const { simulation } = await scenario()
      .wait(5)
      .remove()
      .loseAnswer()
      .wait(secondsUntilUndo)
      .cancel()
      .run();
    expect(simulation.person.requested[0]?.cancelAttempts).toMatchObject([{ hadEffect: true }]);
    expect(simulation.service.exists('8')).toBe(false);
    expect(await pagesWithResults()).toEqual({ 'id-1': MAIN_ACCOUNT_PAGES });
  });

  it.each(ACCOUNT_CALLS)('if the account call with a new key %s', async (accountCall) => {
    const { simulation } = await scenario()
      .step(...stepsWithKey({ accountCall }))
      .run();
    await expectConnection(simulation, 'id-1');
    expect(await pagesWithResults()).toEqual({ 'id-1': MAIN_ACCOUNT_PAGES });
  });

  it.each(ACCOUNT_CALLS)(
    'if the account call with a key of another account %s',
    async (accountCall) => {
      const { simulation } = await scenario()
        .step(...stepsWithKey({ account: 'other', accountCall }))
        .step(...stepsWithKey({ account: 'main' }))
        .run();
      await expectConnection(simulation, 'id-1');
      const preventsConnection = ['gets no answer', 'says 429', 'says 500'].includes(accountCall);
      expect(await pagesWithResults()).toEqual({
        'id-1': MAIN_ACCOUNT_PAGES,
        ...(!preventsConnection && { 'id-2': OTHER_ACCOUNT_PAGES }),
      });
    },
  );

  it('if a person wrongly answers Same account for the key of another account', async () => {
    await scenario()
      .step(...stepsWithKey({ account: 'other', accountCall: 'says 403', confusesAccounts: true }))
      .step(...stepsWithKey({ account: 'main' }))
      .run();
    const [pages] = Object.values(await pagesWithResults());
    expect(pages?.toSorted()).toEqual([...MAIN_ACCOUNT_PAGES, ...OTHER_ACCOUNT_PAGES].toSorted());
  });

  it.each(ACCOUNT_CALLS)(
    'if the settings are lost and the account call %s',
    async (accountCall) => {
      const { simulation } = await scenario()
        .wait(5)
        .step({ do: 'lose the settings', dropsOpenJobs: false, accountCall })
        .wait(5)
        .run();
      await expectConnection(simulation, 'id-1');
      expect(await pagesWithResults()).toEqual({ 'id-1': MAIN_ACCOUNT_PAGES });
    },
  );

  it.each([-3600, 3600])('if the clock is set by %s seconds before an update', async (seconds) => {
    await scenario()
      .wait(5)
      .step({ do: 'set the clock', seconds })
      .wait(5)
      .change({ results: 1 })
      .wait(5)
      .run();
    const [pages] = Object.values(await pagesWithResults());
    expect(pages?.toSorted()).toEqual([...MAIN_ACCOUNT_PAGES, 'other.example/0']);
  });
});
