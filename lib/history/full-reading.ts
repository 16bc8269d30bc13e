import { isLaterId, isWholeNumber } from '@/lib/report/report-id';

/** The last complete reading of all reports, or of as many as are read at all. */
export interface FullReading {
  /** Request time of the reading's first list. */
  requestedAt: number;
  /** The end of the reading, ISO 8601. */
  readAt: string;
  /**
   * The number of reports that the service counted, minus the number of listed rows. Unreadable reports
   * and those beyond the limit of a reading are missing.
   */
  difference: number;
  /** Ids of the reports that the reading has shown, or an answer since. */
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

/** What an extension page notes about a reading. */
export interface NotedReading {
  /** In the order of the list. */
  reportIds: readonly string[];
  /** Request time of the reading's first list. */
  requestedAt: number;
  /** The end of the reading, ISO 8601. */
  readAt: string;
  /** The number of all reports, as the service counts them. */
  total: number;
}

export function coverageOf({ reportIds, total }: NotedReading): Coverage {
  if (reportIds.length >= total) return { kind: 'all' };
  const isFalling = reportIds.every(
    (id, at) => isWholeNumber(id) && (at === 0 || isLaterId(reportIds[at - 1] ?? '', id)),
  );
  const last = reportIds.at(-1);
  return isFalling && last !== undefined ? { kind: 'downTo', id: last } : { kind: 'unknown' };
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
