import { Timestamp, z } from '@/lib/schema';
import type { Check } from './content/checks';
import type { ExtraFields } from './extra-fields';
import { FailedCheck, FailedChecks } from './importance';
import { AnyPrivacy } from './privacy';
import { Rating, Score } from './rating';
import { ReportId } from './report-id';

/** A report as a list shows it. */
export const Report = z.object({
  /** The service's identifier as text, whether it sent a number or a string. */
  id: ReportId,
  /** The address that was analysed, as the service lists it; null when the service did not send it. */
  url: z.nullable(z.string()),
  /** The same with its scheme, to be opened, copied and sent; null where `url` is no address. */
  fullUrl: z._default(z.nullable(z.string()), null),
  /** Null: no result yet, or one that the interface does not name. */
  result: z.nullable(Rating),
  /** Null where the service gave the result in a word alone, or none. */
  score: z._default(z.nullable(Score), null),
  /** Null where the service showed no checks. */
  failed: z._default(z.nullable(FailedChecks), null),
  /** Which of its checks failed, in the service's order, up to 60; null where it showed no checks. */
  failedChecks: z._default(z.nullable(z.array(FailedCheck)), null),
  privacy: z.nullable(AnyPrivacy),
  /** Null when not generated yet or not readable. */
  generatedAt: z.nullable(Timestamp),
  /** The project's name or identifier; null when the service did not send it. */
  project: z.nullable(z.string()),
});
export type Report = z.infer<typeof Report>;

/** What there is to say of a report's result. */
export const ShownResult = z.pick(Report, { result: true, score: true, failed: true });
export type ShownResult = z.infer<typeof ShownResult>;

/** One report with everything that the service said of it, its password excepted. */
export interface ReportDetails extends Report {
  /** What the service has looked at, in its order and up to the bounds. */
  checks: Check[];
  /** Whether there are more. */
  hasMoreChecks: boolean;
  /** What the interface does not name, in the service's order and up to the bounds. */
  extraFields: ExtraFields;
}

/** What a service found in the failed checks of a report, as of the result that the list showed. */
export interface Found {
  generatedAt: string | null;
  checks: Check[];
}

/** The answer to a list call. */
export interface ReportList {
  reports: Report[];
  /** By the reports' ids, of those whose rows have it. Nobody stores it. */
  found?: Record<string, Found>;
  /** Rows that the service sent and that could not be read. */
  unreadable: number;
  /** How many reports match in all, where the service says so. */
  total: number | null;
  /** The number of the page that follows; null where the service names none. */
  next: number | null;
  /** There where messages of PHP stood before the list. Nobody stores it. */
  printsMessages?: true;
}

/**
 * Whether the service has more reports than it has sent. Where it does not say how many there are, a
 * full page may be all or a part.
 * @param perPage how many it was asked for
 * @param hidden rows that are left out here, and out of the total
 */
export function hasMore(list: Omit<ReportList, 'next'>, perPage: number, hidden = 0): boolean {
  const sent = list.reports.length + list.unreadable;
  return list.total === null ? sent + hidden >= perPage : list.total > sent;
}

/** Whether a report has its result: a rating, or checks that the service gives no score for. */
export function hasResult({ result, failed }: Pick<Report, 'result' | 'failed'>): boolean {
  return result !== null || failed !== null;
}

/** The reports, each once: a service may list one in several rows. */
export function distinctReports(reports: readonly Report[]): Report[] {
  const ids = new Set<string>();
  return reports.filter(({ id }) => !ids.has(id) && ids.add(id));
}

/** The part of a report that lists show and the store keeps. */
export function toSummary(details: ReportDetails): Report {
  const { checks: _, hasMoreChecks: __, extraFields: ___, ...report } = details;
  return report;
}
