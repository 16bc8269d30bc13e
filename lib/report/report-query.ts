import { bareAddress } from '@/lib/url/page-key';
import { unquotedText } from '@/lib/url/typed-address';
import type { Rating } from './rating';

/** In display order. */
export const SORT_FIELDS = ['id', 'generated_at', 'url', 'result'] as const;

export const PAGE_SIZES = [10, 25, 50, 100] as const;

/** The parameters of a list call. An empty text or null does not filter. */
export interface ReportQuery {
  /** A part of the URL. */
  search: string;
  project: string;
  result: Rating | null;
  sortBy: (typeof SORT_FIELDS)[number];
  sort: 'desc' | 'asc';
  perPage: (typeof PAGE_SIZES)[number];
}

export const RECENT_REPORTS_QUERY: ReportQuery = {
  search: '',
  project: '',
  result: null,
  sortBy: 'id',
  sort: 'desc',
  perPage: 10,
};

export const NEWEST_QUERY: ReportQuery = { ...RECENT_REPORTS_QUERY, perPage: 100 };

/**
 * Returns the query for the reports of a page. The query also finds longer addresses that begin with
 * the page's address. Services log search texts, so the text omits URL query and fragment, which may
 * be secret.
 */
export function pageQuery(url: string): ReportQuery {
  const address = url.replace(/[?#].*/s, '').replace(/^(https?:\/\/)[^/@]*@/i, '$1');
  return { ...NEWEST_QUERY, search: searchText(address).replace(/(?<!\/)\/+$/, '') };
}

/** Removes scheme and leading `www.`, which the service's lists do not contain. */
export function searchText(typed: string): string {
  const bare = bareAddress(unquotedText(typed));
  // Some services list a home page without the final slash.
  return bare.replace(/^([^/?#]+)\/$/, '$1');
}

/** Returns the query for the newest hundred reports that match the same filters. */
export function newestOf(query: ReportQuery): ReportQuery {
  const { sortBy, sort, perPage } = NEWEST_QUERY;
  return { ...query, sortBy, sort, perPage };
}

export function isSameQuery(one: ReportQuery, other: ReportQuery): boolean {
  return QUERY_FIELDS.every((name) => one[name] === other[name]);
}

export function isNewestFirst({ sortBy, sort }: ReportQuery): boolean {
  return sortBy === 'id' && sort === 'desc';
}

/** Does not count the search text. */
export function filterCount({ project, result }: ReportQuery): number {
  return Number(project.trim() !== '') + Number(result !== null);
}

/** Whether a query has a search text or a filter. */
export function isFiltered({ search, project, result }: ReportQuery): boolean {
  return search.trim() !== '' || project.trim() !== '' || result !== null;
}

const QUERY_FIELDS = Object.keys(RECENT_REPORTS_QUERY) as (keyof ReportQuery)[];
