import type { ResultKey } from './records';

/**
 * The kinds of records, in the order of a backup. Marks are first, because they exempt their pages from
 * limits.
 */
export const RECORD_KINDS = ['marks', 'reports', 'results'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** The position after a record of a history. */
export interface BackupPosition {
  kind: RecordKind;
  /** The key of the record; null before the first record of the kind. */
  after: string | ResultKey | null;
}

export const FIRST_POSITION: BackupPosition = { kind: RECORD_KINDS[0], after: null };
