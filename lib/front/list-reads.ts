import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Found, Report, ReportList } from '@/lib/report/report';
import { newestOf, type ReportQuery, searchText } from '@/lib/report/report-query';
import { withoutDeletions } from '@/lib/storage/locks';
import { otherSpellings } from '@/lib/url/search-spellings';
import type { FurtherPage, ListReply } from './held-list';
import { isSortedByDate } from './matching-reports';

interface ListReadTools {
  /** Reads a list of the service. */
  readList(query: ReportQuery): Promise<Outcome<ReportList>>;
  /** The number of the last outcome. */
  lastOutcome(): number;
  now(): number;
}

/**
 * Makes the reading of lists for pages: a query is asked in the words that the service understands.
 * It never rejects.
 */
export function createListReads({ readList, lastOutcome, now }: ListReadTools) {
  /** Whether the service has been seen to sort by something else when it was to sort by date. */
  let ignoresDates = false;

  async function ask(asked: ReportQuery) {
    const after = lastOutcome();
    const readAt = new Date(now()).toISOString();
    return { asked, after, readAt, listed: await readList(asked) };
  }

  return async (query: ReportQuery): Promise<Outcome<ListReply>> => {
    const isByDate = query.sortBy === 'generated_at';
    let read = await ask(isByDate && ignoresDates ? newestOf(query) : query);
    for (const search of otherSpellings(searchText(query.search))) {
      if (hasFailed(read.listed) || read.listed.value.reports.length > 0) break;
      read = await ask({ ...read.asked, search });
    }
    if (!hasFailed(read.listed) && !isSortedByDate(read.listed.value.reports, read.asked)) {
      ignoresDates = true;
      read = await ask(newestOf(read.asked));
    }
    const { listed, asked, after, readAt } = read;
    if (hasFailed(listed)) return listed;
    // Where no spelling finds anything, none is right.
    const isAsAsked = asked === query || listed.value.reports.length === 0;
    return { value: { ...listed.value, asked: isAsAsked ? null : asked, after, readAt } };
  };
}

interface FurtherReadTools {
  /** Reads a page of a list. */
  readPage(query: ReportQuery, page: number): Promise<Outcome<ReportList>>;
  /** How many reports this browser has deleted, or may have, since an outcome, by its number. */
  movedSince(after: number): number;
}

/**
 * Makes the reading of lists beyond what a page has. While this browser deletes reports, rows move to
 * the page before theirs: so nothing is deleted meanwhile, and reading begins where the first row that is
 * missing may stand by now.
 */
export function createFurtherReads({ readPage, movedSince }: FurtherReadTools) {
  return (query: ReportQuery, { place, after, next }: FurtherPage): Promise<Outcome<ReportList>> =>
    withoutDeletions(async () => {
      const first = Math.floor((place - movedSince(after)) / query.perPage) + 1;
      const reports: Report[] = [];
      let found: Record<string, Found> | undefined;
      for (let page = Math.max(1, Math.min(first, next)); ; page += 1) {
        const listed = await readPage(query, page);
        if (hasFailed(listed)) return listed;
        reports.push(...listed.value.reports);
        if (listed.value.found) found = { ...found, ...listed.value.found };
        const isLast = page === next || listed.value.next === null;
        if (isLast) return { value: { ...listed.value, reports, ...(found && { found }) } };
      }
    });
}
