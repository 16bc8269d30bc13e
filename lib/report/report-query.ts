import { z } from '@/lib/schema';
import { bareAddress } from '@/lib/url/page-key';
import { unquotedText } from '@/lib/url/typed-address';
import { Rating } from './rating';

/** The fields by which the service can sort a list, in display order. */
export const SORT_FIELDS = ['id', 'generated_at', 'url', 'result'] as const;

/** The numbers of reports that a request for a list can ask for. */
export const PAGE_SIZES = [10, 25, 50, 100] as const;

/** The parameters of a list call. An empty text or null filters nothing. */
export const ReportQuery = z.object({
  /** A part of the URL. */
  search: z.string(),
  project: z.string(),
  result: z.nullable(Rating),
  sortBy: z.literal(SORT_FIELDS),
  sort: z.literal(['desc', 'asc']),
  perPage: z.literal(PAGE_SIZES),
});
export type ReportQuery = z.infer<typeof ReportQuery>;

/** The newest ten reports, without filters. */
export const RECENT_REPORTS_QUERY: ReportQuery = {
  search: '',
  project: '',
  result: null,
  sortBy: 'id',
  sort: 'desc',
  perPage: 10,
};

/** The newest hundred reports, without filters. */
export const NEWEST_QUERY: ReportQuery = { ...RECENT_REPORTS_QUERY, perPage: 100 };

/**
 * Returns the query for the newest reports of a page. Also finds longer addresses that begin alike.
 * The search text has no URL query and fragment: they may contain secrets, and services log search
 * texts.
 */
export function pageQuery(url: string): ReportQuery {
  const address = url.replace(/[?#].*/s, '').replace(/^(https?:\/\/)[^/@]*@/i, '$1');
  return { ...NEWEST_QUERY, search: searchText(address).replace(/(?<!\/)\/+$/, '') };
}

/**
 * Returns the text to search for. Removes scheme and `www.` of an address, because the service's
 * lists contain neither. Also removes invisible characters, and quotation marks around the text.
 */
export function searchText(typed: string): string {
  const bare = bareAddress(unquotedText(typed));
  // A service may list a home page without its slash.
  return bare.replace(/^([^/?#]+)\/$/, '$1');
}

/** Returns the query for the newest hundred reports with the same filters. */
export function newestOf(query: ReportQuery): ReportQuery {
  const { sortBy, sort, perPage } = NEWEST_QUERY;
  return { ...query, sortBy, sort, perPage };
}

/** Whether two queries are equal in all fields. */
export function isSameQuery(one: ReportQuery, other: ReportQuery): boolean {
  return QUERY_FIELDS.every((name) => one[name] === other[name]);
}

/** Whether a query sorts the newest reports first. */
export function isNewestFirst({ sortBy, sort }: ReportQuery): boolean {
  return sortBy === 'id' && sort === 'desc';
}

/** Returns the number of filters, without the search. */
export function filterCount({ project, result }: ReportQuery): number {
  return Number(project.trim() !== '') + Number(result !== null);
}

/** Whether a query has a search text or a filter. */
export function isFiltered({ search, project, result }: ReportQuery): boolean {
  return search.trim() !== '' || project.trim() !== '' || result !== null;
}

const QUERY_FIELDS = Object.keys(RECENT_REPORTS_QUERY) as (keyof ReportQuery)[];
