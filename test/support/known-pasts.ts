import { pageHistory } from '@/lib/history/page-history';
import { type PagePast, pastOf, type Since } from '@/lib/report/compare/page-change';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';

interface Known {
  /** Reports of any pages. */
  reports: readonly Report[];
  /** What reports of the page have shown before. */
  past?: readonly PastResult[];
  since: Since;
  now: Date;
}

/** How the page of a report was before, as a worker says it that knows no more than this. */
export function knownPast(report: Report, { reports, past = [], since, now }: Known): PagePast {
  const { page } = referTo(report);
  const own = reports.filter((one) => referTo(one).page === page);
  return pastOf(report, pageHistory(own, past).results, since, now);
}
