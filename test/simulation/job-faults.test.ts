import { describe, expect, it } from 'vitest';
import { INITIAL_PREFERENCES, preferencesItem } from '@/lib/settings/preferences';
import type { Fault } from './browser';
import { openPage, readToTheEnd } from './open-page';
import { SLOW, scenario, times, UNTIL_LIST_EXPIRES } from './scenario-builder';
import type { World } from './simulation';
import type { RequestedPage } from './worker';
import { written } from './worker-lifetime';

const CUT = { fate: 'breaks off', after: 0.1, work: null } as const;
const REFUSED = { fate: 'says 422' } as const;
const unconfirmed = { isConfirmed: false } as const;
const storedFlags = ({ person }: World) => person.requested.map(({ isStored }) => isStored);

describe('a backoff after a failed read', () => {
  const builder = () => scenario().lists({ fate: 'says 429', retryAfter: 600 });
  const expectBackoff = (code: string | null) => async (world: World) =>
    expect((await world.view()).backoff?.failure.code ?? null).toBe(code);

  it('ends with a successful read before the time that the service has named', async () => {
    await builder()
      .step({ do: 'refresh' })
      .wait(2)
      .check(expectBackoff('tooManyRequests'))
      .step({ do: 'refresh' })
      .wait(2)
      .check(expectBackoff(null))
      .run();
  });

  it('ends at its time if nothing is queued', async () => {
    await builder()
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
    let isStuck = false;
    const fault: Fault = {
      ignores({ area, verb }) {
        if (isStuck && area === 'local' && verb === 'remove') throw new Error('I/O error');
        return false;
      },
    };
    const { world } = await scenario({}, { fault })
      .step({ do: 'go offline' })
      .create()
      .wait(1)
      .check(() => {
        isStuck = true;
      })
      .cancel()
      .wait(1)
      .step({ do: 'restart the browser', afterStorageCalls: 0 })
      .wait(1)
      .check(() => {
        isStuck = false;
      })
      .step({ do: 'go online' })
      .run();
    expect(world.person.requested[0]?.cancelAttempts).toMatchObject([{ answer: true }]);
    expect(times(world, 'create')).toEqual([]);
  });

  it('stays queued if storage refuses the cancellation', async () => {
    let isFull = false;
    const fault: Fault = {
      ignores(call) {
        const isCancellation = JSON.stringify(written(call)).includes('"cancelled"');
        if (isFull && call.area === 'local' && isCancellation) throw new Error('The disk is full');
        return false;
      },
    };
    const { world } = await scenario({}, { fault })
      .step({ do: 'go offline' })
      .create()
      .wait(1)
      .check(() => {
        isFull = true;
      })
      .cancel()
      .wait(1)
      .check(async ({ view }) => {
        expect((await view()).singles).toHaveLength(1);
        isFull = false;
      })
      .step({ do: 'go online' })
      .run();
    expect(world.person.requested[0]?.cancelAttempts).toMatchObject([{ answer: null }]);
    expect(times(world, 'create')).toHaveLength(1);
  });
});

it('a batch with operations that need attention stays in the list, despite newer batches', async () => {
  const builder = scenario({ reportsAtStart: 'many' })
    .updateBatch(1, { privacy: 0 })
    .meets(REFUSED)
    .wait(5);
  for (let press = 0; press < 7; press += 1) {
    builder.updateBatch(1, { privacy: 0, from: press + 1 }).wait(5);
  }
  const { view } = await builder.run();
  expect(view.batches.at(-1)).toMatchObject({ id: 'many-1', failed: 1 });
  expect(view.batches).toHaveLength(6);
});

it('no notification names a report of a private window, even if its result arrives late', async () => {
  const { world } = await scenario({ ratedAfter: 30 })
    .check(() => preferencesItem.write({ ...INITIAL_PREFERENCES, notifiesOfDone: true }))
    .create({ isPrivate: true })
    .wait(60)
    .step({ do: 'refresh' })
    .wait(600)
    .run();
  expect(world.notified).toEqual([]);
});

it('a batch that is paused while its baseline is read sends nothing', async () => {
  await scenario()
    .lists(SLOW)
    .wait(UNTIL_LIST_EXPIRES)
    .createBatch(5)
    .wait(1)
    .actOnCreations({ kind: 'pause' })
    .wait(300)
    .check((world) => expect(times(world, 'create')).toEqual([]))
    .actOnCreations({ kind: 'resume' })
    .run();
});

it('a repeated creation needs confirmation after a creation that was done late', async () => {
  const { world } = await scenario({ reportsAtStart: 'none' })
    .step({ do: 'go offline' })
    .create(unconfirmed)
    .wait(700)
    .step({ do: 'go online' })
    .wait(20)
    .create(unconfirmed)
    .run();
  expect(storedFlags(world)).toEqual([true, false]);
});

it.each<[what: string, change: (builder: ReturnType<typeof scenario>) => unknown]>([
  ['an Undo', (builder) => builder.remove().wait(1).cancel().wait(8)],
  ['a refused deletion', (builder) => builder.remove().meets({ fate: 'says 422' }).wait(10)],
  [
    'a report of another client',
    (builder) => builder.step({ do: 'somebody reports', url: 5, privacy: 1 }).wait(1),
  ],
])('after %s, each further page of a list is read once', async (_, change) => {
  let page: Awaited<ReturnType<typeof openPage>> | undefined;
  const builder = scenario({ reportsAtStart: 'hundreds' })
    .check(async (world) => {
      page = await openPage(world);
    })
    .wait(1);
  change(builder);
  const { world } = await builder
    .check((world) => {
      if (page) void readToTheEnd(page, world);
    })
    .wait(30)
    .run();
  const pages = world.browser.sent
    .filter(({ verb, what }) => verb === 'list' && (what as RequestedPage).page > 1)
    .map(({ what }) => (what as RequestedPage).page);
  expect(pages).toEqual([2, 3, 4, 5, 6].slice(0, pages.length));
  expect(pages.length).toBeGreaterThanOrEqual(5);
});

it('a failed read of an extension page does not count as the failure of a probe in flight', async () => {
  await scenario()
    .change({ privacy: 0 })
    .meets({ fate: 'says 502', after: 0.1, work: null })
    .meets({ fate: 'answers', after: 30 })
    .lists(CUT)
    .wait(10)
    .step({ do: 'refresh' })
    .wait(2)
    .check(async ({ view }) => expect((await view()).backoff).toMatchObject({ count: 1 }))
    .run();
});
