import { isLaterId } from '@/lib/report/report-id';
import type { Reading, ReadPage } from './reading';

/** The last complete reading of all reports, or of as many as are read at all. */
export interface FullReading {
  /** Request time of the reading's first list. */
  requestedAt: number;
  /** The end of the reading, ISO 8601. */
  readAt: string;
  /**
   * The number of reports that the service counted, minus the number of listed rows. Unreadable reports
   * and those beyond the limit of a reading are missing. 0 if the service does not count.
   */
  difference: number;
  /** The number of unreadable rows. Absent in readings of earlier versions. */
  unreadable?: number;
  /** Ids of the reports that the reading or an answer since has shown. */
  ids: readonly string[];
  /** Which rows the reading should have shown. */
  coverage: Coverage;
}

export type Coverage =
  /** All: the reading has reached the end of the list. */
  | { kind: 'all' }
  /** Those whose ids are not below the last id that was read. */
  | { kind: 'downTo'; id: string }
  /** Unknown: ids did not fall from row to row. */
  | { kind: 'unknown' };

/** Returns the rows that an ended reading should have shown. */
function coverageOf({ ids, total, next, isFalling, lastId }: Reading): Coverage {
  if (next === null && (total === null || ids.length >= total)) return { kind: 'all' };
  return isFalling && lastId !== null ? { kind: 'downTo', id: lastId } : { kind: 'unknown' };
}

/**
 * Returns an ended reading as a complete one, without the difference.
 * @param readAt the end of the reading, ISO 8601
 * @param shownSince ids that other answers have shown since the reading began
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
  /** Whether the last row of the first page was known before the page was requested. */
  isLastKnown: boolean;
}

/** Age of a complete reading after which all reports are read again, in milliseconds. */
const LONGEST_AGE_MS = 24 * 3600_000;

/** Whether nothing below the first page has changed since the last complete reading. */
export function isUpToDate(
  { reports, total }: Pick<ReadPage, 'reports' | 'total'>,
  { reading, count, isLastKnown }: RowsBelow,
  now: number,
): boolean {
  if (reading === undefined || total === null || !isLastKnown) return false;
  if (now - Date.parse(reading.readAt) > LONGEST_AGE_MS) return false;
  return total - (reports.length + count) === reading.difference;
}

/**
 * Returns the ids of the rows that are not listed, because a reading should have shown them and did not.
 * @param ids rows that no answer has changed since the reading began
 */
export function unlistedIds(
  ids: readonly string[],
  { ids: shown, coverage }: Pick<FullReading, 'ids' | 'coverage'>,
): Set<string> {
  const known = new Set(shown);
  return new Set(ids.filter((id) => !known.has(id) && isCovered(id, coverage)));
}

function isCovered(id: string, coverage: Coverage): boolean {
  if (coverage.kind === 'downTo') return id === coverage.id || isLaterId(id, coverage.id);
  return coverage.kind === 'all';
}
