import { hasResult, type Report } from '@/lib/report/report';
import { isLaterId } from '@/lib/report/report-id';
import { referTo } from '@/lib/report/report-reference';

/** A page, with those of its reports that were read. */
export interface ReportedPage {
  /** See `ReportReference`; reports without an address are pages of their own. */
  key: string;
  /** The one with the newest result; where none has a result, the newest. */
  report: Report;
  /** In the order of the rows. */
  reports: readonly Report[];
  /** Whether a newer one has no result yet. */
  isAwaited: boolean;
}

/** The pages of reports, in the order of their first rows. */
export function pagesOf(rows: readonly Report[]): ReportedPage[] {
  const pages = new Map<string, Report[]>();
  for (const row of rows) {
    const { page } = referTo(row);
    const known = pages.get(page);
    if (known === undefined) pages.set(page, [row]);
    else known.push(row);
  }
  return [...pages].map(([key, reports]) => {
    const report = reports.reduce((newest, one) => (isNewer(one, newest) ? one : newest));
    const isAwaited = reports.some((one) => !hasResult(one) && isLaterId(one.id, report.id));
    return { key, report, reports, isAwaited };
  });
}

function isNewer(report: Report, other: Report): boolean {
  const [has, othersHas] = [hasResult(report), hasResult(other)];
  if (has !== othersHas) return has;
  if (!has) return isLaterId(report.id, other.id);
  return (report.generatedAt ?? '') > (other.generatedAt ?? '');
}
