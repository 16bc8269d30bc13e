import { describe, expect, it } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import {
  LOST_ANSWER,
  REFUSED,
  readNewestBatch,
  requestTimes,
  STOP_WORKER,
  scenario,
} from './scenario-builder';
import type { Simulation } from './simulation';

const PUBLIC = { privacy: Privacy.Public };

function goneCount({ service }: Simulation): number {
  return service.rows.filter(({ gone }) => gone !== null).length;
}

describe('updates of many reports', () => {
  it('are sent once each, two at a time, and appear as one batch', async () => {
    const { simulation, queue } = await scenario({ reportsAtStart: 'many' })
      .updateBatch(60, PUBLIC)
      .wait(0.1)
      .check(async ({ readShownQueue }) => {
        const { all, singles, batches } = await readShownQueue();
        expect([all.update, singles]).toEqual([0, []]);
        expect(batches).toMatchObject([{ kind: 'update', size: 60, sending: 2 }]);
      })
      .run();
    expect(requestTimes(simulation, 'update')).toHaveLength(60);
    expect(queue.batches).toMatchObject([{ done: 60, gone: 0, needsAttention: 0, queued: 0 }]);
    expect(queue.recent).toEqual([]);
  });

  it('are sent again after a worker stop only if they were in flight', async () => {
    const { simulation, queue } = await scenario({ reportsAtStart: 'hundreds' })
      .updateBatch(500, PUBLIC)
      .wait(25.1)
      .check(async (simulation) =>
        expect(await readNewestBatch(simulation)).toMatchObject({ sending: 2 }),
      )
      .step(STOP_WORKER)
      .run();
    const sent = requestTimes(simulation, 'update').length;
    expect(sent).toBeGreaterThan(500);
    expect(sent).toBeLessThanOrEqual(502);
    expect(queue.batches).toMatchObject([{ size: 500, done: 500 }]);
  });

  it('are sent again only if the answer was lost', async () => {
    const { simulation, queue } = await scenario({ reportsAtStart: 'many', resultAfter: 3 })
      .updateBatch(5)
      .planOutcome({ ...LOST_ANSWER, answerAfter: 20 })
      .run();
    expect(requestTimes(simulation, 'update')).toHaveLength(6);
    expect(queue.batches).toMatchObject([{ done: 5 }]);
  });

  it('do not prolong a backoff while they are paused', async () => {
    const { simulation } = await scenario({ resultAfter: null })
      .updateBatch(2)
      .planOutcome({ kind: 'says 429', retryAfter: null })
      .actOnEdits({ kind: 'pause' })
      .run();
    expect((await simulation.readShownQueue()).backoff).toBeNull();
  });

  it('are sent again by a retry after refusals, and count gone reports separately', async () => {
    const { queue } = await scenario({ reportsAtStart: 'many' })
      .updateBatch(6, PUBLIC)
      .planOutcome(REFUSED)
      .planOutcome(REFUSED)
      .step({ do: 'somebody deletes', index: 5 })
      .wait(10)
      .check(async (simulation) =>
        expect(await readNewestBatch(simulation)).toMatchObject({
          done: 3,
          gone: 1,
          needsAttention: 2,
        }),
      )
      .actOnEdits({ kind: 'retry' })
      .run();
    expect(queue.batches).toMatchObject([{ done: 5, gone: 1, needsAttention: 0 }]);
  });

  it('count as open jobs at Disconnect', async () => {
    await scenario({ reportsAtStart: 'many' })
      .updateBatch(40, PUBLIC)
      .removeBatch(7, { from: 50 })
      .wait(0.5)
      .check(async ({ browser, readConnectionId }) =>
        expect(await browser.callBackground('disconnect', await readConnectionId())).toMatchObject({
          failure: { code: 'openJobs', creations: 0, deletions: 7 },
        }),
      )
      .run();
  });
});

