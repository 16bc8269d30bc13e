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
import type { PriorReports } from './task';

/** What this worker has heard of the newest reports of a service, so that new ones can be told apart. */
export type KnownReports = ReturnType<typeof createKnownReports>;

/** The newest reports as one list has shown them. */
interface NewestReports {
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
export function createKnownReports(now: () => number) {
  let newest: NewestReports | null = null;
  let own: string[] = [];
  /** When the last report was made whose id nobody knows: an earlier list may lack it. */
  let unseenAt = Number.NEGATIVE_INFINITY;

  /** Whether a list stands for the service's reports now. */
  function stands({ begunAt, ids, perPage }: NewestReports): boolean {
    if (Math.abs(now() - begunAt) > FRESH_MS) return false;
    const isWhole = ids.every(isNumber) || perPage === NEWEST_QUERY.perPage;
    return isWhole && begunAt > unseenAt;
  }

  return {
    /** Takes in a list that was asked for at a time, in milliseconds since the epoch. */
    noteList(query: ReportQuery, reports: readonly Report[], begunAt: number): void {
      if (!isNewestFirst(query) || isFiltered(query)) return;
      // A list that was asked for earlier may come later.
      if (newest !== null && newest.begunAt > begunAt) return;
      newest = newestOf(query, reports, begunAt);
    },
    /** Takes in the report that the service has just made; null where its answer did not show it. */
    noteOwn(reportId: string | null): void {
      if (reportId === null) unseenAt = now();
      else own = [...own, reportId].slice(-MOST_OWN);
    },
    /** The ids of reports of our own: a list that was on its way while one was made does not show it. */
    own: (): readonly string[] => own,
    /** The newest list, where it still stands for the service's reports. */
    newest: () => (newest !== null && stands(newest) ? newest : null),
    stands,
    /** About how many reports were made after those that were there; 0 where ids do not tell. */
    madeSince({ newestId }: PriorReports): number {
      const highest = highestId([...(newest?.ids ?? []), ...own].filter(isNumber));
      return highest === null || newestId === null ? 0 : Number(highest) - Number(newestId);
    },
  };
}

/** The ids of a list that was asked for at a time. */
function newestOf(
  { perPage }: ReportQuery,
  reports: readonly Report[],
  begunAt: number,
): NewestReports {
  return { begunAt, perPage, ids: reports.map(({ id }) => id) };
}

/**
 * Makes a function that finds the reports that the service has before a page is reported: those of a
 * recent list, or of a list read now, and those made here since. Its failure is that of the list.
 * @param readList reads a list, which `known` hears of as well
 */
export function createPriorReports(
  known: KnownReports,
  readList: (query: ReportQuery) => Promise<Outcome<ReportList>>,
  now: () => number,
): (url: string) => Promise<Outcome<PriorReports>> {
  /** Creations that need a list at the same time wait for the same. */
  const reading = new Map<ReportQuery, Promise<Outcome<NewestReports>>>();

  async function readNewest(query: ReportQuery): Promise<Outcome<NewestReports>> {
    const begunAt = now();
    const listed = await readList(query);
    return hasFailed(listed) ? listed : { value: newestOf(query, listed.value.reports, begunAt) };
  }

  function readOnce(query: ReportQuery): Promise<Outcome<NewestReports>> {
    const other = reading.get(query);
    if (other !== undefined) return other;
    const read = readNewest(query).finally(() => reading.delete(query));
    reading.set(query, read);
    return read;
  }

  /** The list that a creation goes by, whatever others read meanwhile. */
  async function newestList(): Promise<Outcome<NewestReports>> {
    const there = known.newest();
    if (there !== null) return { value: there };
    const recent = await readOnce(RECENT_REPORTS_QUERY);
    return hasFailed(recent) || known.stands(recent.value) ? recent : readOnce(NEWEST_QUERY);
  }

  return async (url) => {
    const list = await newestList();
    if (hasFailed(list)) return list;
    const ids = [...list.value.ids, ...known.own()];
    if (ids.every(isNumber)) return { value: { newestId: highestId(ids), ids: [] } };
    const ofPage = await readList(pageQuery(url));
    if (hasFailed(ofPage)) return ofPage;
    const all = [...ids, ...known.own(), ...ofPage.value.reports.map(({ id }) => id)];
    return { value: { newestId: null, ids: [...new Set(all)] } };
  };
}
