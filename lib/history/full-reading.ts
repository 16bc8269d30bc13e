import { isLaterId } from '@/lib/report/report-id';
import type { Reading, ReadPage } from './reading';

/** A complete reading of all reports, up to the limit of a reading. */
export interface FullReading {
  /** Request time of the reading's first list. */
  requestedAt: number;
  /** The end of the reading, ISO 8601. */
  readAt: string;
  /**
   * The service's total, minus the number of listed rows; 0 without a total. Unreadable reports and
   * reports beyond the limit have no listed row.
   */
  difference: number;
  /** The number of unreadable rows. Absent in readings of earlier versions. */
  unreadable?: number;
  /** Ids of the reports in the reading or in a later answer. */
  ids: readonly string[];
  /** The reports that the reading must contain if they exist. */
  coverage: Coverage;
}

export type Coverage =
  /** All reports: the reading reached the end of the list. */
  | { kind: 'all' }
  /** The report with the id, and later reports: the reading ended at this report. */
  | { kind: 'downTo'; id: string }
  /** Unknown, because the ids were not in descending order. */
  | { kind: 'unknown' };

function coverageOf({ ids, total, next, isFalling, lastId }: Reading): Coverage {
  if (next === null && (total === null || ids.length >= total)) return { kind: 'all' };
  return isFalling && lastId !== null ? { kind: 'downTo', id: lastId } : { kind: 'unknown' };
}

/**
 * Converts an ended reading to a complete reading.
 * @param readAt the end of the reading, ISO 8601
 * @param shownSince ids of reports in other answers since the reading began
 */
export function fullReadingOf(
  reading: Reading,
  readAt: string,
  shownSince: readonly string[],
): Omit<FullReading, 'difference'> {
  const { before, onPage } = reading.unreadable;
  return {
    requestedAt: reading.begunAt,
    readAt,
    ids: [...new Set([...reading.ids, ...shownSince])],
    unreadable: before + onPage,
    coverage: coverageOf(reading),
  };
}

/** The rows below the first page of the list of all reports. */
export interface RowsBelow {
  /** The last complete reading; undefined if there is none. */
  reading: FullReading | undefined;
  /** The number of listed rows that may follow the first page. */
  count: number;
  /** Whether the last row of the first page was stored before the page was requested. */
  isLastKnown: boolean;
}

/** Age of a complete reading after which all reports are read again, in milliseconds. */
const LONGEST_AGE_MS = 24 * 3600_000;

/**
 * How the rows below the first page differ from the last complete reading. `old`: no report was added or
 * removed, but the reading is so old that results may have changed. Without a total, only additions count.
 */
export type RowsBelowState = 'upToDate' | 'old' | 'changed';

export function stateOfRowsBelow(
  { reports, total }: Pick<ReadPage, 'reports' | 'total'>,
  { reading, count, isLastKnown }: RowsBelow,
  now: number,
): RowsBelowState {
  if (reading === undefined || !isLastKnown) return 'changed';
  const listed = reports.length + count;
  if (total !== null && total - listed !== reading.difference) return 'changed';
  return now - Date.parse(reading.readAt) > LONGEST_AGE_MS ? 'old' : 'upToDate';
}

/**
 * Returns the ids of covered reports that a reading does not contain. Their rows are not listed.
 * @param ids ids of the rows that no answer has changed since the reading began
 */
export function unlistedIds(
  ids: readonly string[],
  { ids: shown, coverage }: Pick<FullReading, 'ids' | 'coverage'>,
): Set<string> {
  const shownIds = new Set(shown);
  return new Set(ids.filter((id) => !shownIds.has(id) && isCovered(id, coverage)));
}

function isCovered(id: string, coverage: Coverage): boolean {
  if (coverage.kind === 'downTo') return id === coverage.id || isLaterId(id, coverage.id);
  return coverage.kind === 'all';
}
