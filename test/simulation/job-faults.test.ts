import { describe, expect, it } from 'vitest';
import { INITIAL_PREFERENCES, preferencesItem } from '@/lib/settings/preferences';
import type { StorageFault } from './browser';
import { type OpenPage, openPage, showAllPages } from './open-page';
import {
  LOST_REQUEST,
  REFUSED,
  RESTART_BROWSER,
  requestedLists,
  requestTimes,
  type ScenarioBuilder,
  SECONDS_UNTIL_LIST_EXPIRES,
  SLOW_ANSWER,
  scenario,
} from './scenario-builder';
import type { Simulation } from './simulation';
import { writtenValues } from './worker-lifetime';

const UNCONFIRMED = { isConfirmed: false } as const;
const storedFlags = ({ person }: Simulation) => person.requested.map(({ isStored }) => isStored);

describe('a backoff after a failed read', () => {
  const refusedListBuilder = () =>
    scenario().planListOutcomes({ kind: 'says 429', retryAfter: 600 });
  const expectBackoff = (code: string | null) => async (simulation: Simulation) =>
    expect((await simulation.readShownQueue()).backoff?.failure.code ?? null).toBe(code);

  it('ends with a successful read before the time that the service has named', async () => {
    await refusedListBuilder()
      .step({ do: 'refresh' })
      .wait(2)
      .check(expectBackoff('tooManyRequests'))
      .step({ do: 'refresh' })
      .wait(2)
      .check(expectBackoff(null))
      .run();
  });

  it('ends at its time if nothing is queued', async () => {
    await refusedListBuilder()
      .step({ do: 'refresh' })
      .wait(590)
      .check(expectBackoff('tooManyRequests'))
      .wait(20)
      .check(expectBackoff(null))
      .run();
  });
});

describe('a cancelled creation', () => {
  it('is not sent after a restart of the browser, even if storage refused its removal', async () => {
    let refusesRemovals = false;
    const fault: StorageFault = {
      ignores({ area, verb }) {
        if (refusesRemovals && area === 'local' && verb === 'remove') throw new Error('I/O error');
        return false;
      },
    };
    const { simulation } = await scenario({}, { fault })
      .step({ do: 'go offline' })
      .create()
      .wait(1)
      .check(() => {
        refusesRemovals = true;
      })
      .cancel()
      .wait(1)
      .step(RESTART_BROWSER)
      .wait(1)
      .check(() => {
        refusesRemovals = false;
      })
      .step({ do: 'go online' })
      .run();
    expect(simulation.person.requested[0]?.cancelAttempts).toMatchObject([{ hadEffect: true }]);
    expect(requestTimes(simulation, 'create')).toEqual([]);
  });

  it('stays queued if storage refuses the cancellation', async () => {
    let isDiskFull = false;
    const fault: StorageFault = {
      ignores(call) {
        const isCancellation = JSON.stringify(writtenValues(call)).includes('"cancelled"');
        if (isDiskFull && call.area === 'local' && isCancellation) {
          throw new Error('The disk is full');
        }
        return false;
      },
    };
    const { simulation } = await scenario({}, { fault })
      .step({ do: 'go offline' })
      .create()
      .wait(1)
      .check(() => {
        isDiskFull = true;
      })
      .cancel()
      .wait(1)
      .check(async ({ readShownQueue }) => {
        expect((await readShownQueue()).singles).toHaveLength(1);
        isDiskFull = false;
      })
      .step({ do: 'go online' })
      .run();
    expect(simulation.person.requested[0]?.cancelAttempts).toMatchObject([{ hadEffect: null }]);
    expect(requestTimes(simulation, 'create')).toHaveLength(1);
  });
});

it('a batch with operations that need attention stays in the list, despite newer batches', async () => {
  const builder = scenario({ reportsAtStart: 'many' })
    .updateBatch(1, { privacy: 0 })
    .planOutcome(REFUSED)
    .wait(5);
  for (let press = 0; press < 7; press += 1) {
    builder.updateBatch(1, { privacy: 0, from: press + 1 }).wait(5);
  }
  const { queue } = await builder.run();
  expect(queue.batches.at(-1)).toMatchObject({ id: 'edits-1', needsAttention: 1 });
  // Pages list five finished batches of edits, and all batches that need attention.
  expect(queue.batches).toHaveLength(5 + 1);
});

it('a report of a private window causes no notification, even if its result arrives late', async () => {
  const { simulation } = await scenario({ resultAfter: 30 })
    .check(() => preferencesItem.write({ ...INITIAL_PREFERENCES, notifiesOfDone: true }))
    .create({ isPrivate: true })
    .wait(60)
    .step({ do: 'refresh' })
    .wait(600)
    .run();
  expect(simulation.notifications).toEqual([]);
});

it('a batch that is paused while its baseline is read sends nothing', async () => {
  await scenario()
    .planListOutcomes(SLOW_ANSWER)
    .wait(SECONDS_UNTIL_LIST_EXPIRES)
    .createBatch(5)
    .wait(1)
    .actOnCreations({ kind: 'pause' })
    .wait(300)
    .check((simulation) => expect(requestTimes(simulation, 'create')).toEqual([]))
    .actOnCreations({ kind: 'resume' })
    .run();
});

it('a repeated creation needs confirmation if the first creation was sent late', async () => {
  const { simulation } = await scenario({ reportsAtStart: 'none' })
    .step({ do: 'go offline' })
    .create(UNCONFIRMED)
    .wait(700)
    .step({ do: 'go online' })
    .wait(20)
    .create(UNCONFIRMED)
    .run();
  expect(storedFlags(simulation)).toEqual([true, false]);
});

it.each<[event: string, addSteps: (builder: ScenarioBuilder) => ScenarioBuilder]>([
  ['an Undo', (builder) => builder.remove().wait(1).cancel().wait(8)],
  ['a refused deletion', (builder) => builder.remove().planOutcome(REFUSED).wait(10)],
  [
    'a report of another person',
    (builder) => builder.step({ do: 'somebody reports', page: 5, privacy: 1 }).wait(1),
  ],
])('after %s, each further page of a list is read once', async (_, addSteps) => {
  let page: OpenPage | undefined;
  const builder = scenario({ reportsAtStart: 'hundreds' })
    .check(async (simulation) => {
      page = await openPage(simulation);
    })
    .wait(1);
  const { simulation } = await addSteps(builder)
    .check((simulation) => {
      if (page) void showAllPages(page, simulation);
    })
    .wait(30)
    .run();
  const pages = requestedLists(simulation).flatMap(({ page }) => (page > 1 ? [page] : []));
  expect(pages).toEqual([2, 3, 4, 5, 6].slice(0, pages.length));
  expect(pages.length).toBeGreaterThanOrEqual(5);
});

it('a failed read by an extension page does not count as the failure of a probe in flight', async () => {
  await scenario()
    .change({ privacy: 0 })
    .planOutcome({ kind: 'says 502', answerAfter: 0.1, executedAfter: null })
    .planOutcome({ kind: 'answers', answerAfter: 30 })
    .planListOutcomes({ ...LOST_REQUEST, answerAfter: 0.1 })
    .wait(10)
    .step({ do: 'refresh' })
    .wait(2)
    .check(async ({ readShownQueue }) =>
      expect((await readShownQueue()).backoff).toMatchObject({ count: 1 }),
    )
    .run();
});
