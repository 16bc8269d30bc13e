import type { ReadList } from '@/lib/jobs/reads';
import { newestOf, type ReportQuery, searchText } from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';
import { otherSpellings } from '@/lib/url/shown-address';
import type { ListReply } from './loaded-list';
import { isSortedByDate } from './matching-reports';

/**
 * Creates the function that reads lists for extension pages. If a query finds nothing, the function
 * tries other spellings of the search. Never rejects.
 * @param readList reads a list from the service
 */
export function createListReads(readList: (query: ReportQuery) => Promise<ReadList>) {
  /** Whether the service has ignored the order by date. */
  let ignoresDates = false;

  return async (query: ReportQuery): Promise<Result<ListReply>> => {
    const isByDate = query.sortBy === 'generated_at';
    let requested = isByDate && ignoresDates ? newestOf(query) : query;
    let read = await readList(requested);
    for (const search of otherSpellings(searchText(query.search))) {
      if (hasFailed(read.list) || read.list.value.reports.length > 0) break;
      requested = { ...requested, search };
      read = await readList(requested);
    }
    if (!hasFailed(read.list) && !isSortedByDate(read.list.value.reports, requested)) {
      ignoresDates = true;
      requested = newestOf(requested);
      read = await readList(requested);
    }
    const { list, requestedAt, readAt } = read;
    if (hasFailed(list)) return list;
    // An empty reply always belongs to the original query.
    const isUnchanged = requested === query || list.value.reports.length === 0;
    const facts = { requested: isUnchanged ? null : requested, requestedAt, readAt };
    return { value: { ...list.value, ...facts } };
  };
}
