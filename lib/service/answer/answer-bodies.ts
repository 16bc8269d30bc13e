import { readFindings } from '@/lib/report/content/checks';
import { type Account, FIELD_BOUNDS, toExtraFields } from '@/lib/report/extra-fields';
import type { Report, ReportDetails, ReportList, ResultFindings } from '@/lib/report/report';
import { z } from '@/lib/schema';
import type { Redaction } from '@/lib/service/redaction';
import { JsonArray, JsonObject, under } from './json-parts';
import { WholeNumber, WireReport, wireReportDetails } from './report-schema';

/** The report in the answer to a creation or update; null if the answer contains no report. */
export type WrittenReport = ReportDetails | null;

/** Some services ignore `per_page`, and send all their reports. */
const MAX_ROWS = 500;

const ListRows = z.union([
  JsonArray,
  ...['data', 'reports', 'items'].map((name) => under(name, JsonArray)),
  under('data', under('data', JsonArray)),
]);
const Total = under('meta', under('total', WholeNumber));
const NextLink = under('links', under('next', z.string()));
const AccountFields = z.union([under('data', JsonObject), JsonObject]);

/** Returns undefined if the answer has no array of rows, or if all rows are unreadable. */
export function readReportList(json: unknown, page = 1): ReportList | undefined {
  const rows = ListRows.safeParse(json).data?.slice(0, MAX_ROWS);
  if (rows === undefined) return undefined;
  const reports: Report[] = [];
  const findings: Record<string, ResultFindings> = {};
  for (const row of rows) {
    const report = WireReport.safeParse(row).data;
    if (report === undefined) continue;
    reports.push(report);
    const checks = readFindings(JsonObject.parse(row));
    if (checks.length > 0) findings[report.id] = { generatedAt: report.generatedAt, checks };
  }
  const unreadable = rows.length - reports.length;
  if (rows.length > 0 && reports.length === 0) return undefined;
  const list: ReportList = {
    reports,
    unreadable,
    total: Total.safeParse(json).data ?? null,
    next: nextPage(json, page),
  };
  if (Object.keys(findings).length > 0) list.findings = findings;
  return list;
}

/**
 * Returns the number of the next page. Returns null for any number except `page + 1`, so that reading
 * always ends. Ignores scheme and host of the link, which are wrong behind some proxies.
 */
function nextPage(json: unknown, page: number): number | null {
  const link = NextLink.safeParse(json).data;
  const linkedPage = link && URL.parse(link)?.searchParams.get('page');
  return linkedPage === String(page + 1) ? page + 1 : null;
}

export function readSingleReport(json: unknown, redact?: Redaction): ReportDetails | undefined {
  const report = wireReportDetails(redact);
  // The top level is last, because the object around a report may also have an id.
  const reportAtAnyPlace = z.union([under('data', report), under('report', report), report]);
  return reportAtAnyPlace.safeParse(json).data;
}

/** Returns the report or null (see `WrittenReport`); undefined if the body is neither empty nor JSON. */
export function readWriteAnswer(
  json: unknown,
  isEmpty: boolean,
  redact?: Redaction,
): WrittenReport | undefined {
  if (isEmpty) return null;
  return json === undefined ? undefined : (readSingleReport(json, redact) ?? null);
}

/** Reads a body like `readWriteAnswer`. Returns null for a report with another id or without a URL. */
export function readUpdateAnswer(
  json: unknown,
  isEmpty: boolean,
  id: string,
  redact?: Redaction,
): WrittenReport | undefined {
  const report = readWriteAnswer(json, isEmpty, redact);
  return report && (report.id !== id || report.url === null) ? null : report;
}

/** Returns null if the body is empty or JSON; otherwise undefined. */
export function readRemovalAnswer(json: unknown, isEmpty: boolean): null | undefined {
  return isEmpty || json !== undefined ? null : undefined;
}

/** Returns undefined if the answer is not an object. */
export function readAccount(json: unknown, redact?: Redaction): Account | undefined {
  const fields = AccountFields.safeParse(json).data;
  return fields && toExtraFields(fields, FIELD_BOUNDS, [], redact);
}
