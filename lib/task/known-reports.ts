import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Report, ReportList } from '@/lib/report/report';
import {
  isFiltered,
  isNewestFirst,
  NEWEST_QUERY,
  pageQuery,
  type ReportQuery,
} from '@/lib/report/report-query';
import { highestId, isNumber } from './match';
import type { KnownReports } from './task';

/** What the worker knows of the reports that a service has, so that new ones can be told from them. */
export interface ReportKnowledge {
  /**
   * The reports that are there before a page is reported, read anew where no list is young enough. It
   * fails as the list does.
   */
  before(url: string): Promise<Outcome<KnownReports>>;
  /** Takes in a list that was asked for at a time, in milliseconds since the epoch. */
  noteList(query: ReportQuery, reports: readonly Report[], begunAt: number): void;
  /** About how many reports were made after those that were known; 0 where ids do not tell. */
  madeSince(known: KnownReports): number;
  /** Takes in the report that the service has just made; null where its answer did not show it. */
  noteOwn(reportId: string | null): void;
}

/** A list stands for the service's reports for so long. */
const FRESH_MS = 60_000;

/** More than are made while one list is on its way. */
const MOST_OWN = 100;

/** The newest reports as a list has shown them. */
interface Newest {
  begunAt: number;
  perPage: number;
  ids: string[];
}

/**
 * Makes the knowledge of a worker that has read nothing.
 * @param readList reads a list, which comes back by `noteList` as well
 */
export function createReportKnowledge(
  readList: (query: ReportQuery) => Promise<Outcome<ReportList>>,
  now: () => number,
): ReportKnowledge {
  let newest: Newest | null = null;
  /** Reports of our own: a list that was on its way while one was made does not show it. */
  let own: string[] = [];
  /** Those who need a list at the same time wait for the same. */
  let reading: Promise<Outcome<ReportList>> | null = null;

  function fresh(): Newest | null {
    if (newest === null || Math.abs(now() - newest.begunAt) > FRESH_MS) return null;
    // Where ids are no numbers, ten rows stand for ten reports.
    const isEnough = newest.ids.every(isNumber) || newest.perPage === NEWEST_QUERY.perPage;
    return isEnough ? newest : null;
  }

  function readNewest(): Promise<Outcome<ReportList>> {
    reading ??= readList(NEWEST_QUERY).finally(() => {
      reading = null;
    });
    return reading;
  }

  return {
    async before(url) {
      if (fresh() === null) {
        const listed = await readNewest();
        if (hasFailed(listed)) return listed;
      }
      const ids = [...(newest?.ids ?? []), ...own];
      if (ids.every(isNumber)) return { value: { newestId: highestId(ids), ids: [] } };
      const ofPage = await readList(pageQuery(url));
      if (hasFailed(ofPage)) return ofPage;
      const all = [...ids, ...own, ...ofPage.value.reports.map(({ id }) => id)];
      return { value: { newestId: null, ids: [...new Set(all)] } };
    },
    noteList(query, reports, begunAt) {
      if (!isNewestFirst(query) || isFiltered(query)) return;
      // A list that was asked for earlier may come later.
      if (newest !== null && newest.begunAt > begunAt) return;
      newest = { begunAt, perPage: query.perPage, ids: reports.map(({ id }) => id) };
    },
    madeSince({ newestId }) {
      const highest = highestId([...(newest?.ids ?? []), ...own].filter(isNumber));
      return highest === null || newestId === null ? 0 : Number(highest) - Number(newestId);
    },
    noteOwn(reportId) {
      if (reportId === null) newest = null;
      else own = [...own, reportId].slice(-MOST_OWN);
    },
  };
}
