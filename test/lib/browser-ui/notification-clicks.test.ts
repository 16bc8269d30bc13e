import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browserUiItems } from '@/lib/browser-ui/browser-ui-items';
import { createNotificationClicks } from '@/lib/browser-ui/notification-clicks';
import { connectionInUse, connectionsItem } from '@/lib/connection/connection-register';
import type { ClientProblem } from '@/lib/report/compare/headlines';
import { type RecentOperations, recentOperationsItem } from '@/lib/shared-state/recent-operations';
import type { ReadableItem } from '@/lib/storage/stored-item';
import { emptyBrowser } from '../../support/empty-browser';
import { finishedCreation, finishedEdit, update } from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';
import { storeConnection } from '../../support/stored-connection';
import { storeRecentOperations } from '../../support/stored-queue';

const report = sampleReport('7');
const rejectCall = () => Promise.reject(new Error('Unreadable'));

describe('a click on a notification', () => {
  /** Clicks a notification after a start of the worker. Returns the names or requests of the opened pages. */
  async function click(
    id: string,
    openPopupWith = vi.fn(async (_: unknown) => {}),
    recentOperationsOf: (id: string) => ReadableItem<RecentOperations> = recentOperationsItem,
  ) {
    const opened: string[] = [];
    const openPopup = async () => void opened.push('popup');
    const openOptions = async () => void opened.push('options');
    const openBatch = async (connectionId: string, id: string) =>
      void opened.push(`${connectionId}/${id}`);
    const openProblem = async (connectionId: string, { client, check }: ClientProblem) =>
      void opened.push(`${connectionId}/${client}/${check}`);
    const tools = { connection: connectionInUse, openPopupWith, openPopup, openBatch, openOptions };
    await createNotificationClicks({
      ...tools,
      openProblem,
      recentOperationsOf,
      notifiedProblemsOf: browserUiItems.notifiedProblems,
    })(id);
    return [...opened, ...openPopupWith.mock.calls.flat()];
  }

  beforeEach(async () => {
    emptyBrowser();
    await storeConnection();
    const operations = [
      finishedCreation('made', report),
      finishedCreation('withoutReport', null, { endedAt: 3 }),
      finishedEdit('edits', update(), report, { isBatch: true, endedAt: 4 }),
    ];
    await storeRecentOperations(operations);
  });

  it('opens the report of its job', async () => {
    expect(await click('job=a/made')).toEqual([{ connectionId: 'a', kind: 'report', report }]);
  });

  it('opens nothing of the connection in use after a job of another connection', async () => {
    await storeConnection({ id: 'b' });
    const other = finishedCreation('made', sampleReport('7', { url: 'https://b.example/' }));
    await storeRecentOperations([other], 'b');
    expect(await click('job=a/made')).toEqual([{ connectionId: 'a', kind: 'report', report }]);
    expect(await click('batch=a/b')).toEqual(['a/b']);
  });

  it('opens the page of its batch', async () => {
    expect(await click('batch=a/b')).toEqual(['a/b']);
  });

  it('opens the problem that got worse', async () => {
    const shown = { client: 'shop.example', check: 'noindex' };
    await browserUiItems.notifiedProblems('a').write({ shown, problems: [] });
    expect(await click('worse=a')).toEqual(['a/shop.example/noindex']);
    expect(await click('worse=b')).toEqual(['popup']);
  });

  it('opens the popup if the job has no report, or if storage fails', async () => {
    expect(await click('job=a/withoutReport')).toEqual(['popup']);
    expect(await click('job=a/unknown')).toEqual(['popup']);
    expect(await click('unknown')).toEqual(['popup']);
    expect(await click('job=a/made', undefined, () => ({ read: rejectCall }))).toEqual(['popup']);
  });

  it('opens the popup if the popup cannot be opened with the report', async () => {
    expect(await click('job=a/made', vi.fn(rejectCall))).toContain('popup');
  });

  it('opens the popup for a batch of updates or deletions, which has no page', async () => {
    expect(await click('job=a/edits')).toEqual(['popup']);
  });

  it('opens the options page without a connection', async () => {
    await connectionsItem.remove();
    expect(await click('job=a/made')).toEqual(['options']);
  });
});
