import type { ReportList } from '@/lib/report/report';
import { isLaterId, isWholeNumber } from '@/lib/report/report-id';
import {
  isFiltered,
  isNewestFirst,
  RECENT_REPORTS_QUERY,
  type ReportQuery,
} from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';

/** What this worker knows of a service's newest reports. */
export type Baselines = ReturnType<typeof createBaselines>;

/** A list stands for the service's reports for so long. */
const FRESH_MS = 60_000;

/**
 * Makes the baselines of creations.
 * @param highestClaimed the highest id of the reports that were created here; null where none is known
 */
export function createBaselines(highestClaimed: () => string | null, now: () => number) {
  /** The highest id of the last newest list; null where its ids are no numbers. */
  let newest: { requestedAt: number; highest: string | null } | null = null;
  let reading: Promise<Result<ReportList>> | null = null;

  /** Null where one of the ids is no rising number. */
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
    /** Takes in a list that was requested at a time, in milliseconds since the epoch. */
    noteList,
    /**
     * The baseline of a creation that is sent now: null where ids are no rising numbers. Its failure is
     * that of the list.
     * @param readList reads a list, and gives it to `noteList`
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
    /** About how many reports were made after a baseline. */
    createdSince(baseline: string): number {
      const high = highest([newest?.highest ?? null, highestClaimed()]) ?? baseline;
      return Number(high) - Number(baseline);
    },
  };
}
