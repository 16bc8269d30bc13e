import type { ReportContent } from './report-contents';
import type { ReportPage } from './report-store';
import type { StoredReport } from './served-report';

/** How answers word what the interface leaves open. Parts left out are as usual. */
export interface Shape {
  /** Default `number`. */
  readonly id?: 'number' | 'uuid';
  /** Whether lists contain one more row, the second, that is no report. */
  readonly unreadableRow?: boolean;
  /** Whether reports carry many more fields that the interface does not name. */
  readonly extraFields?: boolean;
  /** Whether reports carry addresses of their own: in the API, and of a page to open in a browser. */
  readonly links?: boolean;
  /** What a single report holds besides all that. */
  readonly content?: ReportContent;
}

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

/** A single report, in its envelope. `baseUrl` is the service's own. */
export function writeSingle(report: StoredReport, baseUrl: string, shape: Shape): unknown {
  return { data: { ...writeReport(report, baseUrl, shape), ...shape.content } };
}

/** One page of a list, in its envelope. */
export function writeList(page: ReportPage, baseUrl: string, shape: Shape): unknown {
  const rows: unknown[] = page.reports.map((report) => writeReport(report, baseUrl, shape));
  if (shape.unreadableRow) rows.splice(1, 0, unreadableRow);
  // The interface has no page parameter, so no link leads to another page.
  const links = { first: `${baseUrl}/api/v1/reports`, prev: null, next: null };
  return { data: rows, links, meta: { total: page.total, per_page: page.perPage } };
}

/** The id of the account that a service's own key belongs to. */
export const ACCOUNT_ID = 7;

/** The account that owns the key, in its envelope. */
export function writeAccount(id = ACCOUNT_ID): unknown {
  return { data: { id, ...account, ...(id !== ACCOUNT_ID && { name: 'Grace Okafor' }) } };
}

/** A report as an answer shows it: the interface's fields but the password, and a few more. */
function writeReport(report: StoredReport, baseUrl: string, shape: Shape) {
  const { password, ...shown } = report;
  const id = writeId(report.id, shape);
  const links = { self: `${baseUrl}/api/v1/reports/${id}`, page: `${baseUrl}/reports/${id}` };
  return { ...shown, id, ...(shape.extraFields && extraFields), ...(shape.links && { links }) };
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

const account = {
  name: 'Rosa Lindqvist',
  email: 'rosa@agency.example',
  company: 'Lindqvist & Daughters',
  locale: 'sv-SE',
  created_at: '2025-02-11T09:30:00.000Z',
  plan: { name: 'Agency', level: 'expert', reports: { limit: 500, used: 137 } },
};
