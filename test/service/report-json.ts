import { writeId } from './report-id';
import type { ReportPage } from './served-list';
import type { Result, StoredReport } from './served-report';
import type { Shape } from './shape';

/**
 * A report as an answer shows it: the interface's fields but the password, and a few more.
 * `baseUrl` is the service's own.
 */
export function writeReport(
  report: StoredReport,
  baseUrl: string,
  shape: Shape,
): Record<string, unknown> {
  const written = {
    id: writeId(report.id, shape),
    url: report.url,
    project: report.project,
    privacy: shape.privacy === 'number' ? report.privacy : String(report.privacy),
    ...writeOutcome(report, shape),
    created_at: writeDate(report.created_at, shape),
    checks: report.checks,
  };
  return {
    ...written,
    ...(shape.extraFields && extraFields),
    ...(shape.links && { links: writeLinks(written.id, baseUrl) }),
  };
}

/** A single report, in its envelope. */
export function writeSingle(report: StoredReport, baseUrl: string, shape: Shape): unknown {
  const written = writeReport(report, baseUrl, shape);
  return envelop({ ...written, ...shape.content }, 'report', shape);
}

/** One page of a list, in its envelope. */
export function writeList(page: ReportPage, baseUrl: string, shape: Shape): unknown {
  const rows: unknown[] = page.reports.map((report) => writeReport(report, baseUrl, shape));
  if (shape.unreadableRow) rows.splice(1, 0, unreadableRow);
  if (shape.list === 'top') return rows;
  if (shape.list === 'reports') return { reports: rows, total: page.total };
  if (shape.list === 'items') return { items: rows, count: rows.length };
  const meta = { total: page.total, per_page: page.perPage };
  if (shape.list === 'data.data') return { status: 'success', data: { data: rows, ...meta } };
  // The interface has no page parameter, so no link leads to another page.
  const first = `${baseUrl}/api/v1/reports`;
  return { data: rows, links: { first, prev: null, next: null }, meta };
}

/** The id of the account that a service's own key belongs to. */
export const ACCOUNT_ID = 7;

/** The account that owns the key, in its envelope. */
export function writeAccount(shape: Shape, id = account.id): unknown {
  return envelop({ ...account, id }, 'account', shape);
}

function writeLinks(id: number | string, baseUrl: string) {
  return { self: `${baseUrl}/api/v1/reports/${id}`, page: `${baseUrl}/reports/${id}` };
}

function envelop(value: unknown, name: string, shape: Shape): unknown {
  if (shape.single === 'top') return value;
  return { [shape.single === 'data' ? 'data' : name]: value };
}

function writeOutcome({ result, generated_at }: StoredReport, shape: Shape) {
  const missing = shape.pending === 'null' ? null : undefined;
  // JSON leaves undefined fields out, which is what `absent` means.
  return {
    result: result === null ? missing : writeResult(result, shape),
    generated_at: generated_at === null ? missing : writeDate(generated_at, shape),
  };
}

function writeResult(result: Result, shape: Shape): string {
  if (shape.result === 'upper') return result.toUpperCase();
  if (shape.result === 'lower') return result;
  return result.charAt(0).toUpperCase() + result.slice(1);
}

function writeDate(iso: string, shape: Shape): string | number {
  const milliseconds = Date.parse(iso);
  if (shape.dates === 'milliseconds') return milliseconds;
  if (shape.dates === 'seconds') return Math.floor(milliseconds / 1000);
  if (shape.dates === 'iso') return iso;
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
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
  id: ACCOUNT_ID,
  name: 'Rosa Lindqvist',
  email: 'rosa@agency.example',
  company: 'Lindqvist & Daughters',
  locale: 'sv-SE',
  created_at: '2025-02-11T09:30:00.000Z',
  plan: { name: 'Agency', level: 'expert', reports: { limit: 500, used: 137 } },
};
