import type { Connection } from '@/lib/connection/connection';
import type { HistoryStatus } from '@/lib/history-status';
import { EMPTY_QUEUE, type QueueSummary } from '@/lib/jobs/queue';
import type { ReadingProgress } from '@/lib/reading-progress';
import type { DueLine } from '@/lib/report/compare/due';
import type { Headline } from '@/lib/report/compare/headlines';
import { Report } from '@/lib/report/report';
import { PAGE_SIZES } from '@/lib/report/report-query';
import { Timestamp, z } from '@/lib/schema';
import { keyOf } from '@/lib/storage/keys';
import { trustedItem } from '@/lib/storage/stored-values';

/** The last newest list, merged with later operations. */
export const NewestReports = z.object({
  reports: z.array(Report),
  /** The number of unreadable rows that the service sent. */
  unreadable: z.number(),
  /** The number of all reports; null if the service does not send it. */
  total: z.nullable(z.number()),
  /** The number of the next page; null if the service sends none. */
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

/** The newest list of a connection. Only the worker writes this item. */
export const newestListItem = (connectionId: string) =>
  trustedItem<NewestReports>('local', keyOf(connectionId, 'newest-list'), { isText: true });

/** The connection in use with its newest list. */
export interface ActiveConnection extends Connection {
  /** Null if no list was read. */
  newest: NewestReports | null;
}

/** The jobs of a connection, for extension pages. */
export interface Queue extends QueueSummary {
  /** A number that changes with the history. */
  historyRevision: number;
  /** Whether the history can be stored. */
  historyState: HistoryStatus;
}

/** The queue of a connection that has no jobs. */
export const NO_QUEUE: Queue = { ...EMPTY_QUEUE, historyRevision: 0, historyState: 'stored' };

/** The queue without its recent operations, which are stored in parts. */
export type StoredQueue = Omit<Queue, 'recentOperations'>;

/**
 * The progress of the reading of all reports. Only the worker writes this item. Memory is enough,
 * because the history stores the unfinished reading.
 */
export const readingItem = (connectionId: string) =>
  trustedItem<ReadingProgress>('session', keyOf(connectionId, 'reading'));

/** The due pages of a connection. */
export interface PublishedDue {
  lines: readonly DueLine[];
  /** Whether an open due mark has pages, which are due on some day. */
  hasDueMarks: boolean;
  /** What the lines were computed from, as a text. The worker computes them again if it changes. */
  inputs: string;
}

/** Only the worker writes this item. Absent without a due mark. */
export const dueItem = (connectionId: string) =>
  trustedItem<PublishedDue>('session', keyOf(connectionId, 'due'));

/** The worst headline, as the worker has published it. */
export interface PublishedHeadline extends Headline {
  /** What the headline was computed from, as a text. The worker computes the headline again if it changes. */
  inputs: string;
}

/**
 * The worst headline; absent for none. Only the worker writes this item. The item is on disk, so that the
 * first popup after a start of the browser shows the headline at once.
 */
export const headlineItem = (connectionId: string) =>
  trustedItem<PublishedHeadline>('local', keyOf(connectionId, 'headline'));

/** Only the worker writes this item. Stored in memory, because the queue includes private jobs. */
export const queueItem = (connectionId: string) =>
  trustedItem<StoredQueue>('session', keyOf(connectionId, 'queue'), { isText: true });
