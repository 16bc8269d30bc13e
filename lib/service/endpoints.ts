import { Privacy } from '@/lib/report/privacy';
import type { ReportChange } from '@/lib/report/report-change';
import type { ReportDraft } from '@/lib/report/report-draft';
import { isReportId } from '@/lib/report/report-id';
import { type ReportQuery, searchText } from '@/lib/report/report-query';

/** One call of the interface, before it is addressed to a service. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `{base_url}/api/v1`, starting with a slash and never ending with one. */
  path: string;
  /** Query parameters of a GET, in order. */
  query?: [name: string, value: string][];
  /** Form fields of a POST or PUT, in order; may be empty. */
  form?: [name: string, value: string][];
}

/** @param page beyond the first only where an answer to this query has named it as its next */
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

/** Null, as for the other calls of one report, where no report can have this id. */
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

/** The password belongs to privacy Password alone. */
function form(fields: ReportDraft | ReportChange) {
  const password = fields.privacy === Privacy.Password ? fields.password : null;
  return parameters({ ...fields, password });
}

/** What there is to say, in order: an empty parameter is never sent. */
function parameters(values: Record<string, string | number | null | undefined>) {
  return Object.entries(values).flatMap(([name, value]): [string, string][] =>
    value === '' || value == null ? [] : [[name, String(value)]],
  );
}
