import { describe, expect, it } from 'vitest';
import { connectionItem } from '@/lib/connection/connection-items';
import { viewItem } from '@/lib/front/view';
import { INITIAL_PREFERENCES } from '@/lib/settings/preferences';
import { preferencesItem } from '@/lib/settings/settings-items';
import { taskItems } from '@/lib/task/store/task-items';
import { history, times } from './story';

describe('an awaited result', () => {
  it('of a batch is asked for in few reads, which end, even if the worker is often stopped', async () => {
    let reads = 0;
    const { world } = await history({ ratedAfter: null })
      .batch(10)
      .wait(3600)
      .look(({ browser }) => {
        reads = browser.sent.length;
      })
      .wait(4 * 3600)
      .look(async ({ browser, awaited }) => {
        expect(browser.sent.length).toBe(reads);
        expect(browser.hasAlarm()).toBe(false);
        expect(await awaited()).toEqual([]);
      })
      .run();
    expect(times(world, 'create')).toHaveLength(10);
    expect(reads).toBeLessThan(10 + 12);
    expect(world.browser.counts.stops).toBeGreaterThan(5);
  });

  it('of a batch shows in its row and in the list, without a notification of its own', async () => {
    const { world } = await history({ ratedAfter: 40 })
      .look(() => preferencesItem.write({ ...INITIAL_PREFERENCES, notifiesOfDone: true }))
      .batch(3)
      .wait(300)
      .look(async ({ newest }) => {
        const { id = '' } = (await connectionItem.read()) ?? {};
        const rows = await taskItems.batchRows(id, 'disk').read(['batch-1-0']);
        const reports = (await newest())?.reports.slice(0, 3) ?? [];
        expect(reports.map(({ result }) => result)).toEqual(Array(3).fill('good'));
        const ofRows = reports.toReversed().map(({ id }) => ({ report: { id } }));
        expect(rows.get('batch-1-0')).toMatchObject(ofRows);
      })
      .run();
    expect(world.notified).toEqual([{ kind: 'batch', done: 3, failed: 0 }]);
  });

  it('stays awaited, with few reads, while the service is down', async () => {
    let before = 0;
    await history({ ratedAfter: 300 })
      .create()
      .wait(1)
      .step({ do: 'the service goes down', seconds: 7200, isTold: false })
      .look(({ browser }) => {
        before = browser.sent.length;
      })
      .wait(7200)
      .look(async ({ browser, awaited }) => {
        expect(browser.sent.length - before).toBeLessThan(20);
        expect(await awaited()).toEqual(['9']);
      })
      .run();
  });

  it('is not the former result of the report', async () => {
    const story = history({ ratedAfter: 30 }).change({ results: 1 }).wait(20);
    await story.look(async ({ awaited }) => expect(await awaited()).toEqual(['8'])).run();
  });

  it('is awaited no longer once its report is deleted', async () => {
    const story = history({ ratedAfter: 300 }).change({ results: 1 }).wait(20).remove().wait(20);
    await story.look(async ({ awaited }) => expect(await awaited()).toEqual([])).run();
  });

  it('is in the list before the wait for it ends', async () => {
    const seen: unknown[] = [];
    await history({ ratedAfter: 1 })
      .create()
      .wait(0.5)
      .look(({ newest }) => {
        viewItem.watch(async (view) => {
          const [report] = (await newest())?.reports ?? [];
          if (view?.awaited.length === 0 && report) seen.push(report.result);
        });
      })
      .run();
    expect(new Set(seen)).toEqual(new Set(['good']));
  });
});
