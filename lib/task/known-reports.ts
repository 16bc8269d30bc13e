import type { Report } from '@/lib/report/report';
import {
  isFiltered,
  isNewestFirst,
  NEWEST_QUERY,
  type ReportQuery,
} from '@/lib/report/report-query';
import { highestId, isNumber } from './match';
import type { PriorReports } from './task';

/** What this worker has heard of the newest reports of a service, so that new ones can be told apart. */
export interface KnownReports {
  /** Takes in a list that was asked for at a time, in milliseconds since the epoch. */
  noteList(query: ReportQuery, reports: readonly Report[], begunAt: number): void;
  /** Takes in the report that the service has just made; null where its answer did not show it. */
  noteOwn(reportId: string | null): void;
  /** The ids of reports of our own: a list that was on its way while one was made does not show it. */
  own(): readonly string[];
  /** The newest list, where it still stands for the service's reports. */
  newest(): NewestReports | null;
  /** Whether a list stands for the service's reports now. */
  stands(list: NewestReports): boolean;
  /** About how many reports were made after those that were there; 0 where ids do not tell. */
  madeSince(prior: PriorReports): number;
}

/** The newest reports as one list has shown them. */
export interface NewestReports {
  /** When the list was asked for, in milliseconds since the epoch. */
  begunAt: number;
  perPage: number;
  ids: string[];
}

/** A list stands for the service's reports for so long. */
const FRESH_MS = 60_000;

/** More are made while one list is on its way. */
const MOST_OWN = 100;

/** Makes the knowledge of a worker that has read nothing. */
export function createKnownReports(now: () => number): KnownReports {
  let newest: NewestReports | null = null;
  let own: string[] = [];
  /** When the last report was made whose id nobody knows: an earlier list may lack it. */
  let unseenAt = Number.NEGATIVE_INFINITY;

  function stands({ begunAt, ids, perPage }: NewestReports): boolean {
    if (Math.abs(now() - begunAt) > FRESH_MS) return false;
    const isWhole = ids.every(isNumber) || perPage === NEWEST_QUERY.perPage;
    return isWhole && begunAt > unseenAt;
  }

  return {
    noteList(query, reports, begunAt) {
      if (!isNewestFirst(query) || isFiltered(query)) return;
      // A list that was asked for earlier may come later.
      if (newest !== null && newest.begunAt > begunAt) return;
      newest = newestOf(query, reports, begunAt);
    },
    noteOwn(reportId) {
      if (reportId === null) unseenAt = now();
      else own = [...own, reportId].slice(-MOST_OWN);
    },
    own: () => own,
    newest: () => (newest !== null && stands(newest) ? newest : null),
    stands,
    madeSince({ newestId }) {
      const highest = highestId([...(newest?.ids ?? []), ...own].filter(isNumber));
      return highest === null || newestId === null ? 0 : Number(highest) - Number(newestId);
    },
  };
}

/** The ids of a list that was asked for at a time. */
export function newestOf(
  { perPage }: ReportQuery,
  reports: readonly Report[],
  begunAt: number,
): NewestReports {
  return { begunAt, perPage, ids: reports.map(({ id }) => id) };
}
