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

/** In characters. A longer URL counts as absent. */
const MAX_URL_LENGTH = 10_000;
/** In characters. */
const MAX_PROJECT_LENGTH = 200;

const WEB_SCHEME = /^https?:\/\//i;

/** A count or a numeric id. Rejects numbers above 2^53, which have lost digits. */
export const WholeNumber = z.int().check(z.nonnegative());

const TextId = z.pipe(z.string().check(z.trim()), ReportId);
const WireId = z.pipe(z.union([WholeNumber, TextId]), z.transform(String));

const Digit = z.pipe(z.string().check(z.trim(), z.regex(/^\d$/)), z.transform(Number));

const Project = z.pipe(
  z.string().check(z.minLength(1)),
  z.transform((name) => name.slice(0, MAX_PROJECT_LENGTH)),
);

/** Smaller numbers are seconds since the epoch. Larger numbers are milliseconds. */
const MIN_MILLISECONDS = 100_000_000_000;

const EPOCH_TIME = /^\d{9,14}(?:\.\d+)?$/;
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Converts a date to ISO 8601 in UTC. Services send ISO 8601, `YYYY-MM-DD HH:MM:SS` (in UTC), or
 * seconds or milliseconds since the epoch.
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
  if (EPOCH_TIME.test(text)) {
    const time = Number(text);
    return new Date(time < MIN_MILLISECONDS ? time * 1000 : time);
  }
  const [, day, time = '00:00', zone = 'Z'] = DATE.exec(text) ?? [];
  return new Date(`${day}T${time}${zone}`);
}

const DocumentedFields = z.object({
  id: WireId,
  url: orNull(z.string().check(z.minLength(1), z.maxLength(MAX_URL_LENGTH))),
  privacy: orNull(z.pipe(z.union([z.number(), Digit]), AnyPrivacy)),
  generated_at: orNull(WireTimestamp),
  project: orNull(Project),
});
type DocumentedFields = z.infer<typeof DocumentedFields>;

/** Requires a valid id. Copies nothing, because the row may be large. */
const Row = z.custom<JsonObject>((row) => z.object({ id: WireId }).safeParse(row).success);

export const WireReport = z.pipe(
  Row,
  z.transform((row) => toReport(row, DocumentedFields.parse(row))),
);

/**
 * Returns a schema. The extra fields include documented fields with invalid values.
 * @param redact called with the texts of the extra fields only
 */
export function wireReportDetails(redact?: Redaction) {
  return z.pipe(
    Row,
    z.transform((row): ReportDetails => {
      const fields = DocumentedFields.parse(row);
      const report = toReport(row, fields);
      const { result, score } = report;
      const validNames = Object.entries({ ...fields, result, score })
        .filter(([name, value]) => value !== null || row[name] == null)
        .map(([name]) => name);
      const { rest, ...checks } = readChecks(row);
      const extraFields = toExtraFields(rest, FIELD_BOUNDS, ['password', ...validNames], redact);
      return { ...report, ...checks, extraFields };
    }),
  );
}

function toReport(row: JsonObject, documented: DocumentedFields): Report {
  const { id, url, privacy, project, generated_at: generatedAt } = documented;
  const { result, score } = readResult(row);
  return {
    id,
    url,
    privacy,
    project,
    result,
    score,
    fullUrl: fullUrlOf(url, row),
    ...readFailedChecks(row),
    generatedAt,
  };
}

/**
 * Returns the URL with its scheme, which services omit in `url`. The check `seo_friendly_url` has
 * the full URL. Without this check, the scheme is https, or http on this computer.
 */
function fullUrlOf(url: string | null, row: JsonObject): string | null {
  if (url === null || WEB_SCHEME.test(url)) return url;
  const checkedUrl = checkOf(row, 'seo_friendly_url')?.value;
  const isFullUrl =
    typeof checkedUrl === 'string' &&
    checkedUrl.length <= MAX_URL_LENGTH &&
    WEB_SCHEME.test(checkedUrl);
  if (isFullUrl && pageKey(checkedUrl) === pageKey(url)) return checkedUrl;
  const parsed = readAddress(url);
  return 'url' in parsed ? parsed.url.href : null;
}

/** Reads an absent or invalid value as null. */
function orNull<T>(schema: z.ZodMiniType<T>) {
  return z.catch(z.nullable(schema), null);
}
