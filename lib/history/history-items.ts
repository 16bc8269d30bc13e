import type { Report } from '@/lib/report/report';
import type { FullReading } from './full-reading';
import type { Position } from './records';

/** Limit of keys or ids in one call, and of reports in its reply. */
export const MAX_IN_REPLY = 500;

/** A part of the listed reports of the history. */
export interface HistoryPart {
  /** Newest first. */
  reports: Report[];
  /** Where the next part begins; null after the last. */
  after: Position | null;
  /** The number of listed reports in all parts. */
  count: number;
  /** Null if all reports were never read. */
  reading: Pick<FullReading, 'readAt' | 'difference'> | null;
}
