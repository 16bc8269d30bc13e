import { Connection } from '@/lib/connection/connection';
import { HISTORY_STATUSES } from '@/lib/history-status';
import { RecentOperation } from '@/lib/jobs/job';
import { QueueSummary } from '@/lib/jobs/queue';
import { Report } from '@/lib/report/report';
import { PAGE_SIZES } from '@/lib/report/report-query';
import { Timestamp, z } from '@/lib/schema';
import { storedItem } from '@/lib/storage/stored-values';

/** The last newest list, merged with later operations. */
export const NewestReports = z.object({
  reports: z.array(Report),
  /** The number of unreadable rows that the service sent. */
  unreadable: z.number(),
  /** The number of all reports; null if the service does not say. */
  total: z.nullable(z.number()),
  /** The number of the next page; null if the service names none. */
  next: z.nullable(z.number()),
  /** The number of requested reports. */
  perPage: z.literal(PAGE_SIZES),
  /** Request time for people. */
  readAt: Timestamp,
  /** Request time by the connection's clock. */
  requestedAt: z.number(),
  /** End time of the newest merged operation, by the connection's clock. */
  mergedUpTo: z.number(),
});
export type NewestReports = z.infer<typeof NewestReports>;

/** The connection in use and the list that extension pages show first, under one key. */
export const ActiveConnection = z.extend(Connection, {
  /** A cache; null if no list was read, or if the stored list is unreadable. */
  newest: z.catch(z.nullable(NewestReports), null),
});
export type ActiveConnection = z.infer<typeof ActiveConnection>;

/** The jobs of the connection in use, for extension pages. */
export const Queue = z.extend(QueueSummary, {
  connectionId: z.string(),
  /** A number that changes with the history. */
  historyRevision: z.number(),
  /** Whether the history can be stored. */
  historyState: z.literal(HISTORY_STATUSES),
});
export type Queue = z.infer<typeof Queue>;

/** Only the worker writes this item. Absent if no service is connected. */
export const connectionItem = storedItem('local', 'connection', ActiveConnection, { isText: true });

/** The queue without its recent operations, which have an item of their own. */
const StoredQueue = z.omit(Queue, { recentOperations: true });
export type StoredQueue = z.infer<typeof StoredQueue>;

/** Only the worker writes this item. In memory, because the queue includes private jobs. */
export const queueItem = storedItem('session', 'queue', StoredQueue, { isText: true });

/** The last finished operations of a connection. */
export const RecentOperations = z.object({
  connectionId: z.string(),
  operations: z.readonly(z.array(RecentOperation)),
});
export type RecentOperations = z.infer<typeof RecentOperations>;

/** A separate item, because recent operations change only when an operation finishes. */
export const recentOperationsItem = storedItem('session', 'recent-operations', RecentOperations, {
  isText: true,
});
