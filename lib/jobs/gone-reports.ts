import { type Failure, isAboutAll, isReportGone } from '@/lib/failure';
import { pageQuery, RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { ReportReference } from '@/lib/report/report-reference';
import { hasFailed } from '@/lib/result';
import type { BackoffState } from './backoff-state';
import type { ListRequester, Reads } from './reads';

/** Decides whether a report is gone. A single 404 may come from a service that has lost its routes or data. */
export interface GoneReports {
  /**
   * Returns the failure of a request for a report. `gone` about the report is returned only if another
   * request has succeeded within the last minute, or if a list succeeds and does not show the report.
   * @param requester what has requested the report
   */
  confirm(report: ReportReference, failure: Failure, requester: ListRequester): Promise<Failure>;
}

interface GoneReportsTools {
  list: Reads['list'];
  backoff: Pick<BackoffState, 'hasSucceededLately'>;
}

/** Creates the confirmation for one connection. */
export function createGoneReports({ list, backoff }: GoneReportsTools): GoneReports {
  return {
    async confirm(report, failure, requester) {
      if (failure.code !== 'gone' || !isReportGone(failure)) return failure;
      if (backoff.hasSucceededLately()) return failure;
      const query = report.url === null ? RECENT_REPORTS_QUERY : pageQuery(report.url);
      const { list: read } = await list(query, requester);
      if (hasFailed(read) && isAboutAll(read.failure)) return read.failure;
      const isListed = !hasFailed(read) && read.value.reports.some(({ id }) => id === report.id);
      if (!hasFailed(read) && !isListed) return failure;
      return { code: 'goneUnconfirmed', isListed, message: failure.message };
    },
  };
}
