import { Timestamp, z } from '@/lib/schema';
import type { Check } from './content/checks';
import type { ExtraFields } from './extra-fields';
import { FailedCheck, FailedChecks } from './importance';
import { AnyPrivacy } from './privacy';
import { Rating, Score } from './rating';
import { ReportId } from './report-id';
import { verdictOf } from './verdict';

/** A report in a list. */
export const Report = z.object({
  /** The service's id as text; the service sends a number or a string. */
  id: ReportId,
  /** The analysed address, as the service lists it; null if the service sent none. */
  url: z.nullable(z.string()),
  /** The address with its scheme, to open, copy and send; null if `url` is not an address. */
  fullUrl: z._default(z.nullable(z.string()), null),
  /** Null without a result, or with a result that the interface does not name. */
  result: z.nullable(Rating),
  /** Null if the service gave only a rating, or no result. */
  score: z._default(z.nullable(Score), null),
  /** Null if the service sent no checks. */
  failed: z._default(z.nullable(FailedChecks), null),
  /** At most 60 failed checks, in the service's order; null if the service sent no checks. */
  failedChecks: z._default(z.nullable(z.array(FailedCheck)), null),
  privacy: z.nullable(AnyPrivacy),
  /** Null if the report has no result, or an unreadable date. */
  generatedAt: z.nullable(Timestamp),
  /** The project's name or id; null if the service sent none. */
  project: z.nullable(z.string()),
});
export type Report = z.infer<typeof Report>;

/** The fields that show a report's result. */
export const ShownResult = z.pick(Report, { result: true, score: true, failed: true });
export type ShownResult = z.infer<typeof ShownResult>;

/** A report with all data of the service, except its password. */
export interface ReportDetails extends Report {
  /** The checks in the service's order, up to the bounds. */
  checks: Check[];
  /** Whether the service sent more checks. */
  hasMoreChecks: boolean;
  /** The fields that the interface does not document, in the service's order, up to the bounds. */
  extraFields: ExtraFields;
}

/** The findings of a listed report: details of the failed checks in its current result. */
export interface Found {
  generatedAt: string | null;
  checks: Check[];
}

/** Returns the findings of a report that was read alone. */
export function findingsOf({ generatedAt, checks }: ReportDetails): Found {
  return { generatedAt, checks: checks.filter(({ isPassed }) => !isPassed) };
}

/** The response to a list call. */
export interface ReportList {
  reports: Report[];
  /** Findings by report id, for the rows that have findings. Never stored. */
  found?: Record<string, Found>;
  /** The number of unreadable rows that the service sent. */
  unreadable: number;
  /** The number of all matching reports; null if the service does not say. */
  total: number | null;
  /** The number of the next page; null if the service names none. */
  next: number | null;
  /** Present if PHP messages preceded the list. Never stored. */
  printsMessages?: true;
}

/**
 * Whether the service has more reports than the list. Without a total, a full page counts as more.
 * @param perPage the number of requested reports
 * @param hidden the number of rows that are missing in the list and in its total
 */
export function hasMore(list: Omit<ReportList, 'next'>, perPage: number, hidden = 0): boolean {
  const sent = list.reports.length + list.unreadable;
  return list.total === null ? sent + hidden >= perPage : list.total > sent;
}

/** Whether a report has a result: a rating, or checks without a score. */
export function hasResult(report: Pick<Report, 'result' | 'failed'>): boolean {
  return report.result !== null || verdictOf(report).counts !== null;
}

/** Returns each report once. A service may list a report in several rows. */
export function distinctReports(reports: readonly Report[]): Report[] {
  const ids = new Set<string>();
  return reports.filter(({ id }) => !ids.has(id) && ids.add(id));
}

/** Returns the fields of a report that lists show and the history stores. */
export function toSummary(details: ReportDetails): Report {
  const { checks: _, hasMoreChecks: __, extraFields: ___, ...report } = details;
  return report;
}
