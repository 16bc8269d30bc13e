import type { Failure } from '@/lib/failure';
import type { Report } from '@/lib/report/report';
import type { ReportReference } from '@/lib/report/report-reference';
import { keyOf } from '@/lib/storage/keys';
import { TASK_KEYS, taskItems } from '@/lib/task/store/task-items';
import { isCreation, isWrite } from '@/lib/task/task';
import type { Batch } from './batch';
import {
  BatchRow,
  isBegun,
  isUntouched,
  ROWS_IN_VALUE,
  standingOfRow,
  valueNames,
} from './batch-row';

/** How one creation of a batch stands, as it is stored. */
export interface StoredBatchEntry {
  url: string;
  /**
   * `unconfirmed`: nobody can tell whether it was made, and sending it again may make a second one.
   * `cancelled`: a person has taken it back.
   */
  state: 'waiting' | 'sending' | 'checking' | 'failed' | 'unconfirmed' | 'done' | 'cancelled';
  /** What was made; null until then, and where the service did not show it. */
  report: ReportReference | null;
  /** Why it needs a person, or is looked for; null where that is not known. */
  failure: Failure | null;
}

/** The same with the report as it is known here; null where it is not. */
export interface BatchEntry extends Omit<StoredBatchEntry, 'report'> {
  report: Report | null;
}

/** How the change or deletion of one report of a batch stands. */
export interface ReportEntry {
  report: ReportReference;
  /**
   * `gone`: the service no longer had it. `cancelled`: taken back by a person, or overtaken by what a
   * person has asked for since.
   */
  state: 'waiting' | 'sending' | 'failed' | 'done' | 'gone' | 'cancelled';
  /** Why it needs a person; null where it does not. */
  failure: Failure | null;
}

/** Entries by their rows. */
export type EntriesOf<Entry> = [row: number, entry: Entry][];
/** Entries of creations by their rows. */
export type BatchEntries = EntriesOf<StoredBatchEntry>;
/** Entries of changes or deletions by their rows. */
export type ReportEntries = EntriesOf<ReportEntry>;

const STATES = {
  waiting: 'waiting',
  sent: 'sending',
  stuck: 'failed',
  done: 'done',
  gone: 'gone',
  cancelled: 'cancelled',
} as const;
const CREATION_STATES = { ...STATES, unknown: 'checking', gone: 'cancelled' } as const;

/** As much of a batch as finds its rows. */
type BatchOf = Pick<Batch, 'id' | 'size' | 'keeping'>;

/** What pages read of one connection's batches. */
export function batchEntries(connectionId: string) {
  async function read<Entry>(
    batch: BatchOf,
    partOf: (at: number, stored: unknown) => EntriesOf<Entry>,
  ): Promise<EntriesOf<Entry>[]> {
    const names = valueNames(batch);
    const stored = await taskItems.batchRows(connectionId, batch.keeping).read(names);
    return names.map((name, at) => partOf(at, stored.get(name)));
  }

  return {
    /** What the keys of a batch's values begin with; the rest is the number of the value. */
    prefix: (batchId: string) => keyOf(connectionId, `${TASK_KEYS.batchRows}${batchId}-`),
    /** All of a batch of creations, as many as stand in one value at a time, by its number. */
    read: (batch: BatchOf) => read(batch, entriesOf),
    /** The same of a batch of changes or deletions. */
    readReports: (batch: BatchOf) => read(batch, reportEntriesOf),
  };
}

/** The entries of creations in the value of such a number, as it is stored. */
export function entriesOf(at: number, stored: unknown): BatchEntries {
  return entriesIn(at, stored, entryOf);
}

/** The entries of changes or deletions in the value of such a number, as it is stored. */
export function reportEntriesOf(at: number, stored: unknown): ReportEntries {
  return entriesIn(at, stored, reportEntryOf);
}

function entriesIn<Entry>(
  at: number,
  stored: unknown,
  entryIn: (row: BatchRow) => Entry | null,
): EntriesOf<Entry> {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((raw, offset): EntriesOf<Entry> => {
    const row = BatchRow.safeParse(raw).data;
    const entry = row === undefined ? null : entryIn(row);
    return entry === null ? [] : [[at * ROWS_IN_VALUE + offset, entry]];
  });
}

function entryOf(row: BatchRow): StoredBatchEntry | null {
  const url = isBegun(row)
    ? isCreation(row) && row.work.draft.url
    : isUntouched(row)
      ? row
      : row.about;
  if (typeof url !== 'string') return null;
  const standing = standingOfRow(row);
  const isUnconfirmed = standing.name === 'stuck' && standing.reason === 'unconfirmed';
  const report = typeof row === 'object' && 'about' in row ? row.report : null;
  const state = isUnconfirmed ? 'unconfirmed' : CREATION_STATES[standing.name];
  return { url, state, report, failure: 'failure' in standing ? standing.failure : null };
}

function reportEntryOf(row: BatchRow): ReportEntry | null {
  const report = isBegun(row)
    ? isWrite(row) && row.work.report
    : isUntouched(row)
      ? row
      : row.about;
  const standing = standingOfRow(row);
  const { name } = standing;
  // Only creations are ever looked for.
  if (typeof report !== 'object' || name === 'unknown') return null;
  return { report, state: STATES[name], failure: name === 'stuck' ? standing.failure : null };
}