describe('deletions of many reports', () => {
  it('can be undone after three seconds, even if the clock was set back before', async () => {
    const { simulation } = await scenario({ reportsAtStart: 'many' })
      .updateBatch(1, { ...PUBLIC, from: 100 })
      .wait(5)
      .step({ do: 'set the clock', seconds: -86_400 })
      .removeBatch(5)
      .wait(3)
      .actOnEdits({ kind: 'cancel' })
      .run();
    expect(requestTimes(simulation, 'remove')).toEqual([]);
  });

  it('leave the other reports in place if the batch is cancelled during a backoff', async () => {
    const { simulation, queue } = await scenario({ reportsAtStart: 'many' })
      .removeBatch(60)
      .wait(8)
      .step({ do: 'go offline' })
      .wait(60)
      .check(async ({ readShownQueue }) => expect((await readShownQueue()).backoff).not.toBeNull())
      .actOnEdits({ kind: 'cancel' })
      .step({ do: 'go online' })
      .run();
    const gone = goneCount(simulation);
    expect(gone).toBeGreaterThan(5);
    expect(gone).toBeLessThan(30);
    expect(queue.batches).toMatchObject([{ done: gone, queued: 0, sending: 0 }]);
  });

  it('are sent six seconds after the press, even if the worker is stopped', async () => {
    let pressedAt = 0;
    const { simulation, queue } = await scenario({ reportsAtStart: 'many' })
      .check(({ time }) => {
        pressedAt = time.elapsed();
      })
      .removeBatch(30)
      .wait(2)
      .step(STOP_WORKER)
      .run();
    expect(requestTimes(simulation, 'remove')[0]).toBeGreaterThanOrEqual(pressedAt + 6_000);
    expect(requestTimes(simulation, 'remove')[0]).toBeLessThan(pressedAt + 7_000);
    expect(requestTimes(simulation, 'remove')).toHaveLength(30);
    expect(queue.batches).toMatchObject([{ done: 30 }]);
  });

  it('cancel waiting updates of their reports', async () => {
    const { simulation, queue } = await scenario({ reportsAtStart: 'many' })
      .removeBatch(3)
      .remove()
      .updateBatch(4, PUBLIC)
      .run();
    expect(goneCount(simulation)).toBe(3);
    expect(requestTimes(simulation, 'update')).toHaveLength(1);
    expect(queue.batches).toMatchObject([
      { kind: 'update', size: 4, done: 1, gone: 0, queued: 0 },
      { kind: 'delete', done: 3 },
    ]);
    expect(queue.recent).toMatchObject([
      { operation: { subject: { kind: 'delete' }, status: { name: 'done' } } },
    ]);
  });

  it('cancel waiting updates of their reports in a paused batch', async () => {
    const { simulation, queue } = await scenario({ reportsAtStart: 'many' })
      .updateBatch(20, PUBLIC)
      .actOnEdits({ kind: 'pause' })
      .wait(10)
      .removeBatch(10)
      .wait(60)
      .actOnEdits({ kind: 'resume' }, { index: 1 })
      .run();
    expect(goneCount(simulation)).toBe(10);
    // The batch is paused before its first request, and ten of its reports are deleted.
    expect(queue.batches).toMatchObject([
      { kind: 'delete', done: 10 },
      { kind: 'update', done: 10, queued: 0 },
    ]);
    expect(requestTimes(simulation, 'update')).toHaveLength(10);
  });
});

it('finished batches of updates do not push a batch of creations off the list', async () => {
  const builder = scenario({ reportsAtStart: 'many' }).createBatch(2).wait(20);
  for (let press = 0; press < 12; press += 1) builder.updateBatch(1, PUBLIC).wait(5);
  const { queue } = await builder.run();
  // Pages list five finished batches of edits, and ten of creations.
  expect(queue.batches.map(({ kind }) => kind)).toEqual([...Array(5).fill('update'), 'create']);
});
