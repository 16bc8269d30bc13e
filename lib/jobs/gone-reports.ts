import { type Failure, isReportGone, isServiceWide, serviceMessage } from '@/lib/failure';
import { pageQuery, RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { ReportReference } from '@/lib/report/report-reference';
import { hasFailed } from '@/lib/result';
import type { ListRequester, Reads } from './reads';

/**
 * Decides whether a report is gone. A 404 alone may come from a service that has lost its routes or
 * its data.
 */
export interface GoneReports {
  /**
   * Returns the actual failure of a request for a report. Confirms `gone` only if another request
   * has succeeded within the last minute, or if a list does not show the report.
   * @param requester the sender of the request
   */
  confirm(report: ReportReference, failure: Failure, requester: ListRequester): Promise<Failure>;
}

interface GoneReportsTools {
  list: Reads['list'];
  /** Whether the service has answered within the last minute, see `hasSucceededLately`. */
  hasSucceededLately(): boolean;
}

/** Creates the confirmation for one connection. */
export function createGoneReports({ list, hasSucceededLately }: GoneReportsTools): GoneReports {
  return {
    async confirm(report, failure, requester) {
      if (!isReportGone(failure) || hasSucceededLately()) return failure;
      const query = report.url === null ? RECENT_REPORTS_QUERY : pageQuery(report.url);
      const { list: read } = await list(query, requester);
      const isUnanswered =
        hasFailed(read) && (isServiceWide(read.failure) || read.failure.code === 'interrupted');
      if (isUnanswered) return read.failure;
      const isListed = !hasFailed(read) && read.value.reports.some(({ id }) => id === report.id);
      if (!hasFailed(read) && !isListed) return failure;
      return { code: 'goneUnconfirmed', isListed, message: serviceMessage(failure) };
    },
  };
}
