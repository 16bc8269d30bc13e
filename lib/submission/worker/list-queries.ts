import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';

/** As many of the newest reports as one list shows. */
export const NEWEST_QUERY: ReportQuery = { ...RECENT_REPORTS_QUERY, perPage: 100 };

/**
 * The newest reports of a page, and of pages whose address goes on. Queries and fragments hold
 * secrets, and what is searched for stands in the logs of services.
 */
export function pageQuery(url: string): ReportQuery {
  return { ...NEWEST_QUERY, search: url.replace(/[?#].*/s, '') };
}
