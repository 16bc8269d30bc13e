import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Report, ReportList } from '@/lib/report/report';
import {
  isFiltered,
  isNewestFirst,
  NEWEST_QUERY,
  pageQuery,
  RECENT_REPORTS_QUERY,
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
  /** When the last report was made whose id nobody knows: an earlier list may lack it. */
  let unseenAt = Number.NEGATIVE_INFINITY;
  /** Those who need a list at the same time wait for the same. */
  const reading = new Map<ReportQuery, Promise<Outcome<Newest>>>();

  function stands(list: Newest | null): list is Newest {
    if (list === null || Math.abs(now() - list.begunAt) > FRESH_MS) return false;
    const isWhole = list.ids.every(isNumber) || list.perPage === NEWEST_QUERY.perPage;
    return isWhole && list.begunAt > unseenAt;
  }

  async function readNewest(query: ReportQuery): Promise<Outcome<Newest>> {
    const begunAt = now();
    const listed = await readList(query);
    if (hasFailed(listed)) return listed;
    return { value: newestOf(query, listed.value.reports, begunAt) };
  }

  function readOnce(query: ReportQuery): Promise<Outcome<Newest>> {
    const other = reading.get(query);
    if (other !== undefined) return other;
    const read = readNewest(query).finally(() => reading.delete(query));
    reading.set(query, read);
    return read;
  }

  /** The list that a creation goes by, whatever others read meanwhile. */
  async function listBefore(): Promise<Outcome<Newest>> {
    if (stands(newest)) return { value: newest };
    let read = await readOnce(RECENT_REPORTS_QUERY);
    if (!hasFailed(read) && !stands(read.value)) read = await readOnce(NEWEST_QUERY);
    return read;
  }

  return {
    async before(url) {
      const list = await listBefore();
      if (hasFailed(list)) return list;
      const ids = [...list.value.ids, ...own];
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
      newest = newestOf(query, reports, begunAt);
    },
    madeSince({ newestId }) {
      const highest = highestId([...(newest?.ids ?? []), ...own].filter(isNumber));
      return highest === null || newestId === null ? 0 : Number(highest) - Number(newestId);
    },
    noteOwn(reportId) {
      if (reportId === null) unseenAt = now();
      else own = [...own, reportId].slice(-MOST_OWN);
    },
  };
}

function newestOf({ perPage }: ReportQuery, reports: readonly Report[], begunAt: number): Newest {
  return { begunAt, perPage, ids: reports.map(({ id }) => id) };
}
