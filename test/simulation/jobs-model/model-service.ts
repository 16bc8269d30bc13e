import type { Privacy } from '@/lib/report/privacy';
import type { Report, ReportList } from '@/lib/report/report';
import type { StoredChange } from '@/lib/report/report-change';
import type { ReportQuery } from '@/lib/report/report-query';
import { nonNumericId, sampleReport } from '../../support/sample-report';
import { type ServiceTraits, urlOf } from './scenario';

/** A report in the service's database. A deleted report keeps its row. */
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

/** The cause of a change: an operation, another person, or the start of the scenario. */
export type Origin = { operationId: string } | 'another person' | 'the start';

export interface ModelService {
  traits: ServiceTraits;
  /** The rows of all reports, in the order of creation. */
  rows: Row[];
  /** The time of the last result, in milliseconds since the epoch. */
  lastResultAt: number;
}

const REPORTS_AT_START = 5;
/** The id of the first report is made from this number. Each further report has the next number. */
const FIRST_NUMBER = 7;

export function createModelService(traits: ServiceTraits): ModelService {
  const service: ModelService = { traits, rows: [], lastResultAt: 0 };
  for (let number = 0; number < REPORTS_AT_START; number += 1) {
    const url = number === 0 ? urlOf(0) : `https://former.example/${number}`;
    addReport(service, { url, privacy: 1 }, 'the start', 0);
  }
  return service;
}

export function addReport(
  service: ModelService,
  { url, privacy }: { url: string; privacy: Privacy },
  origin: Origin,
  now: number,
): Row {
  const number = FIRST_NUMBER + service.rows.length;
  const id = service.traits.ids === 'numeric' ? `${number}` : nonNumericId(number);
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

/** Returns all existing reports in the form of list answers, newest first. */
export function listedReports({ rows, traits }: ModelService): Report[] {
  return rows
    .filter(({ gone }) => gone === null)
    .map(({ report }) => (traits.listsPrivacy ? report : { ...report, privacy: null }))
    .reverse();
}

/** Returns the first page of a list. */
export function firstPageOf(
  { traits }: ModelService,
  reports: readonly Report[],
  { search, perPage }: ReportQuery,
): ReportList {
  const matches = ({ url }: Report) => traits.canSearch && url?.includes(search) === true;
  const found = search === '' ? reports : reports.filter(matches);
  const next = found.length > perPage ? 2 : null;
  return { reports: found.slice(0, perPage), unreadable: 0, total: found.length, next };
}

function listedUrlOf(url: string): string {
  return url.replace(/^https:\/\/(?:www\.)?/, '').replace('/redirects', '/landing');
}

/** Returns a time that is later than all earlier results. */
function nextResultTime(service: ModelService, now: number): string {
  service.lastResultAt = Math.max(service.lastResultAt + 1, now);
  return new Date(service.lastResultAt).toISOString();
}
