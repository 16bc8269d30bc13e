import { hasFailed, type Outcome } from '@/lib/outcome';
import type { ReportList } from '@/lib/report/report';
import {
  NEWEST_QUERY,
  pageQuery,
  RECENT_REPORTS_QUERY,
  type ReportQuery,
} from '@/lib/report/report-query';
import { type KnownReports, type NewestReports, newestOf } from './known-reports';
import { highestId, isNumber } from './match';
import type { PriorReports } from './task';

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
