import { describe, expect, it } from 'vitest';
import { storedEvidence } from './past-results';
import type { AccountCall, NewKey } from './scenario';
import { scenario } from './scenario-builder';
import type { World } from './simulation';

const EVERY_CALL: AccountCall[] = [
  'answers',
  'says 401',
  'says 403',
  'says 404',
  'gets no answer',
  'says 429',
  'says 500',
];

const enterKey = (key: Partial<NewKey>) =>
  [
    { do: 'connect', dropsOpenWork: false, ...key },
    { do: 'wait', seconds: 5 },
  ] as const;

async function storedResults(): Promise<Record<string, string[]>> {
  const evidence = await storedEvidence();
  return Object.fromEntries(
    evidence.map(({ connectionId, results }) => [
      connectionId,
      [...results.keys()].map((result) => result.split(' ')[0] ?? ''),
    ]),
  );
}

/** The pages with results of the person's own account. */
const OWN = ['one.example/page', 'other.example/0'];
/** The pages with results of the other account. */
const OTHER = ['other-account.example/first', 'other-account.example/0'];

async function expectConnection(world: World, connectionId: string): Promise<void> {
  expect(await world.connectionId()).toBe(connectionId);
}

describe('a history keeps its past results', () => {
  it('when another client deletes a report that a person then updates', async () => {
    await scenario()
      .wait(5)
      .step({ do: 'somebody deletes', which: 0 })
      .change({ privacy: 0 })
      .wait(5)
      .run();
    expect(Object.values(await storedResults())).toEqual([OWN]);
  });

  it.each<[when: string, secondsUntilUndo: number]>([
    ['during its request', 6.5],
    ['before it is sent again', 8],
  ])('when a deletion succeeds although a person has undone it %s', async (_, secondsUntilUndo) => {
    const { world } = await scenario()
      .wait(5)
      .remove()
      .loseAnswer()
      .wait(secondsUntilUndo)
      .cancel()
      .run();
    expect(world.person.requested[0]?.cancelAttempts).toMatchObject([{ answer: true }]);
    expect(world.service.exists('8')).toBe(false);
    expect(await storedResults()).toEqual({ 'id-1': OWN });
  });

  it.each(EVERY_CALL)('if the account call with a new key %s', async (accountCall) => {
    const { world } = await scenario()
      .step(...enterKey({ accountCall }))
      .run();
    await expectConnection(world, 'id-1');
    expect(await storedResults()).toEqual({ 'id-1': OWN });
  });

  it.each(EVERY_CALL)(
    'if the account call with a key of another account %s',
    async (accountCall) => {
      const { world } = await scenario()
        .step(...enterKey({ owner: 'other', accountCall }))
        .step(...enterKey({ owner: 'own' }))
        .run();
      await expectConnection(world, 'id-1');
      const isUnanswered = ['gets no answer', 'says 429', 'says 500'].includes(accountCall);
      const others = isUnanswered ? {} : { 'id-2': OTHER };
      expect(await storedResults()).toEqual({ 'id-1': OWN, ...others });
    },
  );

  it('if a person says that the key of another account is of the same account', async () => {
    await scenario()
      .step(...enterKey({ owner: 'other', accountCall: 'says 403', isConfused: true }))
      .step(...enterKey({ owner: 'own' }))
      .run();
    const [all] = Object.values(await storedResults());
    expect(all?.toSorted()).toEqual([...OWN, ...OTHER].toSorted());
  });

  it.each(EVERY_CALL)('if the settings are lost and the account call %s', async (accountCall) => {
    const { world } = await scenario()
      .wait(5)
      .step({ do: 'lose the settings', dropsOpenWork: false, accountCall })
      .wait(5)
      .run();
    await expectConnection(world, 'id-1');
    expect(await storedResults()).toEqual({ 'id-1': OWN });
  });

  it.each([-3600, 3600])('if the clock is set by %s seconds before an update', async (seconds) => {
    await scenario()
      .wait(5)
      .step({ do: 'set the clock', seconds })
      .wait(5)
      .change({ results: 1 })
      .wait(5)
      .run();
    const [all] = Object.values(await storedResults());
    expect(all?.toSorted()).toEqual([...OWN, 'other.example/0']);
  });
});
