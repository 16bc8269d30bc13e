import { describe, expect, it } from 'vitest';
import { JOB_KEYS } from '@/lib/jobs/job-items';
import { INITIAL_PREFERENCES, preferencesItem } from '@/lib/settings/preferences';
import {
  createdReports,
  LOST_ANSWER,
  LOST_REQUEST,
  REFUSED,
  RESTART_BROWSER,
  readNewestBatch,
  requestTimes,
  STOP_WORKER,
  scenario,
  USUAL_ANSWER,
} from './scenario-builder';
import type { Simulation } from './simulation';
import { storedText } from './worker-lifetime';

function createdUrls(simulation: Simulation): (string | null)[] {
  return createdReports(simulation).map(({ report }) => report.fullUrl);
}

describe('a batch', () => {
  it('creates each report once, in order, and is counted separately from single reports', async () => {
    const { simulation, queue } = await scenario()
      .createBatch(30)
      .wait(0.5)
      .check(async ({ readShownQueue }) => {
        const { all, batches, singles } = await readShownQueue();
        expect([all.create, singles]).toEqual([0, []]);
        expect(batches).toMatchObject([{ size: 30, sending: 2 }]);
      })
      .run();
    expect(createdUrls(simulation)).toEqual(simulation.person.batchUrls);
    expect(queue.batches).toMatchObject([{ done: 30, needsAttention: 0, queued: 0, sending: 0 }]);
    expect(queue.recent).toEqual([]);
  });

  it('creates each report once despite lost answers and a restart', async () => {
    const builder = scenario({ resultAfter: 3 }).createBatch(120);
    for (let page = 0; page < 120; page += 1) {
      const losesAnswer = page % 10 === 4;
      builder.planOutcome(losesAnswer ? LOST_ANSWER : USUAL_ANSWER);
    }
    const { simulation, queue } = await builder
      .wait(1.5)
      .step({ do: 'restart the browser', afterStorageCalls: 3 })
      .wait(2)
      .step({ do: 'stop the worker', afterStorageCalls: 5 })
      .run();
    expect(createdUrls(simulation).sort()).toEqual([...simulation.person.batchUrls].sort());
    expect(queue.batches).toMatchObject([{ size: 120, done: 120, needsAttention: 0, queued: 0 }]);
  });

  it('creates a report whose request was lost while hundreds of others are created', async () => {
    const builder = scenario().createBatch(300);
    for (let page = 0; page < 20; page += 1) builder.planOutcome(USUAL_ANSWER);
    const { simulation, queue } = await builder.planOutcome(LOST_REQUEST).run();
    expect(createdUrls(simulation).sort()).toEqual([...simulation.person.batchUrls].sort());
    expect(queue.batches).toMatchObject([{ done: 300, needsAttention: 0 }]);
  });

  it('sends a later single creation before the remaining operations of the batch', async () => {
    const { simulation } = await scenario().createBatch(30).wait(0.5).create().run();
    expect(createdUrls(simulation).indexOf('https://one.example/page')).toBeLessThan(10);
  });

  it('sends no further request while it is paused, completes the requests in flight, and resumes', async () => {
    let createdCount = 0;
    const { queue } = await scenario()
      .createBatch(30)
      .wait(1)
      .actOnCreations({ kind: 'pause' })
      .wait(300)
      .check(async (simulation) => {
        createdCount = createdReports(simulation).length;
        expect(createdCount).toBeLessThan(20);
        expect(await readNewestBatch(simulation)).toMatchObject({
          isPaused: true,
          done: createdCount,
          sending: 0,
        });
        expect(simulation.browser.hasAlarm()).toBe(false);
      })
      .step(RESTART_BROWSER)
      .wait(100)
      .check((simulation) => expect(createdReports(simulation)).toHaveLength(createdCount))
      .actOnCreations({ kind: 'resume' })
      .run();
    expect(queue.batches).toMatchObject([{ done: 30, isPaused: false }]);
  });

  it('drops its unsent operations when it is cancelled', async () => {
    const { simulation, queue } = await scenario()
      .createBatch(30)
      .wait(1)
      .actOnCreations({ kind: 'cancel' })
      .run();
    const createdCount = createdReports(simulation).length;
    expect(createdCount).toBeLessThan(20);
    expect(queue.batches).toMatchObject([{ size: 30, done: createdCount, queued: 0, sending: 0 }]);
  });

  it('stays marked as seen after a stop of the worker, until a retry', async () => {
    const expectSeen = (seen: boolean) => async (simulation: Simulation) =>
      expect(await readNewestBatch(simulation)).toMatchObject({ isSeen: seen });
    await scenario()
      .createBatch(3)
      .planOutcome(REFUSED)
      .wait(10)
      .check(expectSeen(false))
      .actOnCreations({ kind: 'markSeen' })
      .wait(1)
      .step(STOP_WORKER)
      .wait(600)
      .check(expectSeen(true))
      .actOnCreations({ kind: 'retry' })
      .wait(10)
      .check(expectSeen(false))
      .run();
  });

  const turnOnNotifications = () =>
    preferencesItem.write({ ...INITIAL_PREFERENCES, notifiesOfDone: true });

  it('notifies once at its end, even after a stopped worker, and again after a retry', async () => {
    const { simulation } = await scenario()
      .check(turnOnNotifications)
      .createBatch(30)
      .planOutcome(REFUSED)
      .planOutcome(LOST_ANSWER)
      .step({ do: 'stop the worker', afterStorageCalls: 30 })
      .wait(600)
      .check(({ notifications }) =>
        expect(notifications).toEqual([{ kind: 'batch', done: 29, failed: 1 }]),
      )
      .actOnCreations({ kind: 'retry' })
      .run();
    expect(simulation.notifications.slice(1)).toEqual([{ kind: 'batch', done: 30, failed: 0 }]);
  });

  it('stays in memory and sends no notification if it is from a private window', async () => {
    let createdCount = 0;
    const { simulation, queue } = await scenario()
      .check(turnOnNotifications)
      .step({ do: 'batch of creations', size: 60, isPrivate: true })
      .wait(2)
      .check(async (simulation) => {
        expect(await readNewestBatch(simulation)).toMatchObject({
          isPrivate: true,
          size: 60,
          sending: 2,
        });
        await simulation.checkDisk();
        createdCount = createdReports(simulation).length;
      })
      .step(RESTART_BROWSER)
      .run();
    expect(createdCount).toBeGreaterThan(5);
    expect(createdReports(simulation).length).toBeLessThanOrEqual(createdCount + 2);
    expect([queue.batches, simulation.notifications]).toEqual([[], []]);
  });

  it('asks once for its password after a restart, and continues with a new password', async () => {
    const { simulation, queue } = await scenario()
      .createBatch(20, { password: 'word' })
      .wait(0.5)
      .step(RESTART_BROWSER)
      .wait(20)
      .check(async (simulation) =>
        expect(await readNewestBatch(simulation)).toMatchObject({
          pauseReason: { code: 'password' },
          needsAttention: 0,
        }),
      )
      .check(({ browser }) => expect(browser.hasAlarm()).toBe(false))
      .actOnCreations({ kind: 'resume', password: 'hush-hush-new' })
      .run();
    expect(createdUrls(simulation)).toHaveLength(20);
    expect(queue.batches).toMatchObject([{ done: 20, pauseReason: null }]);
    expect(createdReports(simulation).at(-1)?.draft?.password).toBe('hush-hush-new');
  });

  it('asks for its password after a restart, before it sends a lost operation again', async () => {
    const { simulation, queue } = await scenario()
      .createBatch(1, { password: 'word' })
      .planOutcome(LOST_REQUEST)
      .wait(0.5)
      .step(RESTART_BROWSER)
      .wait(300)
      .check(async (simulation) =>
        expect(await readNewestBatch(simulation)).toMatchObject({
          pauseReason: { code: 'password' },
          queued: 1,
          needsAttention: 0,
        }),
      )
      .actOnCreations({ kind: 'resume', password: 'hush-hush-new' })
      .run();
    expect(createdReports(simulation).map(({ draft }) => draft?.password)).toEqual([
      'hush-hush-new',
    ]);
    expect(queue.batches).toMatchObject([{ done: 1, pauseReason: null }]);
  });

  it('does not send a lost operation again while it is paused', async () => {
    const { queue } = await scenario()
      .createBatch(1)
      .planOutcome(LOST_REQUEST)
      .wait(0.5)
      .actOnCreations({ kind: 'pause' })
      .wait(300)
      .check((simulation) => expect(requestTimes(simulation, 'create')).toHaveLength(1))
      .actOnCreations({ kind: 'resume' })
      .run();
    expect(queue.batches).toMatchObject([{ done: 1, isPaused: false }]);
  });

  it('waits while the key is refused, and resumes with a new key', async () => {
    const { simulation, queue } = await scenario()
      .createBatch(20)
      .wait(0.5)
      .step({ do: 'the key is refused' })
      .wait(5)
      .check(async (simulation) =>
        expect((await simulation.readShownQueue()).backoff?.failure.code).toBe('keyRefused'),
      )
      .step({ do: 'connect', dropsOpenJobs: false })
      .run();
    expect(createdUrls(simulation).sort()).toEqual([...simulation.person.batchUrls].sort());
    expect(queue.batches).toMatchObject([{ done: 20 }]);
  });

  it('is dropped by Disconnect only after confirmation', async () => {
    const { simulation, queue } = await scenario()
      .createBatch(20)
      .planOutcome({ kind: 'answers', answerAfter: 5 })
      .planOutcome({ kind: 'answers', answerAfter: 5 })
      .wait(1)
      .check(async ({ browser, readConnectionId }) =>
        expect(await browser.callBackground('disconnect', await readConnectionId())).toMatchObject({
          failure: { code: 'openJobs', creations: 20, changes: 0, deletions: 0 },
        }),
      )
      .step({ do: 'disconnect', dropsOpenJobs: true })
      .run();
    expect(createdReports(simulation).length).toBeLessThan(10);
    expect(queue.batches).toEqual([]);
  });

  it('leaves nothing in storage when it is removed', async () => {
    const { queue } = await scenario()
      .createBatch(5, { password: 'word' })
      .wait(20)
      .actOnCreations({ kind: 'remove' })
      .wait(1)
      .check(async () => {
        const stored = (await storedText('local')) + (await storedText('session'));
        for (const name of Object.values(JOB_KEYS)) expect(stored).not.toContain(`/${name}`);
      })
      .run();
    expect(queue.batches).toEqual([]);
  });

  it('needs one creation for each of 300 reports, and at most 18 reads', async () => {
    const { simulation } = await scenario({ resultAfter: 30 }).createBatch(300).run();
    expect(requestTimes(simulation, 'create')).toHaveLength(300);
    expect(
      requestTimes(simulation, 'list').length + requestTimes(simulation, 'get').length,
    ).toBeLessThanOrEqual(18);
  });
});
