import { pageHistory } from '@/lib/history/page-history';
import { type PagePast, type PageSince, pastOf } from '@/lib/report/compare/page-change';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';

interface HistoryContent {
  reports: readonly Report[];
  past?: readonly PastResult[];
  since: PageSince;
  now: Date;
}

/** Computes the past of a report's page from reports and past results, as the worker does. */
export function knownPast(
  report: Report,
  { reports, past = [], since, now }: HistoryContent,
): PagePast {
  const { page } = referTo(report);
  const reportsOfPage = reports.filter((one) => referTo(one).page === page);
  return pastOf(report, pageHistory(reportsOfPage, past).results, since, now);
}
