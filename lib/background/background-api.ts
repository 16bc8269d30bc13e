import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { ConnectRequest } from '@/lib/connection/connection';
import type { HistoryPart } from '@/lib/history/history-items';
import type { Marks, MarksChange } from '@/lib/history/marks';
import type { PageHistory } from '@/lib/history/page-history';
import type { Position } from '@/lib/history/records';
import type { SitemapFindings } from '@/lib/import/sitemap-walk';
import type { Confirmation, JobAction, NewJob } from '@/lib/jobs/job';
import type { ClientNews } from '@/lib/report/compare/clients';
import type { PagePast, Since } from '@/lib/report/compare/page-change';
import type { Account } from '@/lib/report/extra-fields';
import type { Found, Report, ReportDetails, ReportList } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import type { ReportReference } from '@/lib/report/report-reference';
import type { Result } from '@/lib/result';
import type { ListReply } from '@/lib/shared-state/loaded-list';

/**
 * What extension pages may call of the background, and so the whole message protocol. Arguments and
 * results are JSON. Each call about jobs and reports names the id of its connection, and fails with
 * `notConnected` where another one is in use by now.
 */
export interface BackgroundApi {
  /**
   * Checks a service step by step; only a check that passes is stored as the connection. With open jobs
   * on the connection in use, another base URL or key fails with `openWork` without a person's consent.
   */
  connect(request: ConnectRequest): Promise<ConnectionCheck>;
  /**
   * Forgets the connection with all that belongs to it, and gives the host permission back. With open
   * jobs it fails with `openWork` without a person's consent.
   */
  disconnect(dropsOpenWork?: boolean): Promise<Result<null>>;
  /** Migrates what is stored, and publishes the shared state. */
  prepare(): Promise<Result<null>>;

  /** Reads whose account the key belongs to. */
  getAccount(connectionId: string): Promise<Result<Account>>;
  /** Reads a list. That of the newest of all reports is published as well. */
  listReports(connectionId: string, query: ReportQuery): Promise<Result<ListReply>>;
  /**
   * Reads one more page of a list.
   * @param query what was requested of the service: see `ListReply.requested`
   * @param page its number, as an earlier page has named it, or less
   */
  listFurtherReports(
    connectionId: string,
    query: ReportQuery,
    page: number,
  ): Promise<Result<ReportList>>;
  getReport(connectionId: string, report: ReportReference): Promise<Result<ReportDetails>>;
  /**
   * What the answers to creations and updates of the last ten seconds say of the checks that failed, by the
   * reports' ids. No request is sent: of other reports there is nothing.
   */
  getFoundChecks(
    connectionId: string,
    reportIds: readonly string[],
  ): Promise<Result<Record<string, Found>>>;

  /** What is known here of pages, by their keys and in their order. These questions reach no service. */
  getPages(connectionId: string, keys: readonly string[]): Promise<Result<PageHistory[]>>;
  /** How the pages of reports were before, in the order of the reports; 500 at most. */
  getPasts(
    connectionId: string,
    reports: readonly ReportReference[],
    since: Since,
  ): Promise<Result<PagePast[]>>;
  /** How many clients have become worse and better, by the reports that the last full reading has shown. */
  getNews(connectionId: string, since: Since): Promise<Result<ClientNews>>;
  /** The newest reports that are known here, 500 at most. */
  listHistory(connectionId: string, after: Position | null): Promise<Result<HistoryPart>>;
  /** Reports by their ids, as they are known here and in their order; null for others. */
  getReportsById(
    connectionId: string,
    reportIds: readonly string[],
  ): Promise<Result<(Report | null)[]>>;
  /** When pages were reported last, by their keys; null where no date is known. Others are left out. */
  getReportDates(
    connectionId: string,
    keys: readonly string[],
  ): Promise<Result<Record<string, string | null>>>;
  /** What a person has handed over and starred. */
  getMarks(connectionId: string): Promise<Result<Marks>>;
  /** Changes that, and gives what it comes to. */
  changeMarks(connectionId: string, change: MarksChange): Promise<Result<Marks>>;
  /** A page has read all reports, or as many as are read at all. */
  noteFullReading(
    connectionId: string,
    reading: { beganAt: number; total: number },
  ): Promise<Result<null>>;

  /**
   * Stores a job, or nothing of it: what becomes of it is in the queue. An id that is stored or finished
   * already is not stored again, so that a page may repeat the call when no answer came; with other
   * content it fails with `notStored`. The value is why a person has to confirm the job first; null where
   * it is stored.
   */
  createJob(connectionId: string, job: NewJob): Promise<Result<Confirmation | null>>;
  /** Does something with a job. The value is false where it is too late, or there was nothing to do. */
  updateJob(connectionId: string, jobId: string, action: JobAction): Promise<Result<boolean>>;
  /** Has the backoff probed now. */
  retryNow(connectionId: string): Promise<Result<null>>;

  /**
   * Reads a sitemap, and the files that it names, from its own origin and from those that a person has
   * agreed to. Afterwards the permissions for their hosts are given back, but for the service's. It needs
   * no connection.
   */
  readSitemap(url: string, origins: readonly string[]): Promise<Result<SitemapFindings>>;
  /** Takes from the toolbar button what became of reports: a person sees the popup, which says it. */
  markSeen(): Promise<Result<null>>;
  /** Brings the toolbar button up to date after a change of the preferences. */
  refreshBadge(): Promise<Result<null>>;
}
