import type { Report, ReportList } from '@/lib/report/report';
import { pageOf } from '@/lib/report/report-reference';
import { pageHost } from '@/lib/url/page-key';

/** What one page of a list tells of the reports of a host. */
export interface HostReports {
  /** For each report of the host the page key, and its date, ISO 8601; null where none is known. */
  pages: [page: string, generatedAt: string | null][];
  /** How many rows the service sent, those of other hosts included. */
  rows: number;
  /** The number of the page that follows; null at the end. */
  next: number | null;
}

/** What a list that was filtered by a host, as project, tells of its reports. Services may ignore the filter. */
export function hostReports(host: string, { reports, unreadable, next }: ReportList): HostReports {
  const pages = reports.flatMap((report): HostReports['pages'] => {
    const page = pageOf(report);
    const isOfHost = page !== null && projectHost(report.project ?? page) === host;
    return isOfHost ? [[page, report.generatedAt]] : [];
  });
  return { pages, rows: reports.length + unreadable, next };
}

/** The hosts that reports have as their project, as keys of pages have them. */
export function projectHosts(reports: readonly Report[]): Set<string> {
  return new Set(reports.flatMap(({ project }) => (project === null ? [] : projectHost(project))));
}

/** The host that a project is named by, in one spelling; any other name as it is. */
function projectHost(project: string): string {
  return pageHost(URL.parse(`https://${project}`)?.hostname ?? project);
}
