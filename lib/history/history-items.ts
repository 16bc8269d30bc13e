import type { Report } from '@/lib/report/report';
import type { Position } from './records';

/** Limit of keys or ids in one call, and of reports in its reply. */
export const MAX_IN_REPLY = 500;

/** Listed reports in a reply to an extension page. */
export interface HistoryRows {
  reports: Report[];
  /** Null before the first complete reading. */
  reading: CompleteReading | null;
}

/** The last complete reading of all reports. */
export interface CompleteReading {
  /** The end of the reading, ISO 8601. */
  readAt: string;
  /** The number of unreadable rows. */
  unreadable: number;
}

/** A part of the listed reports, newest first. */
export interface HistoryPart extends HistoryRows {
  /** The position before the next part; null after the last part. */
  after: Position | null;
  /** The number of listed reports in all parts. */
  count: number;
  /** The revision of the history at the time of the reply. */
  revision: number;
}

/** The reports that have changed since a revision of the history. */
export interface HistoryChanges extends HistoryRows {
  /** Ids of reports that were removed, or are no longer listed. */
  removed: string[];
  /** The revision up to which the reply has all changes. */
  revision: number;
  /** Whether the history has no later changes. */
  isLast: boolean;
}
