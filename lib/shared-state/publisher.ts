import { storage } from 'wxt/utils/storage';
import type { HistoryStatus } from '@/lib/history-status';
import type { QueueSummary } from '@/lib/jobs/queue';
import type { ReadingProgress } from '@/lib/reading-progress';
import type { Report } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import { createLatestWrite } from '@/lib/storage/latest-write';
import { SCHEMA_VERSION, schemaVersionItems } from '@/lib/storage/schema-version';
import { readPublished, sharedStateOf } from './first-read';
import { asksForNewest, type ListReply, mergedOnDisk } from './loaded-list';
import { NO_PARTS, recentIn, recentOperationsItem, withRecentParts } from './recent-operations';
import {
  type NewestReports,
  newestListItem,
  type Queue,
  queueItem,
  readingItem,
  type StoredQueue,
} from './shared-items';

interface PublisherTools {
  connectionId: string;
  /** Returns the current queue. */
  queue(): QueueSummary;
  /** Calls `work` a second later. */
  later(work: () => void): void;
  /** Aborts when storing is no longer allowed. */
  signal: AbortSignal;
}

/** Creates the writer of one connection's shared state. Only `load` rejects. */
export function createPublisher(tools: PublisherTools) {
  const { connectionId, queue, later, signal } = tools;
  const items = {
    newest: newestListItem(connectionId),
    queue: queueItem(connectionId),
    recentOperations: recentOperationsItem(connectionId),
    reading: readingItem(connectionId),
  };
  let newest: NewestReports | null = null;
  let storedNewest: NewestReports | null = null;
  let storedParts = NO_PARTS;
  let historyRevision = 0;
  let historyState: HistoryStatus = 'stored';
  let hasWritten = false;
  let reading: ReadingProgress | null = null;
  let isPlanned = false;
  const listeners: ((queue: Queue) => void)[] = [];

  const write = createLatestWrite(async () => {
    if (signal.aborted) return;
    const summary = queue();
    newest = newest && mergedOnDisk(newest, summary.recentOperations);
    const written = newest;
    const { recentOperations, ...others } = summary;
    const next: StoredQueue = { ...others, historyRevision, historyState };
    const parts = withRecentParts(storedParts, recentOperations);
    await storage.setItems([
      ...items.recentOperations.entries(parts, storedParts),
      items.queue.entry(next),
      ...(written === storedNewest || written === null ? [] : [items.newest.entry(written)]),
      // The first write also stores the schema version of the session area.
      ...(hasWritten ? [] : [schemaVersionItems.session.entry(SCHEMA_VERSION)]),
    ]);
    hasWritten = true;
    storedNewest = written;
    storedParts = parts;
    for (const listen of listeners) listen({ ...next, recentOperations });
  });

  const writeReading = createLatestWrite(async () => {
    if (reading !== null && !signal.aborted) await items.reading.write(reading);
  });

  /** Stores the current state. If storage fails, the next write stores the state. */
  const publish = (): Promise<void> => write().catch(() => {});

  /**
   * Stores the state a second later, with all changes of that second. Fewer writes mean fewer
   * repaints of open pages.
   */
  function publishDebounced(): void {
    if (isPlanned) return;
    isPlanned = true;
    later(() => {
      isPlanned = false;
      void publish();
    });
  }

  return {
    /**
     * Reads the published state of an earlier worker. Returns its queue, or an empty queue. Rejects
     * if storage cannot be read.
     */
    async load(): Promise<Pick<Queue, 'backoff' | 'recentOperations' | 'historyRevision'>> {
      const published = await readPublished(connectionId);
      newest = published.newest ?? null;
      storedNewest = newest;
      storedParts = published.recentParts;
      const recentOperations = recentIn(storedParts);
      const { queue } = sharedStateOf(undefined, { ...published, recentOperations });
      historyRevision = queue.historyRevision;
      historyState = queue.historyState;
      return queue;
    },
    /** Whether an earlier worker was reading all reports. False after a start of the browser. */
    async wasReading(): Promise<boolean> {
      return (await items.reading.read())?.status === 'reading';
    },
    /** Returns the newest list; null if none was read. */
    newest: () => newest,
    publish,
    publishDebounced,
    /** @param listener called with each published queue */
    onPublished: (listener: (queue: Queue) => void): void => void listeners.push(listener),
    /** Notes a change of the history. */
    noteHistory(revision: number): void {
      historyRevision = revision;
      publishDebounced();
    },
    /** Stores the progress of the reading, and nothing else. */
    async publishReading(progress: ReadingProgress): Promise<void> {
      reading = progress;
      await writeReading().catch(() => {});
    },
    noteHistoryStatus(status: HistoryStatus): void {
      if (status === historyState) return;
      historyState = status;
      publishDebounced();
    },
    /** Replaces the newest list by a newer reply. Ignores replies to other queries. */
    applyReply(query: ReportQuery, reply: ListReply): void {
      const { reports, unreadable, total, next, requestedAt, readAt } = reply;
      // Answers may arrive in another order than their requests.
      const isOlder = newest !== null && newest.requestedAt > requestedAt;
      if (!asksForNewest(query) || reply.requested !== null || isOlder) return;
      const list = { reports, unreadable, total, next, requestedAt, readAt };
      newest = { ...list, perPage: query.perPage, mergedUpTo: requestedAt };
      void publish();
    },
    /**
     * Updates rows of the newest list. Ignores a report that an operation of this browser has changed after
     * the request.
     * @param requestedAt request time of the reports, by the connection's clock
     */
    applyReports(reports: readonly Report[], requestedAt: number): void {
      if (newest === null) return;
      const { recentOperations } = queue();
      newest = mergedOnDisk(newest, recentOperations);
      const byId = new Map(reports.map((report) => [report.id, report]));
      for (const { endedAt, report } of recentOperations) {
        if (endedAt > requestedAt && report !== null) byId.delete(report.id);
      }
      const isSame = (row: Report) => {
        const report = byId.get(row.id);
        return report === undefined || JSON.stringify(report) === JSON.stringify(row);
      };
      if (newest.reports.every(isSame)) return;
      newest = { ...newest, reports: newest.reports.map((row) => byId.get(row.id) ?? row) };
      void publish();
    },
    /** Removes a report that a read has found gone. */
    drop(reportId: string): void {
      if (newest === null) return;
      const left = newest.reports.filter(({ id }) => id !== reportId);
      if (left.length === newest.reports.length) return;
      newest = { ...newest, reports: left, total: newest.total && newest.total - 1 };
      void publish();
    },
  };
}
