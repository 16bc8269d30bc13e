import { Privacy } from '@/lib/report/privacy';
import type { ReportChange } from '@/lib/report/report-change';
import type { ReportDraft } from '@/lib/report/report-draft';
import { isReportId } from '@/lib/report/report-id';
import { type ReportQuery, searchText } from '@/lib/report/report-query';

/** One call of the HTTP interface, without the base URL and the credentials. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below `{base_url}/api/v1`. Starts with a slash and does not end with a slash. */
  path: string;
  /** Query parameters of a GET, in order. */
  query?: [name: string, value: string][];
  /** Form fields of a POST or PUT, in order; may be empty. */
  form?: [name: string, value: string][];
}

/** @param page above 1 only if an answer to this query has named this page as `next` */
export function listReports(query: ReportQuery, page = 1): Endpoint {
  const search = searchText(query.search);
  return {
    method: 'GET',
    path: '/reports',
    query: parameters({
      search,
      search_by: search && 'url',
      project: query.project.trim(),
      result: query.result,
      sort_by: query.sortBy,
      sort: query.sort,
      per_page: query.perPage,
      page: page > 1 ? page : null,
    }),
  };
}

/** Returns null if no report can have this id, like the other calls about one report. */
export function getReport(id: string): Endpoint | null {
  return ofReport(id, { method: 'GET' });
}

export function createReport(draft: ReportDraft): Endpoint {
  return { method: 'POST', path: '/reports', form: form(draft) };
}

export function updateReport(id: string, change: ReportChange): Endpoint | null {
  return ofReport(id, { method: 'PUT', form: form(change) });
}

export function removeReport(id: string): Endpoint | null {
  return ofReport(id, { method: 'DELETE' });
}

export function getAccount(): Endpoint {
  return { method: 'GET', path: '/account' };
}

function ofReport(id: string, endpoint: Omit<Endpoint, 'path'>): Endpoint | null {
  return isReportId(id) ? { ...endpoint, path: `/reports/${encodeURIComponent(id)}` } : null;
}

/** Sends a password only with privacy Password. */
function form(fields: ReportDraft | ReportChange) {
  const password = fields.privacy === Privacy.Password ? fields.password : null;
  return parameters({ ...fields, password });
}

/** Leaves out empty parameters. */
function parameters(values: Record<string, string | number | null | undefined>) {
  return Object.entries(values).flatMap(([name, value]): [string, string][] =>
    value === '' || value == null ? [] : [[name, String(value)]],
  );
}
