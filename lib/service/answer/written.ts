import type { ReportDetails } from '@/lib/report/report';
import { readSingleReport } from './answer-bodies';
import { isDenial, namesError } from './embedded-error';
import { JsonObject } from './json-parts';

/** The report that was written; null where the service has done it without showing the report. */
export type Written = ReportDetails | null;

/**
 * Reads the answer to a write. Any JSON is a yes but for one that says no: services may answer with
 * the report, with a word, or with nothing at all. Undefined where it is no JSON, or says no.
 */
export function readWritten(json: unknown, isEmpty: boolean): Written | undefined {
  if (isEmpty) return null;
  if (json === undefined) return undefined;
  const report = readSingleReport(json) ?? null;
  const isAtTop = report !== null && 'id' in (JsonObject.safeParse(json).data ?? {});
  // A report's own field `status` says nothing about the write.
  if (isDenial(json) && !(isAtTop && report.url !== null)) return undefined;
  if (!report?.url && namesError(json)) return undefined;
  return report;
}

/**
 * The same for the answer to an update. Another report, or a mere id, does not show what the report
 * has become.
 */
export function readUpdated(json: unknown, isEmpty: boolean, id: string): Written | undefined {
  const report = readWritten(json, isEmpty);
  return report && (report.id !== id || report.url === null) ? null : report;
}

/** The same for the answer to a deletion, of which nothing is read. */
export function readRemoved(json: unknown, isEmpty: boolean): null | undefined {
  if (isEmpty) return null;
  return json === undefined || isDenial(json) || namesError(json) ? undefined : null;
}
