import type { ReportList } from '@/lib/report/report';
import { isLaterId, isWholeNumber } from '@/lib/report/report-id';
import {
  isFiltered,
  isNewestFirst,
  RECENT_REPORTS_QUERY,
  type ReportQuery,
} from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';

/** The highest report ids of a service, from the newest lists that the worker has read. */
export type Baselines = ReturnType<typeof createBaselines>;

/** The age up to which a list determines a baseline, in milliseconds. */
const FRESH_MS = 60_000;

/**
 * Creates the baselines of creations.
 * @param highestClaimed returns the highest id of the reports created here; null if none is known
 */
export function createBaselines(highestClaimed: () => string | null, now: () => number) {
  /** The last newest list. `highest` is null if an id is not a whole number. */
  let newest: { requestedAt: number; highest: string | null } | null = null;
  let reading: Promise<Result<ReportList>> | null = null;

  /** Returns the highest id; null if an id is not a whole number. */
  function highest(ids: readonly (string | null)[]): string | null {
    const known = ids.filter((id) => id !== null);
    if (!known.every(isWholeNumber)) return null;
    return known.reduce((high, id) => (isLaterId(id, high) ? id : high), '0');
  }

  function noteList(query: ReportQuery, { reports }: ReportList, requestedAt: number): void {
    if (!isNewestFirst(query) || isFiltered(query)) return;
    if (newest !== null && newest.requestedAt > requestedAt) return;
    newest = { requestedAt, highest: highest(reports.map(({ id }) => id)) };
  }

  const isFresh = () => newest !== null && Math.abs(now() - newest.requestedAt) <= FRESH_MS;

  return {
    /** @param requestedAt milliseconds since the epoch */
    noteList,
    /**
     * Returns the baseline of a creation that is sent now; null if ids are not whole numbers. Fails
     * if the list cannot be read.
     * @param readList reads a list and passes the list to `noteList`
     */
    async baseline(
      readList: (query: ReportQuery) => Promise<Result<ReportList>>,
    ): Promise<Result<string | null>> {
      if (!isFresh()) {
        // Creations that need a list at the same time share it.
        reading ??= readList(RECENT_REPORTS_QUERY).finally(() => {
          reading = null;
        });
        const list = await reading;
        if (hasFailed(list)) return list;
      }
      if (newest === null || newest.highest === null) return { value: null };
      return { value: highest([newest.highest, highestClaimed()]) };
    },
    /** Returns the approximate number of reports that were created after a baseline. */
    createdSince(baseline: string): number {
      const high = highest([newest?.highest ?? null, highestClaimed()]) ?? baseline;
      return Number(high) - Number(baseline);
    },
  };
}
