import { z } from '@/lib/schema';
import { bareAddress } from '@/lib/url/bare-address';
import { bareText } from '@/lib/url/typed-address';
import { Rating } from './rating';

/** Sort fields of the list call, in the order in which they are offered. */
export const SORT_FIELDS = ['id', 'generated_at', 'url', 'result'] as const;

export const PAGE_SIZES = [10, 25, 50, 100] as const;

/** What a list call asks for. Empty text and null mean: not filtered by this. */
export const ReportQuery = z.object({
  /** Part of the URL. */
  search: z.string(),
  project: z.string(),
  result: z.nullable(Rating),
  sortBy: z.literal(SORT_FIELDS),
  sort: z.literal(['desc', 'asc']),
  perPage: z.literal(PAGE_SIZES),
});
export type ReportQuery = z.infer<typeof ReportQuery>;

/** The newest ten reports, unfiltered. */
export const RECENT_REPORTS_QUERY: ReportQuery = {
  search: '',
  project: '',
  result: null,
  sortBy: 'id',
  sort: 'desc',
  perPage: 10,
};

/** As many of the newest as one list shows. */
export const NEWEST_QUERY: ReportQuery = { ...RECENT_REPORTS_QUERY, perPage: 100 };

/**
 * The newest reports of a page, and of pages whose address goes on, by the address as services list
 * it. Queries and fragments hold secrets, and what is searched for stands in the logs of services.
 */
export function pageQuery(url: string): ReportQuery {
  const address = url.replace(/[?#].*/s, '').replace(/^(https?:\/\/)[^/@]*@/i, '$1');
  return { ...NEWEST_QUERY, search: searchText(address).replace(/(?<!\/)\/+$/, '') };
}

/**
 * What is searched for when a text is typed: of an address its part after scheme and `www.`, which
 * services leave out of what they list, and nothing that programs put around a text when it is copied.
 */
export function searchText(typed: string): string {
  const bare = bareAddress(bareText(typed));
  // The address of a home page may be listed without its slash.
  return bare.replace(/^([^/?#]+)\/$/, '$1');
}

/** The newest hundred that a query matches, whatever its order: services may know no other. */
export function newestOf(query: ReportQuery): ReportQuery {
  const { sortBy, sort, perPage } = NEWEST_QUERY;
  return { ...query, sortBy, sort, perPage };
}

/** Whether two queries ask for the same. */
export function isSameQuery(one: ReportQuery, other: ReportQuery): boolean {
  return QUERY_FIELDS.every((name) => one[name] === other[name]);
}

/** Whether the newest reports come first, whatever else is asked for. */
export function isNewestFirst({ sortBy, sort }: ReportQuery): boolean {
  return sortBy === 'id' && sort === 'desc';
}

/** How many filters are on beside the search. */
export function filterCount({ project, result }: ReportQuery): number {
  return Number(project.trim() !== '') + Number(result !== null);
}

/** Whether a query leaves out reports by what they are. */
export function isFiltered({ search, project, result }: ReportQuery): boolean {
  return search.trim() !== '' || project.trim() !== '' || result !== null;
}

const QUERY_FIELDS = Object.keys(RECENT_REPORTS_QUERY) as (keyof ReportQuery)[];
