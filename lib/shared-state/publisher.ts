import { storage } from 'wxt/utils/storage';
import type { Connection } from '@/lib/connection/connection';
import { type RecentOperation, removedReportId } from '@/lib/jobs/job';
import type { QueueSummary } from '@/lib/jobs/queue';
import type { Report } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import { createLatestWrite } from '@/lib/storage/latest-write';
import { SCHEMA_VERSION, schemaVersionItems } from '@/lib/storage/schema-version';
import { readTogether } from '@/lib/storage/stored-values';
import { sharedStateOf } from './first-read';
import { asksForNewest, type ListReply, mergedNewest } from './loaded-list';
import {
  connectionItem,
  type NewestReports,
  type Queue,
  queueItem,
  type RecentOperations,
  recentOperationsItem,
  type StoredQueue,
} from './shared-items';

interface PublisherTools {
  connection: Connection;
  /** What pages are to see of the jobs. */
  queue(): QueueSummary;
  /** Calls back a second later. */
  later(work: () => void): void;
  /** Aborts when nothing more may be stored. */
  signal: AbortSignal;
}

/** Makes what writes the shared state of one connection. None of its functions but `load` rejects. */
export function createPublisher(tools: PublisherTools) {
  const { connection, queue, later, signal } = tools;
  let newest: NewestReports | null = null;
  let storedNewest: NewestReports | null = null;
  let storedRecent: RecentOperations['operations'] | null = null;
  let historyRevision = 0;
  let historyFails = false;
  let hasWritten = false;
  let isPlanned = false;
  const listeners: ((queue: Queue) => void)[] = [];

  const write = createLatestWrite(async () => {
    if (signal.aborted) return;
    const summary = queue();
    newest = newest && mergedNewest(newest, storedInNewest(summary.recentOperations));
    const written = newest;
    const { recentOperations, ...others } = summary;
    const connectionId = connection.id;
    const next: StoredQueue = { ...others, connectionId, historyRevision, historyFails };
    await storage.setItems([
      ...(recentOperations === storedRecent
        ? []
        : [recentOperationsItem.entry({ connectionId, operations: recentOperations })]),
      queueItem.entry(next),
      ...(written === storedNewest ? [] : [connectionItem.entry({ ...connection, newest })]),
      // From now on, the area has the schema of this build.
      ...(hasWritten ? [] : [schemaVersionItems.session.entry(SCHEMA_VERSION)]),
    ]);
    hasWritten = true;
    storedNewest = written;
    storedRecent = recentOperations;
    for (const listen of listeners) listen({ ...next, recentOperations });
  });

  /** Resolves when pages see the present state. Where the storage fails, they see it with the next one. */
  const publish = (): Promise<void> => write().catch(() => {});

  /** The same a little later, with what changes until then: each time costs every open page a paint. */
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
     * Reads what an earlier worker has published, and gives its queue; an empty one where there is none.
     * Rejects when the storage fails.
     */
    async load(): Promise<Pick<Queue, 'backoff' | 'recentOperations'>> {
      const stored = await readTogether([connectionItem, queueItem, recentOperationsItem]);
      const active = stored(connectionItem);
      newest = active?.id === connection.id ? active.newest : null;
      storedNewest = newest;
      const { queue } = sharedStateOf(
        { ...connection, newest },
        stored(queueItem),
        stored(recentOperationsItem),
      );
      historyRevision = queue.historyRevision;
      return queue;
    },
    /** The newest list as pages see it; null while none was read. */
    newest: () => newest,
    publish,
    publishDebounced,
    /** Calls back with what pages see from now on. */
    onPublished: (listener: (queue: Queue) => void): void => void listeners.push(listener),
    /** The history has changed. */
    noteHistory(): void {
      historyRevision += 1;
      publishDebounced();
    },
    /** The history cannot be stored, or can be again. */
    noteHistoryFailure(fails: boolean): void {
      historyFails = fails;
      publishDebounced();
    },
    /** Takes in a reply to a query; those to others than the newest of all change nothing. */
    takeReply(query: ReportQuery, reply: ListReply): void {
      const { reports, unreadable, total, next, requestedAt, readAt } = reply;
      // A list that was requested earlier may come later.
      const isOlder = newest !== null && newest.requestedAt > requestedAt;
      if (!asksForNewest(query) || reply.requested !== null || isOlder) return;
      const list = { reports, unreadable, total, next, requestedAt, readAt };
      newest = { ...list, perPage: query.perPage, mergedUpTo: requestedAt };
      void publish();
    },
    /**
     * Takes in reports as an answer shows them, where they are among the newest and no operation of ours
     * has changed them since.
     * @param requestedAt when the answer was requested, by the clock of the connection
     */
    takeReports(reports: readonly Report[], requestedAt: number): void {
      if (newest === null) return;
      const { recentOperations } = queue();
      newest = mergedNewest(newest, storedInNewest(recentOperations));
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
    /** A read has met that a report is no more. */
    drop(reportId: string): void {
      if (newest === null) return;
      const left = newest.reports.filter(({ id }) => id !== reportId);
      if (left.length === newest.reports.length) return;
      newest = { ...newest, reports: left, total: newest.total && newest.total - 1 };
      void publish();
    },
  };
}

/**
 * Returns the operations whose outcome the newest list on disk may contain. A private operation
 * adds and changes no row there, but removes the row of a report that is gone.
 */
function storedInNewest(operations: readonly RecentOperation[]): RecentOperation[] {
  return operations.filter((one) => !one.isPrivate || removedReportId(one) !== null);
}
