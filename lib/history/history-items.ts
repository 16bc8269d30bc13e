import type { Report } from '@/lib/report/report';
import { type BackupRecord, RECORD_KINDS, type RecordKind } from './backup-format';
import type { FullReading } from './full-reading';
import type { Position, ResultKey } from './records';

/** Limit of keys or ids in one call, and of reports in its reply. */
export const MOST_IN_REPLY = 500;

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

/** A position in the records of a history: after the record of a key. */
export interface BackupPosition {
  kind: RecordKind;
  /** Null for the first record of the kind. */
  after: string | ResultKey | null;
}

export const FIRST_POSITION: BackupPosition = { kind: RECORD_KINDS[0], after: null };

/** A part of the records of a history, in the order of `RECORD_KINDS`. */
export interface BackupPart {
  records: BackupRecord[];
  /** Where the next part begins; null after the last. */
  next: BackupPosition | null;
}
