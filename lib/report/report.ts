import { Timestamp, z } from '@/lib/schema';
import type { Check } from './content/checks';
import type { ExtraFields } from './extra-fields';
import { FailedCheck, FailedChecks } from './importance';
import { AnyPrivacy } from './privacy';
import { Rating, Score } from './rating';
import { ReportId } from './report-id';
import { verdictOf } from './verdict';

/** A report with the fields that lists show and the history stores. */
export const Report = z.object({
  /** The service's id as text. Services send ids as numbers or texts. */
  id: ReportId,
  /** The address of the page as the service lists it; null if the service sent none. */
  url: z.nullable(z.string()),
  /** The address of the page with its scheme; null if `url` is no address. */
  fullUrl: z._default(z.nullable(z.string()), null),
  /** The rating; null if the report has no result, or an unknown rating. */
  result: z.nullable(Rating),
  /** Null if the service sent only a rating, or no result. */
  score: z._default(z.nullable(Score), null),
  /** The numbers of failed checks; null if the service sent no checks. */
  failed: z._default(z.nullable(FailedChecks), null),
  /** At most 60 failed checks, in the service's order; null if the service sent no checks. */
  failedChecks: z._default(z.nullable(z.array(FailedCheck)), null),
  /** Null if the service sent none, or an unknown number. */
  privacy: z.nullable(AnyPrivacy),
  /** Time of the result; null if the report has no result, or an unreadable date. */
  generatedAt: z.nullable(Timestamp),
  /** Name or id of the project; null if the service sent none. */
  project: z.nullable(z.string()),
});
export type Report = z.infer<typeof Report>;

/** The fields that show a report's result. */
export const ShownResult = z.pick(Report, { result: true, score: true, failed: true });
export type ShownResult = z.infer<typeof ShownResult>;

/** A report with all data from the service, except its password. */
export interface ReportDetails extends Report {
  /** At most `MAX_CHECKS` checks, in the service's order. */
  checks: Check[];
  /** Whether the service sent more checks. */
  hasMoreChecks: boolean;
  /** The undocumented fields in the service's order, within `FIELD_BOUNDS`. */
  extraFields: ExtraFields;
}

/** The findings of a report: the failed checks of one result, with details. */
export interface Found {
  /** Time of the result. */
  generatedAt: string | null;
  checks: Check[];
}

/** Returns the findings of a report. */
export function findingsOf({ generatedAt, checks }: ReportDetails): Found {
  return { generatedAt, checks: checks.filter(({ isPassed }) => !isPassed) };
}

/** The response to a list call. */
export interface ReportList {
  reports: Report[];
  /** Findings by report id. Reports without findings are absent. Never stored. */
  found?: Record<string, Found>;
  /** The number of rows that are missing in `reports`, because they are unreadable. */
  unreadable: number;
  /** The number of all matching reports; null if the service does not say. */
  total: number | null;
  /** The number of the next page; null if the service names none. */
  next: number | null;
  /** Present if the service printed PHP messages before the list. Never stored. */
  printsMessages?: true;
}

/**
 * Whether the service has more reports than the list. If the total is unknown, the service has more
 * if it sent as many as requested.
 * @param perPage the number of requested reports
 * @param hidden the number of sent rows that the list and its total do not contain
 */
export function hasMore(list: Omit<ReportList, 'next'>, perPage: number, hidden = 0): boolean {
  const sent = list.reports.length + list.unreadable;
  return list.total === null ? sent + hidden >= perPage : list.total > sent;
}

/** Whether a report has a result: a rating, or checks without a rating. */
export function hasResult(report: Pick<Report, 'result' | 'failed'>): boolean {
  return report.result !== null || verdictOf(report).counts !== null;
}

/** Removes repeated reports, because a service may list a report in several rows. */
export function distinctReports(reports: readonly Report[]): Report[] {
  const ids = new Set<string>();
  return reports.filter(({ id }) => !ids.has(id) && ids.add(id));
}

/** Removes the details of a report. */
export function toSummary(details: ReportDetails): Report {
  const { checks: _checks, hasMoreChecks: _more, extraFields: _extra, ...report } = details;
  return report;
}
