import { readChecks } from '@/lib/report/content/checks';
import { FIELD_BOUNDS, toExtraFields } from '@/lib/report/extra-fields';
import { AnyPrivacy } from '@/lib/report/privacy';
import type { Report, ReportDetails } from '@/lib/report/report';
import { ReportId } from '@/lib/report/report-id';
import { z } from '@/lib/schema';
import type { Redaction } from '@/lib/service/redaction';
import { pageKey } from '@/lib/url/page-key';
import { readAddress } from '@/lib/url/typed-address';
import type { JsonObject } from './json-parts';
import { checkOf, readFailedChecks, readResult } from './report-result';

/**
 * Limit in characters. A longer text counts as no URL, because it would fill screen and storage.
 */
const MAX_URL_LENGTH = 10_000;
const MAX_PROJECT_LENGTH = 200;

const WEB = /^https?:\/\//i;

/** A count or a numeric id. Larger numbers than 2^53 have lost digits and do not match. */
export const WholeNumber = z.int().check(z.nonnegative());

const TextId = z.pipe(z.string().check(z.trim()), ReportId);
const WireId = z.pipe(z.union([WholeNumber, TextId]), z.transform(String));

const Digit = z.pipe(z.string().check(z.trim(), z.regex(/^\d$/)), z.transform(Number));

const Project = z.pipe(
  z.string().check(z.minLength(1)),
  z.transform((name) => name.slice(0, MAX_PROJECT_LENGTH)),
);

/** Smaller numbers are seconds since the epoch, until the year 5138. Others are milliseconds. */
const FIRST_MILLISECONDS = 100_000_000_000;

const EPOCH = /^\d{9,14}(?:\.\d+)?$/;
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Reads a date of the service, and returns it as ISO 8601 in UTC. The notations are ISO 8601,
 * `YYYY-MM-DD HH:MM:SS` (in UTC), and seconds or milliseconds since the epoch.
 */
export const WireTimestamp = z.pipe(
  z.pipe(
    z.union([z.number(), z.string().check(z.trim())]),
    z.pipe(
      z.transform((value: number | string) => toDate(String(value))),
      z.date(),
    ),
  ),
  z.transform((date) => date.toISOString()),
);

function toDate(text: string): Date {
  if (EPOCH.test(text)) {
    const epoch = Number(text);
    return new Date(epoch < FIRST_MILLISECONDS ? epoch * 1000 : epoch);
  }
  const [, day, time = '00:00', zone = 'Z'] = DATE.exec(text) ?? [];
  return new Date(`${day}T${time}${zone}`);
}

/** The documented fields of a report, in each notation that services use. */
const DocumentedFields = z.object({
  id: WireId,
  url: orNull(z.string().check(z.minLength(1), z.maxLength(MAX_URL_LENGTH))),
  privacy: orNull(z.pipe(z.union([z.number(), Digit]), AnyPrivacy)),
  generated_at: orNull(WireTimestamp),
  project: orNull(Project),
});
type DocumentedFields = z.infer<typeof DocumentedFields>;

/** A report as the service has sent it, if its id is valid. */
const Row = z.custom<JsonObject>((row) => z.object({ id: WireId }).safeParse(row).success);

/** A report in a list. */
export const WireReport = z.pipe(
  Row,
  z.transform((row) => toReport(row, DocumentedFields.parse(row))),
);

/**
 * Creates the schema of a single report with its checks. The extra fields are undocumented fields,
 * and documented fields with invalid values.
 * @param redact called with the texts of the extra fields only
 */
export function wireReportDetails(redact?: Redaction) {
  return z.pipe(
    Row,
    z.transform((row): ReportDetails => {
      const fields = DocumentedFields.parse(row);
      const report = toReport(row, fields);
      const { result, score } = report;
      const readable = Object.entries({ ...fields, result, score })
        .filter(([name, value]) => value !== null || row[name] == null)
        .map(([name]) => name);
      const { rest, ...checks } = readChecks(row);
      const extraFields = toExtraFields(rest, FIELD_BOUNDS, ['password', ...readable], redact);
      return { ...report, ...checks, extraFields };
    }),
  );
}

function toReport(row: JsonObject, documented: DocumentedFields): Report {
  const { generated_at: generatedAt, ...fields } = documented;
  return {
    ...fields,
    ...readResult(row),
    fullUrl: fullUrlOf(fields.url, row),
    ...readFailedChecks(row),
    generatedAt,
  };
}

/**
 * Returns the URL of a report with its scheme, which services leave out of `url`. A check may
 * contain the full URL of the same page; otherwise the scheme is https (http on this computer).
 * @param url as the service has sent it
 * @param row the report as the service has sent it
 * @returns null if the report has no URL
 */
function fullUrlOf(url: string | null, row: JsonObject): string | null {
  if (url === null || WEB.test(url)) return url;
  const checked = checkOf(row, 'seo_friendly_url')?.value;
  const isChecked =
    typeof checked === 'string' && checked.length <= MAX_URL_LENGTH && WEB.test(checked);
  if (isChecked && pageKey(checked) === pageKey(url)) return checked;
  const read = readAddress(url);
  return 'url' in read ? read.url.href : null;
}

/** Reads an absent or invalid field as null: only the id must be valid. */
function orNull<T>(schema: z.ZodMiniType<T>) {
  return z.catch(z.nullable(schema), null);
}
