import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { EMPTY_QUEUE, type QueueSummary } from '@/lib/jobs/queue';
import { NO_READING } from '@/lib/reading-progress';
import { NEWEST_QUERY, RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { LoadedList } from '@/lib/shared-state/loaded-list';
import { createPublisher } from '@/lib/shared-state/publisher';
import { recentOperationsItem } from '@/lib/shared-state/recent-operations';
import { newestListItem, queueItem, readingItem } from '@/lib/shared-state/shared-items';
import { SCHEMA_VERSION, schemaVersionItems } from '@/lib/storage/schema-version';
import { emptyBrowser } from '../../support/empty-browser';
import { deletion, finishedCreation, finishedEdit } from '../../support/sample-job';
import { READ_AT, replyOf } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';
import { waitUntil } from '../../support/wait-until';

const { local, session } = fakeBrowser.storage;
const requestedAt = Date.parse(READ_AT);
const QUEUE = 'connection/a/queue';
const RECENT = 'connection/a/recent-operations/0';

/** Creates the publisher of a connection with a queue and a timer that the test controls. */
function startPublisher(id = 'a') {
  const queue: QueueSummary = { ...EMPTY_QUEUE };
  const planned: (() => void)[] = [];
  const publisher = createPublisher({
    connectionId: id,
    queue: () => ({ ...queue }),
    later: (work) => void planned.push(work),
    signal: new AbortController().signal,
  });
  const published = vi.fn();
  publisher.onPublished(published);
  return { ...publisher, queue, planned, published };
}

async function startWithList(...ids: string[]) {
  const started = startPublisher();
  started.applyReply(RECENT_REPORTS_QUERY, replyOf(...ids));
  await started.publish();
  return started;
}

const storedIds = async () => (await newestListItem('a').read())?.reports.map(({ id }) => id);

beforeEach(() => {
  vi.restoreAllMocks();
  emptyBrowser();
});

it('publish stores the queue of this connection, and the schema version once', async () => {
  const { publish, queue, published } = startPublisher();
  queue.deleting = ['7'];
  const set = vi.spyOn(session, 'set');
  await publish();
  const now = { ...queue, historyRevision: 0, historyState: 'stored' };
  const { recentOperations: operations, ...others } = now;
  expect(await queueItem('a').read()).toEqual(others);
  expect(await recentOperationsItem('a').read()).toEqual(operations);
  expect(published).toHaveBeenCalledExactlyOnceWith(now);
  await publish();
  queue.recentOperations = [finishedCreation('c', null)];
  await publish();
  expect(set.mock.calls.map(([values]) => Object.keys(values))).toEqual([
    [QUEUE, 'schema-version'],
    [QUEUE],
    [RECENT, QUEUE],
  ]);
  expect(await schemaVersionItems.session.read()).toBe(SCHEMA_VERSION);
});

it('publishDebounced stores the latest state once', async () => {
  const { publishDebounced, noteHistory, queue, planned, published } = startPublisher();
  publishDebounced();
  noteHistory(1);
  queue.deleting = ['7'];
  expect([planned.length, published.mock.calls.length]).toEqual([1, 0]);
  planned[0]?.();
  await waitUntil(() => expect(published.mock.calls.length).toBe(1));
  expect(await queueItem('a').read()).toMatchObject({ deleting: ['7'], historyRevision: 1 });
  publishDebounced();
  expect(planned).toHaveLength(2);
});

it('publishReading stores only the progress of the reading', async () => {
  const { publish, publishReading, queue } = startPublisher();
  await publish();
  const set = vi.spyOn(session, 'set');
  const progress = { ...NO_READING, status: 'reading', read: 100, total: 980 } as const;
  await publishReading(progress);
  expect(set.mock.calls.map(([values]) => Object.keys(values))).toEqual([['connection/a/reading']]);
  expect(await readingItem('a').read()).toEqual(progress);
  queue.recentOperations = [finishedCreation('c', null)];
  await publish();
  expect(set.mock.calls.flatMap(([values]) => Object.keys(values)).slice(1)).toEqual([
    RECENT,
    QUEUE,
  ]);
});

it('publish stores whether the history can be stored', async () => {
  const { noteHistoryStatus, publish, load } = startPublisher();
  for (const status of ['failing', 'stored', 'unavailable'] as const) {
    noteHistoryStatus(status);
    await publish();
    expect(await queueItem('a').read()).toMatchObject({ historyState: status });
  }
  expect(await load()).toMatchObject({ historyState: 'unavailable' });
});

it('publish stores the newest list, merged with later outcomes', async () => {
  const { publish, newest, queue } = await startWithList('2', '1');
  const reply = { reports: replyOf('2', '1').reports, requestedAt, mergedUpTo: requestedAt };
  expect(await newestListItem('a').read()).toMatchObject({ ...reply, perPage: 10 });
  const set = vi.spyOn(local, 'set');
  await publish();
  expect(set).not.toHaveBeenCalled();
  const time = requestedAt + 6;
  queue.recentOperations = [
    finishedEdit('d', deletion(sampleReport('2')), null, { endedAt: time - 1 }),
    finishedCreation('c', sampleReport('3'), { endedAt: time }),
  ];
  await publish();
  expect(await storedIds()).toEqual(['3', '1']);
  expect(newest()).toMatchObject({ total: 2, mergedUpTo: time });
});

it.each<[string, typeof NEWEST_QUERY, Partial<LoadedList>, string[]]>([
  ['more of the newest reports', NEWEST_QUERY, {}, ['9']],
  ['an earlier request', NEWEST_QUERY, { requestedAt: requestedAt - 1 }, ['2', '1']],
  ['a search', { ...NEWEST_QUERY, search: 'host' }, {}, ['2', '1']],
  ["another query than the page's", NEWEST_QUERY, { requested: NEWEST_QUERY }, ['2', '1']],
])('the stored list is correct after a reply with %s', async (_, query, facts, ids) => {
  const { applyReply, publish } = await startWithList('2', '1');
  applyReply(query, { ...replyOf('9'), ...facts });
  await publish();
  expect(await storedIds()).toEqual(ids);
});

it('a new worker continues from the published state of its own connection', async () => {
  const { noteHistory, publish } = await startWithList('1');
  noteHistory(1);
  await publish();
  const next = startPublisher();
  expect(await next.load()).toMatchObject({ historyRevision: 1 });
  expect(next.newest()?.reports).toEqual([sampleReport('1')]);
  next.noteHistory(2);
  await next.publish();
  expect(await queueItem('a').read()).toMatchObject({ historyRevision: 2 });
  const other = startPublisher('b');
  expect([await other.load(), other.newest()]).toMatchObject([{ historyRevision: 0 }, null]);
});

it('publish does not replace a report by an operation that ended before the report was read', async () => {
  const { queue, applyReports, publish } = await startWithList('2', '1');
  const later = { endedAt: requestedAt + 1 };
  queue.recentOperations = [finishedCreation('c', sampleReport('2', { score: 40 }), later)];
  applyReports([sampleReport('2', { score: 90 })], requestedAt + 2);
  await publish();
  const newest = (await newestListItem('a').read())?.reports;
  expect(newest?.map(({ score }) => score)).toEqual([90, sampleReport('1').score]);
});
