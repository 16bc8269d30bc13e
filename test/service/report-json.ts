import type { ReportContent } from './report-contents';
import type { ReportPage } from './report-store';
import { servedChecks } from './served-checks';
import { bareAddress, type StoredReport } from './served-report';

/**
 * The differences between the answers of services. Most installations have the default values
 * (Enspirer/ESEO-Tool, app/Http/Resources/ReportResource.php).
 */
export interface Shape {
  /** By default `number`. */
  readonly id?: 'number' | 'uuid';
  /** The value of `result`: a score (by default), a word, or null. `field`: the score is in `score`. */
  readonly result?: 'score' | 'word' | 'none' | 'field';
  /** By default `bare`: without scheme and `www.`. */
  readonly url?: 'bare' | 'full';
  /** `pages` (by default): an array under `data`, with page links. `array`: the array is the whole answer. */
  readonly list?: 'pages' | 'array';
  /** Whether reports, including the rows of lists, contain their checks; by default true. */
  readonly checks?: boolean;
  /** Approximate minimum size of a report's checks. Checks of real reports have up to 50 kilobytes. */
  readonly kilobytes?: number;
  readonly unreadableRow?: boolean;
  /** Whether reports contain many fields that the interface does not name. */
  readonly extraFields?: boolean;
  readonly content?: ReportContent;
  readonly phpMessages?: boolean;
}

/** The answers of other software with the same interface. No public sample was found. */
export const OTHER_SHAPE: Shape = {
  id: 'uuid',
  result: 'word',
  url: 'full',
  list: 'array',
  checks: false,
};

const UUID_START = '5e0c0ffe-0000-4000-8000-';

/** Returns the id in a segment of a path. Returns 0 for any other text, because no report has the id 0. */
export function readId(segment: string): number {
  if (/^[1-9]\d{0,14}$/.test(segment)) return Number(segment);
  if (!segment.startsWith(UUID_START)) return 0;
  const node = segment.slice(UUID_START.length);
  return /^[\da-f]{12}$/.test(node) ? Number.parseInt(node, 16) : 0;
}

export function idJson(id: number, shape: Shape): number | string {
  return shape.id === 'uuid' ? UUID_START + id.toString(16).padStart(12, '0') : id;
}

export function singleReportJson(
  report: StoredReport,
  shape: Shape,
  { isAfterWrite = false } = {},
): object {
  const { results, ...fields } = reportJson(report, shape);
  const afterWrite = isAfterWrite && {
    ...resultJson(report, shape, report.score),
    privacy: String(report.privacy),
  };
  // Services send the checks in the field `results`.
  const content = shape.content ?? (results && { results });
  return { data: { ...fields, ...afterWrite, ...content } };
}

/** @param query the query of the request */
export function listJson(
  { reports, total, perPage, page }: ReportPage,
  query: URLSearchParams,
  baseUrl: string,
  shape: Shape,
): object {
  const rows: unknown[] = reports.map((report) => reportJson(report, shape));
  if (shape.unreadableRow) rows.splice(1, 0, unreadableRow);
  if (shape.list === 'array') return rows;
  const path = `${baseUrl}/api/v1/reports`;
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const linkTo = (number: number) => {
    const exists = number >= 1 && number <= lastPage;
    const parameters = new URLSearchParams(query);
    parameters.set('page', String(number));
    return exists ? `${path}?${parameters}` : null;
  };
  const first = (page - 1) * perPage;
  const isEmpty = reports.length === 0;
  return {
    data: rows,
    links: {
      first: linkTo(1),
      last: linkTo(lastPage),
      prev: linkTo(page - 1),
      next: linkTo(page + 1),
    },
    meta: {
      current_page: page,
      from: isEmpty ? null : first + 1,
      last_page: lastPage,
      path,
      per_page: perPage,
      to: isEmpty ? null : first + reports.length,
      total,
    },
  };
}

export const ACCOUNT_ID = 7;

/** Source: Enspirer/ESEO-Tool, app/Http/Resources/AccountResource.php. */
export function accountJson(id = ACCOUNT_ID): object {
  const isOther = id !== ACCOUNT_ID;
  return {
    data: {
      id,
      name: isOther ? 'Grace Okafor' : 'Rosa Lindqvist',
      email: isOther ? 'grace@studio.example' : 'rosa@agency.example',
      avatar_url: `https://avatars.example/${id}.png`,
      locale: 'en',
      timezone: 'Europe/Stockholm',
      plan: {
        id: 3,
        name: 'Agency',
        features: { reports: 500, branded_reports: 1, api: 1 },
      },
      created_at: isoWithMicroseconds('2025-02-11T09:30:00.000Z'),
    },
  };
}

function reportJson(report: StoredReport, shape: Shape) {
  const { finalUrl, project, score, failing, privacy, password } = report;
  const id = idJson(report.id, shape);
  const results = score === null ? {} : servedChecks(finalUrl, score, failing, shape.kilobytes);
  return {
    id,
    url: shape.url === 'full' ? finalUrl : bareAddress(finalUrl),
    project,
    ...resultJson(report, shape, score === null ? null : Math.round(score)),
    ...((shape.checks ?? true) && { results }),
    privacy,
    password: password !== null,
    generated_at: isoWithMicroseconds(report.generated_at),
    created_at: isoWithMicroseconds(report.created_at),
    updated_at: isoWithMicroseconds(report.updated_at),
    ...(shape.extraFields && extraFields),
  };
}

function resultJson({ result }: StoredReport, shape: Shape, score: number | null) {
  switch (shape.result ?? 'score') {
    case 'score':
      return { result: score };
    case 'word':
      return { result };
    case 'none':
      return { result: null };
    case 'field':
      return { score };
  }
}

/** Returns a time in the services' format: ISO 8601 with microseconds. */
function isoWithMicroseconds(date: string | null): string | null {
  return date && new Date(date).toISOString().replace('Z', '000Z');
}

const unreadableRow = { object: 'report', error: 'This row could not be loaded.' };

/** Made-up fields of every JSON type. Extension pages must show these texts unchanged. */
const extraFields = {
  title: 'Bread & rolls <b>every day</b> — "fresh" & warm',
  language: 'de-CH',
  is_indexable: true,
  http_status: 200,
  load_time_seconds: 0.482,
  canonical_url: null,
  keywords: ['bread', 'rolls', 'خبز', '面包'],
  size: { html_bytes: 18_204, images: { count: 7, largest: { name: 'oven.jpg', bytes: 90_112 } } },
  links: [
    { href: '/opening-hours', text: 'Opening hours', follow: true },
    { href: '/old-offers', text: '', follow: false },
  ],
  notes: '',
  tags: [],
};
