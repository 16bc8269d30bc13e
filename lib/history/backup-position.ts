import type { ResultKey } from './records';

/** The order of the records of a history: marks protect their pages from limits. */
export const RECORD_KINDS = ['marks', 'reports', 'results'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** A position in the records of a history: after the record of a key. */
export interface BackupPosition {
  kind: RecordKind;
  /** Null for the first record of the kind. */
  after: string | ResultKey | null;
}

export const FIRST_POSITION: BackupPosition = { kind: RECORD_KINDS[0], after: null };
