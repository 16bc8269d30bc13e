import { Privacy } from '@/lib/report/privacy';
import type { ReportChange } from '@/lib/report/report-change';
import type { ReportDraft } from '@/lib/report/report-draft';
import { isReportId } from '@/lib/report/report-id';
import { type ReportQuery, searchText } from '@/lib/report/report-query';

/** One call of the service's API, without base URL and credentials. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below `{base_url}/api/v1`, with a leading slash and without a trailing slash. */
  path: string;
  /** Query parameters of a GET, in order. */
  query?: [name: string, value: string][];
  /** Form fields of a POST or PUT, in order. */
  form?: [name: string, value: string][];
}

/** @param page 1, or `ReportList.next` of an answer to the same query */
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

/** Returns null if no report can have the id. */
export function getReport(id: string): Endpoint | null {
  return reportEndpoint(id, { method: 'GET' });
}

export function createReport(draft: ReportDraft): Endpoint {
  return { method: 'POST', path: '/reports', form: formFields(draft) };
}

/** Returns null if no report can have the id. */
export function updateReport(id: string, change: ReportChange): Endpoint | null {
  return reportEndpoint(id, { method: 'PUT', form: formFields(change) });
}

/** Returns null if no report can have the id. */
export function removeReport(id: string): Endpoint | null {
  return reportEndpoint(id, { method: 'DELETE' });
}

export function getAccount(): Endpoint {
  return { method: 'GET', path: '/account' };
}

function reportEndpoint(id: string, endpoint: Omit<Endpoint, 'path'>): Endpoint | null {
  return isReportId(id) ? { ...endpoint, path: `/reports/${encodeURIComponent(id)}` } : null;
}

/** Omits the password unless the privacy is Password. */
function formFields(fields: ReportDraft | ReportChange) {
  const password = fields.privacy === Privacy.Password ? fields.password : null;
  return parameters({ ...fields, password });
}

/** Omits empty values. */
function parameters(values: Record<string, string | number | null | undefined>) {
  return Object.entries(values).flatMap(([name, value]): [string, string][] =>
    value === '' || value == null ? [] : [[name, String(value)]],
  );
}
