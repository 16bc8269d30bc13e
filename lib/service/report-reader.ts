import { type ExtraField, toExtraFields } from '@/lib/report/extra-fields';
import { isPrivacy } from '@/lib/report/privacy';
import { isRating } from '@/lib/report/rating';
import type { Report, ReportDetails } from '@/lib/report/report';
import { isObject } from './json-object';
import { readInstant } from './timestamp';

/** A report as services send it: only the id must be readable. */
interface ReportRow extends Record<string, unknown> {
  id: number | string;
}

/** Reads one row of a list, or undefined where it has no usable id. */
export function readReport(json: unknown): Report | undefined {
  return isReportRow(json) ? documentedFields(json) : undefined;
}

/** Reads a report with what the interface does not name, or undefined without a usable id. */
export function readReportDetails(json: unknown): ReportDetails | undefined {
  if (!isReportRow(json)) return undefined;
  const report = documentedFields(json);
  return { ...report, extraFields: otherFields(json, report) };
}

function isReportRow(json: unknown): json is ReportRow {
  return isObject(json) && isId(json.id);
}

/** A count, or a number as a name: those beyond 2^53 have lost digits. */
export function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Dots would leave the path of a report. */
function isId(value: unknown): boolean {
  return (
    isWholeNumber(value) ||
    (typeof value === 'string' && /^(?!\.{1,2}$).{1,200}$/.test(value.trim()))
  );
}

function documentedFields(row: ReportRow): Report {
  return {
    id: String(row.id).trim(),
    url: readUrl(row.url),
    result: readRating(row.result),
    privacy: readPrivacy(row.privacy),
    generatedAt: readInstant(row.generated_at),
    project: readProject(row.project),
  };
}

/** The undocumented fields, and the documented ones that came with a value nobody documents. */
function otherFields(row: ReportRow, report: Report): ExtraField[] {
  const { url, result, privacy, generatedAt, project } = report;
  const documented = { url, result, privacy, generated_at: generatedAt, project };
  const understood = Object.entries(documented)
    .filter(([name, value]) => value !== null || (row[name] ?? null) === null)
    .map(([name]) => name);
  return toExtraFields(row, ['id', 'password', ...understood]);
}

/** A longer text is no address that a browser could open, and would fill page and store. */
const LONGEST_URL = 10_000;

function readUrl(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_URL ? value : null;
}

/** Services show a project as its name, its number, or an object with either. */
function readProject(value: unknown): string | null {
  const named = typeof value === 'object' && value !== null && 'name' in value ? value.name : value;
  const text = typeof named === 'number' ? String(named) : named;
  return typeof text === 'string' && text !== '' ? text.slice(0, 200) : null;
}

function readRating(value: unknown): Report['result'] {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : null;
  return isRating(text) ? text : null;
}

function readPrivacy(value: unknown): Report['privacy'] {
  const number = typeof value === 'string' && /^\s*\d\s*$/.test(value) ? Number(value) : value;
  return isPrivacy(number) ? number : null;
}
