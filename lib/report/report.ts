import { Timestamp, z } from '@/lib/schema';
import type { Check } from './content/checks';
import type { ExtraFields } from './extra-fields';
import { FailedCheck, FailedChecks } from './importance';
import { AnyPrivacy } from './privacy';
import { Rating, Score } from './rating';
import { ReportId } from './report-id';
import { hasCounts } from './verdict';

/** The fields that lists show and the history stores. */
export const Report = z.object({
  /** Services send ids as numbers or texts. */
  id: ReportId,
  /** The address as the service lists it, often without its scheme; null if absent. */
  url: z.nullable(z.string()),
  /** The address with its scheme; null if `url` is not an address. */
  fullUrl: z._default(z.nullable(z.string()), null),
  /** The rating; null without a result, or for an unknown rating. */
  result: z.nullable(Rating),
  /** Null without a result, or if the service sent only a rating. */
  score: z._default(z.nullable(Score), null),
  /** The numbers of failed checks; null if the service sent no checks. */
  failed: z._default(z.nullable(FailedChecks), null),
  /** At most 60, in the service's order; null if the service sent no checks. */
  failedChecks: z._default(z.nullable(z.array(FailedCheck)), null),
  /** Null if the service sent none, or an unknown number. */
  privacy: z.nullable(AnyPrivacy),
  /** Time of the result; null without a result, or for an unreadable date. */
  generatedAt: z.nullable(Timestamp),
  /** Name or id of the project; null if the service sent none. */
  project: z.nullable(z.string()),
});
export type Report = z.infer<typeof Report>;

export const ShownResult = z.pick(Report, { result: true, score: true, failed: true });
export type ShownResult = z.infer<typeof ShownResult>;

/** All data of the service about one report, except the password. */
export interface ReportDetails extends Report {
  /** At most `MAX_CHECKS`, in the service's order. */
  checks: Check[];
  /** Whether the service sent more than `MAX_CHECKS` checks. */
  hasMoreChecks: boolean;
  /** The undocumented fields, in the service's order, within `FIELD_BOUNDS`. */
  extraFields: ExtraFields;
}

/** The failed checks of one result, with details. */
export interface ResultFindings {
  /** Time of the result. */
  generatedAt: string | null;
  checks: Check[];
}

export function findingsOf({ generatedAt, checks }: ReportDetails): ResultFindings {
  return { generatedAt, checks: checks.filter(({ isPassed }) => !isPassed) };
}

/** The response to a list call. */
export interface ReportList {
  reports: Report[];
  /** The findings of reports with findings, by report id. Never stored. */
  findings?: Record<string, ResultFindings>;
  /** The number of unreadable rows, which `reports` does not contain. */
  unreadable: number;
  /** The number of all matching reports; null if the service sent none. */
  total: number | null;
  /** The number of the next page; null if the service sent none. */
  next: number | null;
  /** Whether PHP messages precede the list. Never stored. */
  printsMessages?: true;
}

/**
 * Whether the service has more reports. If the total is unknown, a full list suggests more.
 * @param perPage the number of requested reports
 * @param hidden the number of sent rows that the extension has left out of the list and its total
 */
export function hasMore(list: Omit<ReportList, 'next'>, perPage: number, hidden = 0): boolean {
  const sent = list.reports.length + list.unreadable;
  return list.total === null ? sent + hidden >= perPage : list.total > sent;
}

/** Whether a report has a rating, or checks without a rating. */
export function hasResult(report: Pick<Report, 'result' | 'failed'>): boolean {
  return report.result !== null || hasCounts(report);
}

/** Removes repeated reports, because a service may list a report several times. */
export function distinctReports(reports: readonly Report[]): Report[] {
  const ids = new Set<string>();
  return reports.filter(({ id }) => {
    const isNew = !ids.has(id);
    ids.add(id);
    return isNew;
  });
}

export function withoutDetails(details: ReportDetails): Report {
  const { checks: _checks, hasMoreChecks: _more, extraFields: _extra, ...report } = details;
  return report;
}
