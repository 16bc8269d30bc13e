import { describe, expect, it } from 'vitest';
import { JOB_KEYS } from '@/lib/jobs/job-items';
import { INITIAL_PREFERENCES, preferencesItem } from '@/lib/settings/preferences';
import { ownReports, scenario, times } from './scenario-builder';
import type { World } from './simulation';
import { storedText } from './worker-lifetime';

const BREAKS = { fate: 'breaks off', after: 1, work: 0.1 } as const;
const REFUSED = { fate: 'says 422' } as const;
const ANSWERS = { fate: 'answers', after: 0.2 } as const;

async function onlyBatch({ view }: World) {
  return (await view()).batches[0];
}

function ownUrls(world: World): (string | null)[] {
  return ownReports(world).map(({ report }) => report.fullUrl);
}

describe('a batch', () => {
  it('creates each report once, in order, and is counted separately from single reports', async () => {
    const { world, view } = await scenario()
      .createBatch(30)
      .wait(0.5)
      .check(async ({ view }) => {
        const { all, batches, singles } = await view();
        expect([all.create, singles]).toEqual([0, []]);
        expect(batches).toMatchObject([{ size: 30, active: 2 }]);
      })
      .run();
    expect(ownUrls(world)).toEqual(world.person.batch);
    expect(view.batches).toMatchObject([{ done: 30, failed: 0, waiting: 0, active: 0 }]);
    expect(view.recent).toEqual([]);
  });

  it('creates each report once despite lost answers and a restart', async () => {
    const builder = scenario({ ratedAfter: 3 }).createBatch(120);
    for (let page = 0; page < 120; page += 1) builder.meets(page % 10 === 4 ? BREAKS : ANSWERS);
    const { world, view } = await builder
      .wait(1.5)
      .step({ do: 'restart the browser', afterStorageCalls: 3 })
      .wait(2)
      .step({ do: 'stop the worker', afterStorageCalls: 5 })
      .run();
    expect(ownUrls(world).sort()).toEqual([...world.person.batch].sort());
    expect(view.batches).toMatchObject([{ size: 120, done: 120, failed: 0, waiting: 0 }]);
  });

  it('creates a report whose request was lost while hundreds of others are created', async () => {
    const builder = scenario().createBatch(300);
    for (let page = 0; page < 20; page += 1) builder.meets(ANSWERS);
    const { world, view } = await builder.meets({ ...BREAKS, work: null }).run();
    expect(ownUrls(world).sort()).toEqual([...world.person.batch].sort());
    expect(view.batches).toMatchObject([{ done: 300, failed: 0 }]);
  });

  it('sends the rest of its operations after a later single report', async () => {
    const { world } = await scenario().createBatch(30).wait(0.5).create().run();
    expect(ownUrls(world).indexOf('https://one.example/page')).toBeLessThan(10);
  });

  it('sends nothing new while paused, finishes what is in flight, and resumes', async () => {
    let createdCount = 0;
    const { view } = await scenario()
      .createBatch(30)
      .wait(1)
      .actOnCreations({ kind: 'pause' })
      .wait(300)
      .check(async (world) => {
        createdCount = ownReports(world).length;
        expect(createdCount).toBeLessThan(20);
        expect(await onlyBatch(world)).toMatchObject({
          isPaused: true,
          done: createdCount,
          active: 0,
        });
        expect(world.browser.hasAlarm()).toBe(false);
      })
      .step({ do: 'restart the browser', afterStorageCalls: 0 })
      .wait(100)
      .check((world) => expect(ownReports(world)).toHaveLength(createdCount))
      .actOnCreations({ kind: 'resume' })
      .run();
    expect(view.batches).toMatchObject([{ done: 30, isPaused: false }]);
  });

  it('drops its unsent operations when it is cancelled', async () => {
    const { world, view } = await scenario()
      .createBatch(30)
      .wait(1)
      .actOnCreations({ kind: 'cancel' })
      .run();
    const createdCount = ownReports(world).length;
    expect(createdCount).toBeLessThan(20);
    expect(view.batches).toMatchObject([{ size: 30, done: createdCount, waiting: 0, active: 0 }]);
  });

  it('counts as seen from markSeen until a retry', async () => {
    const expectSeen = (seen: boolean) => async (world: World) =>
      expect(await onlyBatch(world)).toMatchObject({ isSeen: seen });
    await scenario()
      .createBatch(3)
      .meets(REFUSED)
      .wait(10)
      .check(expectSeen(false))
      .actOnCreations({ kind: 'markSeen' })
      .wait(1)
      .step({ do: 'stop the worker', afterStorageCalls: 0 })
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
    const { world } = await scenario()
      .check(turnOnNotifications)
      .createBatch(30)
      .meets(REFUSED)
      .meets(BREAKS)
      .step({ do: 'stop the worker', afterStorageCalls: 30 })
      .wait(600)
      .check(({ notified }) => expect(notified).toEqual([{ kind: 'batch', done: 29, failed: 1 }]))
      .actOnCreations({ kind: 'retry' })
      .run();
    expect(world.notified.slice(1)).toEqual([{ kind: 'batch', done: 30, failed: 0 }]);
  });

  it('stays in memory and sends no notification if it is from a private window', async () => {
    let createdCount = 0;
    const { world, view } = await scenario()
      .check(turnOnNotifications)
      .step({ do: 'batch of creations', size: 60, isPrivate: true })
      .wait(2)
      .check(async (world) => {
        expect(await onlyBatch(world)).toMatchObject({ isPrivate: true, size: 60, active: 2 });
        await world.checkDisk();
        createdCount = ownReports(world).length;
      })
      .step({ do: 'restart the browser', afterStorageCalls: 0 })
      .run();
    expect(createdCount).toBeGreaterThan(5);
    expect(ownReports(world).length).toBeLessThanOrEqual(createdCount + 2);
    expect([view.batches, world.notified]).toEqual([[], []]);
  });

  it('asks once for its password after a restart, and continues with a new password', async () => {
    const { world, view } = await scenario()
      .createBatch(20, 'word')
      .wait(0.5)
      .step({ do: 'restart the browser', afterStorageCalls: 0 })
      .wait(20)
      .check(async (world) =>
        expect(await onlyBatch(world)).toMatchObject({
          pauseReason: { code: 'password' },
          failed: 0,
        }),
      )
      .check(({ browser }) => expect(browser.hasAlarm()).toBe(false))
      .actOnCreations({ kind: 'resume', password: 'hush-hush-new' })
      .run();
    expect(ownUrls(world)).toHaveLength(20);
    expect(view.batches).toMatchObject([{ done: 20, pauseReason: null }]);
    expect(ownReports(world).at(-1)?.draft?.password).toBe('hush-hush-new');
  });

  it('asks for its password after a restart, before it sends a lost operation again', async () => {
    const { world, view } = await scenario()
      .createBatch(1, 'word')
      .meets({ ...BREAKS, work: null })
      .wait(0.5)
      .step({ do: 'restart the browser', afterStorageCalls: 0 })
      .wait(300)
      .check(async (world) =>
        expect(await onlyBatch(world)).toMatchObject({
          pauseReason: { code: 'password' },
          waiting: 1,
          failed: 0,
        }),
      )
      .actOnCreations({ kind: 'resume', password: 'hush-hush-new' })
      .run();
    expect(ownReports(world).map(({ draft }) => draft?.password)).toEqual(['hush-hush-new']);
    expect(view.batches).toMatchObject([{ done: 1, pauseReason: null }]);
  });

  it('does not send a lost operation again while it is paused', async () => {
    const { view } = await scenario()
      .createBatch(1)
      .meets({ ...BREAKS, work: null })
      .wait(0.5)
      .actOnCreations({ kind: 'pause' })
      .wait(300)
      .check((world) => expect(times(world, 'create')).toHaveLength(1))
      .actOnCreations({ kind: 'resume' })
      .run();
    expect(view.batches).toMatchObject([{ done: 1, isPaused: false }]);
  });

  it('waits while the key is refused, and resumes with a new key', async () => {
    const { world, view } = await scenario()
      .createBatch(20)
      .wait(0.5)
      .step({ do: 'the key is refused' })
      .wait(5)
      .check(async (world) => expect((await world.view()).backoff?.failure.code).toBe('keyRefused'))
      .step({ do: 'connect', dropsOpenWork: false })
      .run();
    expect(ownUrls(world).sort()).toEqual([...world.person.batch].sort());
    expect(view.batches).toMatchObject([{ done: 20 }]);
  });

  it('is dropped by Disconnect only after confirmation', async () => {
    const { world, view } = await scenario()
      .createBatch(20)
      .meets({ fate: 'answers', after: 5 })
      .meets({ fate: 'answers', after: 5 })
      .wait(1)
      .check(async ({ browser }) =>
        expect(await browser.ask('disconnect')).toMatchObject({
          failure: { code: 'openWork', creations: 20, changes: 0, deletions: 0 },
        }),
      )
      .step({ do: 'disconnect', dropsOpenWork: true })
      .run();
    expect(ownReports(world).length).toBeLessThan(10);
    expect(view.batches).toEqual([]);
  });

  it('leaves nothing in storage when it is removed', async () => {
    const { view } = await scenario()
      .createBatch(5, 'word')
      .wait(20)
      .actOnCreations({ kind: 'remove' })
      .wait(1)
      .check(async () => {
        const stored = (await storedText('local')) + (await storedText('session'));
        for (const name of Object.values(JOB_KEYS)) expect(stored).not.toContain(`/${name}`);
      })
      .run();
    expect(view.batches).toEqual([]);
  });

  it('needs one creation for each of 300 reports, and at most 18 reads', async () => {
    const { world } = await scenario({ ratedAfter: 30 }).createBatch(300).run();
    expect(times(world, 'create')).toHaveLength(300);
    expect(times(world, 'list').length + times(world, 'get').length).toBeLessThanOrEqual(18);
  });
});
