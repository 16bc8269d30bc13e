import * as z from 'zod/mini';
import { type PlainField, plainFields } from '@/lib/model/plain-field';
import { isPrivacy } from '@/lib/model/privacy';
import { isRating } from '@/lib/model/rating';
import type { Report, ReportDetails } from '@/lib/model/report';
import { readInstant } from './instant';

// Extension pages forbid evaluated code, which zod would otherwise try and have reported.
z.config({ jitless: true });

/** A count, or a number as a name: those beyond 2^53 have lost digits. */
export const WholeNumber = z.custom<number>(isWholeNumber);

/** Dots would leave the path of a report. */
const Id = z.custom<number | string>(
  (value) =>
    isWholeNumber(value) ||
    (typeof value === 'string' && /^(?!\.{1,2}$).{1,200}$/.test(value.trim())),
);

/** A report as services send it: only the id must be readable. */
const ReportRow = z.looseObject({ id: Id });

const DOCUMENTED = ['id', 'url', 'result', 'privacy', 'generated_at', 'project', 'password'];

/** Reads one row of a list, or undefined where it has no usable id. */
export function readReport(json: unknown): Report | undefined {
  const row = ReportRow.safeParse(json);
  return row.success ? documentedFields(row.data) : undefined;
}

/** Reads a report with what the interface does not name, or undefined without a usable id. */
export function readReportDetails(json: unknown): ReportDetails | undefined {
  const row = ReportRow.safeParse(json);
  return row.success
    ? { ...documentedFields(row.data), more: otherFields(json as object) }
    : undefined;
}

function isWholeNumber(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function documentedFields(row: z.infer<typeof ReportRow>): Report {
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
function otherFields(json: object): PlainField[] {
  const values = new Map(Object.entries(json));
  const readers = {
    url: readUrl,
    result: readRating,
    privacy: readPrivacy,
    generated_at: readInstant,
    project: readProject,
  };
  const unread = Object.entries(readers)
    .filter(
      ([name, read]) => (values.get(name) ?? null) !== null && read(values.get(name)) === null,
    )
    .map(([name]) => name);
  return plainFields(
    json,
    DOCUMENTED.filter((name) => !unread.includes(name)),
  );
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
