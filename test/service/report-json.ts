import type { ReportContent } from './report-contents';
import type { ReportPage } from './report-store';
import { servedChecks } from './served-checks';
import { bareAddress, type StoredReport } from './served-report';

/** How answers word what the interface leaves open. Parts left out are as installations usually have them. */
export interface Shape {
  /** Default `number`. */
  readonly id?: 'number' | 'uuid';
  /**
   * Whether `result` is a score, as usual, a word, or null; `field` has the score in `score` and no `result`.
   */
  readonly result?: 'score' | 'word' | 'none' | 'field';
  /** Default `bare`: without scheme and `www.`. */
  readonly url?: 'bare' | 'full';
  /** Whether a list is an array under `data`, beside its pages, as usual; or the whole answer. */
  readonly list?: 'pages' | 'array';
  /** Whether reports carry their checks, in lists too; default true. */
  readonly checks?: boolean;
  /** About how large the checks of one report are at the least; up to 50 is usual. */
  readonly kilobytes?: number;
  /** Whether lists contain one more row, the second, that is no report. */
  readonly unreadableRow?: boolean;
  /** Whether reports carry many more fields that the interface does not name. */
  readonly extraFields?: boolean;
  /** What a single report holds in the place of its checks. */
  readonly content?: ReportContent;
  /** Whether messages of PHP stand before each body. */
  readonly phpMessages?: boolean;
}

/** As services might answer that are of no family that we know: words, whole addresses, plain arrays. */
export const OTHER_SHAPE: Shape = {
  id: 'uuid',
  result: 'word',
  url: 'full',
  list: 'array',
  checks: false,
};

const UUID_START = '5e0c0ffe-0000-4000-8000-';

/** The identifier that a path segment names, in either notation; 0, which no report has, if in none. */
export function readId(segment: string): number {
  if (/^[1-9]\d{0,14}$/.test(segment)) return Number(segment);
  if (!segment.startsWith(UUID_START)) return 0;
  const node = segment.slice(UUID_START.length);
  return /^[\da-f]{12}$/.test(node) ? Number.parseInt(node, 16) : 0;
}

/** An identifier as an answer shows it. */
export function writeId(id: number, shape: Shape): number | string {
  return shape.id === 'uuid' ? UUID_START + id.toString(16).padStart(12, '0') : id;
}

/**
 * A single report, in its envelope. The answer to a write tells the score with its fraction, and the
 * privacy as it was sent, as text.
 */
export function writeSingle(report: StoredReport, shape: Shape, { isWrite = false } = {}): object {
  const { score } = report;
  const written = {
    ...writeReport(report, shape),
    ...(isWrite && { ...writeResult(report, shape, score), privacy: String(report.privacy) }),
    ...(shape.content && { results: undefined, ...shape.content }),
  };
  return { data: written };
}

/** One page of a list, in its envelope. `query` is the one that asked for it. */
export function writeList(
  { reports, total, perPage, page }: ReportPage,
  query: URLSearchParams,
  baseUrl: string,
  shape: Shape,
): object {
  const rows: unknown[] = reports.map((report) => writeReport(report, shape));
  if (shape.unreadableRow) rows.splice(1, 0, unreadableRow);
  if (shape.list === 'array') return rows;
  const path = `${baseUrl}/api/v1/reports`;
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const link = (number: number) => {
    const isThere = number >= 1 && number <= lastPage;
    const parameters = new URLSearchParams(query);
    parameters.set('page', String(number));
    return isThere ? `${path}?${parameters}` : null;
  };
  const first = (page - 1) * perPage;
  const isEmpty = reports.length === 0;
  return {
    data: rows,
    links: { first: link(1), last: link(lastPage), prev: link(page - 1), next: link(page + 1) },
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

/** The id of the account that a service's own key belongs to. */
export const ACCOUNT_ID = 7;

/** The account that owns the key, in its envelope. */
export function writeAccount(id = ACCOUNT_ID): object {
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
      created_at: microseconds('2025-02-11T09:30:00.000Z'),
    },
  };
}

/** A report as an answer shows it. */
function writeReport(report: StoredReport, shape: Shape) {
  const { endedAt, project, score, failing, privacy, password } = report;
  const id = writeId(report.id, shape);
  const results = score === null ? {} : servedChecks(endedAt, score, failing, shape.kilobytes);
  return {
    id,
    url: shape.url === 'full' ? endedAt : bareAddress(endedAt),
    project,
    ...writeResult(report, shape, score === null ? null : Math.round(score)),
    ...((shape.checks ?? true) && { results }),
    privacy,
    password: password !== null,
    generated_at: microseconds(report.generated_at),
    created_at: microseconds(report.created_at),
    updated_at: microseconds(report.updated_at),
    ...(shape.extraFields && extraFields),
  };
}

function writeResult({ result }: StoredReport, shape: Shape, score: number | null) {
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

/** A time as the services write it. */
function microseconds(date: string | null): string | null {
  return date && new Date(date).toISOString().replace('Z', '000Z');
}

const unreadableRow = { object: 'report', error: 'This row could not be loaded.' };

/** Fields of every JSON type, with text that must be shown as it stands. */
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
