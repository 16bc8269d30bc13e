import type { Privacy } from '@/lib/report/privacy';
import type { Report, ReportList } from '@/lib/report/report';
import type { StoredChange } from '@/lib/report/report-change';
import type { ReportQuery } from '@/lib/report/report-query';
import { sampleReport } from '../../support/sample-report';
import { type Traits, urlOf } from './scenario';

/** A report of the service, which may be deleted. */
export interface Row {
  report: Report;
  /** The address in the request. */
  requestedUrl: string;
  origin: Origin;
  /** All updates, in order. */
  changes: { update: StoredChange; origin: Origin }[];
  /** The origin of the deletion; null if the report exists. */
  gone: Origin | null;
}

/** Who has made a change: an operation, another client, or the history's beginning. */
export type Origin = { operationId: string } | 'another client' | 'the beginning';

/** The service, without its network. */
export interface ModelService {
  traits: Traits;
  /** All reports ever created, in order. */
  rows: Row[];
  /** The time of the last result, in milliseconds since the epoch. */
  lastResultAt: number;
}

/** The number of reports at the start of a history. */
const REPORTS_AT_START = 5;

export function createModelService(traits: Traits): ModelService {
  const service: ModelService = { traits, rows: [], lastResultAt: 0 };
  for (let at = 0; at < REPORTS_AT_START; at += 1) {
    const url = at === 0 ? urlOf(0) : `https://former.example/${at}`;
    addReport(service, { url, privacy: 1 }, 'the beginning', 0);
  }
  return service;
}

/** Creates a report. */
export function addReport(
  service: ModelService,
  { url, privacy }: { url: string; privacy: Privacy },
  origin: Origin,
  now: number,
): Row {
  const number = service.rows.length + 7;
  const id = service.traits.ids === 'numbers' ? `${number}` : `r${(number * 7919) % 10_007}`;
  const listedUrl = listedUrlOf(url);
  const report = sampleReport(id, {
    url: listedUrl,
    fullUrl: `https://${listedUrl}`,
    privacy,
    generatedAt: nextResultTime(service, now),
  });
  const row: Row = { report, requestedUrl: url, origin, changes: [], gone: null };
  service.rows.push(row);
  return row;
}

/** Updates a report. Returns null if the report does not exist. */
export function updateReport(
  service: ModelService,
  { id, update }: { id: string; update: StoredChange },
  origin: Origin,
  now: number,
): Row | null {
  const row = existingRow(service, id);
  if (row === null) return null;
  row.changes.push({ update, origin });
  const { privacy = row.report.privacy } = update;
  const generatedAt = update.results === 1 ? nextResultTime(service, now) : row.report.generatedAt;
  row.report = { ...row.report, privacy, generatedAt };
  return row;
}

/** Deletes a report. Returns whether the report existed. */
export function removeReport(service: ModelService, id: string, origin: Origin): boolean {
  const row = existingRow(service, id);
  if (row !== null) row.gone = origin;
  return row !== null;
}

export function existingRow({ rows }: ModelService, id: string): Row | null {
  return rows.find(({ report, gone }) => report.id === id && gone === null) ?? null;
}

/** Returns the reports that lists show at this moment, newest first. */
export function listedReports({ rows, traits }: ModelService): Report[] {
  const reports: Report[] = [];
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = rows[at];
    if (row === undefined || row.gone !== null) continue;
    reports.push(traits.listsPrivacy ? row.report : { ...row.report, privacy: null });
  }
  return reports;
}

/** Returns the first page of a list. */
export function listOf(
  { traits }: ModelService,
  reports: readonly Report[],
  { search, perPage }: ReportQuery,
): ReportList {
  const isMatch = ({ url }: Report) => traits.canSearch && url?.includes(search) === true;
  const found = search === '' ? reports : reports.filter(isMatch);
  const next = found.length > perPage ? 2 : null;
  return { reports: found.slice(0, perPage), unreadable: 0, total: found.length, next };
}

/** Returns the address under which the service lists a page. */
function listedUrlOf(url: string): string {
  return url.replace(/^https:\/\/(?:www\.)?/, '').replace('/redirects', '/landing');
}

/** Returns a time that is later than all former results. */
function nextResultTime(service: ModelService, now: number): string {
  service.lastResultAt = Math.max(service.lastResultAt + 1, now);
  return new Date(service.lastResultAt).toISOString();
}
