import { pageHistory } from '@/lib/history/page-history';
import { type PageSince, type PageTrend, trendOf } from '@/lib/report/compare/page-change';
import { NO_MUTES, type PageMute } from '@/lib/report/mutes';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';

interface HistoryContent {
  reports: readonly Report[];
  past?: readonly PastResult[];
  since: PageSince;
  now: Date;
  mutes?: readonly PageMute[];
}

/** Computes the trend of a report's page from reports and past results, as the worker does. */
export function knownTrend(
  report: Report,
  { reports, past = [], since, now, mutes = NO_MUTES }: HistoryContent,
): PageTrend {
  const { page } = referTo(report);
  const reportsOfPage = reports.filter((one) => referTo(one).page === page);
  return trendOf(report, pageHistory(reportsOfPage, past).results, since, now, mutes);
}
