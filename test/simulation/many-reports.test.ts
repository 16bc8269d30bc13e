import { describe, expect, it } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { scenario, times } from './scenario-builder';
import type { World } from './simulation';

const REFUSED = { fate: 'says 422' } as const;
const STOP = { do: 'stop the worker', afterStorageCalls: 0 } as const;
const PUBLIC = { privacy: Privacy.Public };

async function newestBatch({ view }: World) {
  return (await view()).batches[0];
}

function goneCount({ service }: World): number {
  return service.rows.filter(({ gone }) => gone !== null).length;
}

describe('updates of many reports', () => {
  it('are sent once each, two at a time, and appear as one batch', async () => {
    const { world, view } = await scenario({ reportsAtStart: 'many' })
      .updateBatch(60, PUBLIC)
      .wait(0.1)
      .check(async ({ view }) => {
        const { all, singles, batches } = await view();
        expect([all.update, singles]).toEqual([0, []]);
        expect(batches).toMatchObject([{ kind: 'update', size: 60, active: 2 }]);
      })
      .run();
    expect(times(world, 'update')).toHaveLength(60);
    expect(view.batches).toMatchObject([{ done: 60, gone: 0, failed: 0, waiting: 0 }]);
    expect(view.recent).toEqual([]);
  });

  it('are sent again after a worker stop only if they were in flight', async () => {
    const { world, view } = await scenario({ reportsAtStart: 'hundreds' })
      .updateBatch(500, PUBLIC)
      .wait(25.1)
      .check(async (world) => expect(await newestBatch(world)).toMatchObject({ active: 2 }))
      .step(STOP)
      .run();
    const sent = times(world, 'update').length;
    expect(sent).toBeGreaterThan(500);
    expect(sent).toBeLessThanOrEqual(502);
    expect(view.batches).toMatchObject([{ size: 500, done: 500 }]);
  });

  it('are sent again only if the answer was lost', async () => {
    const { world, view } = await scenario({ reportsAtStart: 'many', ratedAfter: 3 })
      .updateBatch(5)
      .meets({ fate: 'breaks off', after: 20, work: 0.1 })
      .run();
    expect(times(world, 'update')).toHaveLength(6);
    expect(view.batches).toMatchObject([{ done: 5 }]);
  });

  it('do not prolong a backoff while they are paused', async () => {
    const { world } = await scenario({ ratedAfter: null })
      .updateBatch(2)
      .meets({ fate: 'says 429', retryAfter: null })
      .actOnEdits({ kind: 'pause' })
      .run();
    expect((await world.view()).backoff).toBeNull();
  });

  it('are sent again by a retry after refusals, and count gone reports separately', async () => {
    const { view } = await scenario({ reportsAtStart: 'many' })
      .updateBatch(6, PUBLIC)
      .meets(REFUSED)
      .meets(REFUSED)
      .step({ do: 'somebody deletes', which: 5 })
      .wait(10)
      .check(async (world) =>
        expect(await newestBatch(world)).toMatchObject({ done: 3, gone: 1, failed: 2 }),
      )
      .actOnEdits({ kind: 'retry' })
      .run();
    expect(view.batches).toMatchObject([{ done: 5, gone: 1, failed: 0 }]);
  });

  it('count as open jobs at Disconnect', async () => {
    await scenario({ reportsAtStart: 'many' })
      .updateBatch(40, PUBLIC)
      .removeBatch(7, { from: 50 })
      .wait(0.5)
      .check(async ({ browser }) =>
        expect(await browser.ask('disconnect')).toMatchObject({
          failure: { code: 'openWork', creations: 0, deletions: 7 },
        }),
      )
      .run();
  });
});

describe('deletions of many reports', () => {
  it('can be undone for six seconds, even if the clock was set back before', async () => {
    const { world } = await scenario({ reportsAtStart: 'many' })
      .updateBatch(1, { ...PUBLIC, from: 100 })
      .wait(5)
      .step({ do: 'set the clock', seconds: -86_400 })
      .removeBatch(5)
      .wait(3)
      .actOnEdits({ kind: 'cancel' })
      .run();
    expect(times(world, 'remove')).toEqual([]);
  });

  it('leave the other reports in place if the batch is cancelled during a backoff', async () => {
    const { world, view } = await scenario({ reportsAtStart: 'many' })
      .removeBatch(60)
      .wait(8)
      .step({ do: 'go offline' })
      .wait(60)
      .check(async ({ view }) => expect((await view()).backoff).not.toBeNull())
      .actOnEdits({ kind: 'cancel' })
      .step({ do: 'go online' })
      .run();
    const gone = goneCount(world);
    expect(gone).toBeGreaterThan(5);
    expect(gone).toBeLessThan(30);
    expect(view.batches).toMatchObject([{ done: gone, waiting: 0, active: 0 }]);
  });

  it('are sent six seconds after the press, even if the worker is stopped', async () => {
    let pressedAt = 0;
    const { world, view } = await scenario({ reportsAtStart: 'many' })
      .check(({ time }) => {
        pressedAt = time.elapsed();
      })
      .removeBatch(30)
      .wait(2)
      .step(STOP)
      .run();
    expect(times(world, 'remove')[0]).toBeGreaterThanOrEqual(pressedAt + 6_000);
    expect(times(world, 'remove')[0]).toBeLessThan(pressedAt + 7_000);
    expect(times(world, 'remove')).toHaveLength(30);
    expect(view.batches).toMatchObject([{ done: 30 }]);
  });

  it('cancel waiting updates of their reports', async () => {
    const { world, view } = await scenario({ reportsAtStart: 'many' })
      .removeBatch(3)
      .remove()
      .updateBatch(4, PUBLIC)
      .run();
    expect(goneCount(world)).toBe(3);
    expect(times(world, 'update')).toHaveLength(1);
    expect(view.batches).toMatchObject([
      { kind: 'update', size: 4, done: 1, gone: 0, waiting: 0 },
      { kind: 'delete', done: 3 },
    ]);
    expect(view.recent).toMatchObject([
      { operation: { subject: { kind: 'delete' }, status: { name: 'done' } } },
    ]);
  });

  it('cancel waiting updates of their reports in a paused batch', async () => {
    const { world, view } = await scenario({ reportsAtStart: 'many' })
      .updateBatch(20, PUBLIC)
      .actOnEdits({ kind: 'pause' })
      .wait(10)
      .removeBatch(10)
      .wait(60)
      .actOnEdits({ kind: 'resume' }, { which: 1 })
      .run();
    expect(goneCount(world)).toBe(10);
    // Nothing had been sent before the pause, so ten operations remain queued.
    expect(view.batches).toMatchObject([
      { kind: 'delete', done: 10 },
      { kind: 'update', done: 10, waiting: 0 },
    ]);
    expect(times(world, 'update')).toHaveLength(10);
  });
});

it('finished batches of updates do not push a batch of creations off the list', async () => {
  const builder = scenario({ reportsAtStart: 'many' }).createBatch(2).wait(20);
  for (let press = 0; press < 12; press += 1) builder.updateBatch(1, PUBLIC).wait(5);
  const { view } = await builder.run();
  expect(view.batches.map(({ kind }) => kind)).toEqual([...Array(5).fill('update'), 'create']);
});
