import { hasResult, type Report } from '@/lib/report/report';
import { isLaterId } from '@/lib/report/report-id';
import { referTo } from '@/lib/report/report-reference';
import { clientName } from './client-names';

export interface ReportedPage {
  /** See `ReportReference.page`. Each report without an address has a separate key. */
  key: string;
  /** The joined client, or else the single client of the page. */
  client: string;
  /** The report with the newest result; the newest report if none has a result. */
  report: Report;
  reports: readonly Report[];
  /** Whether the page has a newer report that has no result yet. */
  isAwaited: boolean;
}

/**
 * Groups reports by page, in the order of the first report of each page.
 * @param clientOf returns the client of a report; by default its single client
 */
export function pagesOf(
  rows: readonly Report[],
  clientOf: (report: Report) => string = clientName,
): ReportedPage[] {
  const pages = new Map<string, Report[]>();
  for (const row of rows) {
    const { page } = referTo(row);
    const reports = pages.get(page);
    if (reports === undefined) pages.set(page, [row]);
    else reports.push(row);
  }
  return [...pages].map(([key, reports]) => {
    const report = reports.reduce((newest, one) => (isNewer(one, newest) ? one : newest));
    const isAwaited = reports.some((one) => !hasResult(one) && isLaterId(one.id, report.id));
    return { key, client: clientOf(report), report, reports, isAwaited };
  });
}

function isNewer(report: Report, other: Report): boolean {
  const reportHasResult = hasResult(report);
  if (reportHasResult !== hasResult(other)) return reportHasResult;
  if (!reportHasResult) return isLaterId(report.id, other.id);
  return (report.generatedAt ?? '') > (other.generatedAt ?? '');
}
