import { pageHistory } from '@/lib/history/page-history';
import { type PagePast, pastOf, type Since } from '@/lib/report/compare/page-change';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';

interface KnownData {
  reports: readonly Report[];
  /** Past results of the report's page. */
  past?: readonly PastResult[];
  since: Since;
  now: Date;
}

/** Returns what a worker that knows only these reports and past results says about a report's page. */
export function knownPast(report: Report, { reports, past = [], since, now }: KnownData): PagePast {
  const { page } = referTo(report);
  const own = reports.filter((one) => referTo(one).page === page);
  return pastOf(report, pageHistory(own, past).results, since, now);
}
