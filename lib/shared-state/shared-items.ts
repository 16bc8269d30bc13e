import { Connection } from '@/lib/connection/connection';
import { RecentOperation } from '@/lib/jobs/job';
import { QueueSummary } from '@/lib/jobs/queue';
import { Report } from '@/lib/report/report';
import { PAGE_SIZES } from '@/lib/report/report-query';
import { Timestamp, z } from '@/lib/schema';
import { storedItem } from '@/lib/storage/stored-values';

/** The newest of all reports, the newest first, as last read, and merged with what is newer. */
export const NewestReports = z.object({
  reports: z.array(Report),
  /** Rows that the service sent and that could not be read. */
  unreadable: z.number(),
  /** How many reports there are in all; null where the service does not say so. */
  total: z.nullable(z.number()),
  /** The number of the page that follows; null where the service names none. */
  next: z.nullable(z.number()),
  /** How many were requested. */
  perPage: z.literal(PAGE_SIZES),
  /** When the list was requested, for a person. */
  readAt: Timestamp,
  /** The same by the clock of the connection. */
  requestedAt: z.number(),
  /** The time up to which finished operations are merged. */
  mergedUpTo: z.number(),
});
export type NewestReports = z.infer<typeof NewestReports>;

/** The connection in use, as pages see it: stored under a single key with the list that they show first. */
export const ActiveConnection = z.extend(Connection, {
  /** Null while no list was read. It is a cache: one that cannot be read is none. */
  newest: z.catch(z.nullable(NewestReports), null),
});
export type ActiveConnection = z.infer<typeof ActiveConnection>;

/** The jobs of the connection in use, as pages see them. */
export const Queue = z.extend(QueueSummary, {
  connectionId: z.string(),
  /** Another number after each change of the history. */
  historyRevision: z.number(),
  /** Whether the last change of the history could not be stored. */
  historyFails: z.boolean(),
});
export type Queue = z.infer<typeof Queue>;

/** Written by the worker only. Absent where no service is connected. */
export const connectionItem = storedItem('local', 'connection', ActiveConnection, { isText: true });

/** What is stored of the queue by itself. */
const StoredQueue = z.omit(Queue, { recentOperations: true });
export type StoredQueue = z.infer<typeof StoredQueue>;

/** Written by the worker only. In memory: jobs of private windows are among them. */
export const queueItem = storedItem('session', 'queue', StoredQueue, { isText: true });

/** The last finished operations of a connection. */
export const RecentOperations = z.object({
  connectionId: z.string(),
  operations: z.readonly(z.array(RecentOperation)),
});
export type RecentOperations = z.infer<typeof RecentOperations>;

/** The queue's recent operations, apart from it: they change only when an operation is finished. */
export const recentOperationsItem = storedItem('session', 'recent-operations', RecentOperations, {
  isText: true,
});
