import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { ConnectRequest } from '@/lib/connection/connection';
import type { BackupHistory, BackupPart, BackupRecord } from '@/lib/history/backup-format';
import type { BackupPosition } from '@/lib/history/backup-position';
import type { BackupReminder } from '@/lib/history/backup-times';
import type { NotedReading } from '@/lib/history/full-reading';
import type { StoredHistory } from '@/lib/history/histories';
import type { HistoryPart } from '@/lib/history/history-items';
import type { Marks, MarksChange } from '@/lib/history/marks';
import type { Restored } from '@/lib/history/merge';
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
 * The calls from extension pages to the background: the whole message protocol. Arguments and
 * results are JSON. A call about jobs or reports names its connection. It fails with `notConnected`
 * if another connection is now in use.
 */
export interface BackgroundApi {
  /**
   * Checks a service step by step, and puts the connection of the API key in use if the check
   * passes. The check fails with a question if a person has to decide whose key it is
   * (`whichAccount`), or what becomes of open jobs (`openWork`). The next call has the answers to
   * all questions so far.
   */
  connect(request: ConnectRequest): Promise<ConnectionCheck>;
  /**
   * Removes all connections with their keys, jobs and host permissions, and detaches their
   * histories. With open jobs it fails with `openWork` without consent.
   * @param dropsOpenWork the person's consent to drop open jobs
   * @returns the detached histories
   */
  disconnect(dropsOpenWork?: boolean): Promise<Result<readonly StoredHistory[]>>;
  /** Returns the histories that belong to no connection. */
  listDetachedHistories(): Promise<Result<readonly StoredHistory[]>>;
  /**
   * Deletes a detached history. Fails with `notStored` if the history belongs to a connection
   * again.
   */
  deleteHistory(connectionId: string): Promise<Result<null>>;
  /** Returns all histories; null if the browser has no databases. */
  listHistories(): Promise<Result<readonly StoredHistory[] | null>>;
  /** Returns a part of the records of a history, for a backup. */
  readBackupPart(connectionId: string, position: BackupPosition): Promise<Result<BackupPart>>;
  /**
   * Merges records of a backup into a history, and creates a detached history if there is none. A
   * repeated call changes nothing.
   */
  restoreBackupPart(
    target: BackupHistory,
    records: readonly BackupRecord[],
  ): Promise<Result<Restored>>;
  /** Returns what *All reports* says after a month without a backup; null if it says nothing. */
  getBackupReminder(connectionId: string): Promise<Result<BackupReminder | null>>;
  /** Stores where reports of a connection open: see `Connection.reportLink`. */
  setReportLink(connectionId: string, reportLink: string | null): Promise<Result<null>>;
  /** Migrates storage, and publishes the shared state. */
  prepare(): Promise<Result<null>>;

  /** Reads the account of the API key, and notes it in the connection. */
  getAccount(connectionId: string): Promise<Result<Account>>;
  /** Reads a list. The newest list is published as well. */
  listReports(connectionId: string, query: ReportQuery): Promise<Result<ListReply>>;
  /**
   * Reads a further page of a list.
   * @param query the query that was sent to the service: see `ListReply.requested`
   * @param page at most the `next` of an earlier page
   */
  listFurtherReports(
    connectionId: string,
    query: ReportQuery,
    page: number,
  ): Promise<Result<ReportList>>;
  getReport(connectionId: string, report: ReportReference): Promise<Result<ReportDetails>>;
  /**
   * Returns the failed checks by report id, from answers to creations and updates in the last ten
   * seconds. Sends no request; other reports are left out.
   */
  getFoundChecks(
    connectionId: string,
    reportIds: readonly string[],
  ): Promise<Result<Record<string, Found>>>;

  // The following calls about the history and the marks send no request.
  /** Returns the history of pages, in the order of their keys. */
  getPages(connectionId: string, keys: readonly string[]): Promise<Result<PageHistory[]>>;
  /** Returns the bases of the pages of at most 500 reports, in the order of the reports. */
  getPasts(
    connectionId: string,
    reports: readonly ReportReference[],
    since: Since,
  ): Promise<Result<PagePast[]>>;
  /**
   * Counts the clients that became worse and better, among the reports of the last complete
   * reading.
   */
  getNews(connectionId: string, since: Since): Promise<Result<ClientNews>>;
  /** Returns at most 500 reports of the history, newest first. */
  listHistory(connectionId: string, after: Position | null): Promise<Result<HistoryPart>>;
  /** Returns reports of the history, in the order of the ids; null for unknown ids. */
  getReportsById(
    connectionId: string,
    reportIds: readonly string[],
  ): Promise<Result<(Report | null)[]>>;
  /**
   * Returns the latest report date of pages, by key; null if unknown. Pages without reports are
   * left out.
   */
  getReportDates(
    connectionId: string,
    keys: readonly string[],
  ): Promise<Result<Record<string, string | null>>>;
  getMarks(connectionId: string): Promise<Result<Marks>>;
  /** Changes the marks, and returns all of them. */
  changeMarks(connectionId: string, change: MarksChange): Promise<Result<Marks>>;
  /** Notes that an extension page has read all reports, or the maximum number. */
  noteFullReading(connectionId: string, reading: NotedReading): Promise<Result<null>>;

  /**
   * Stores a whole job, whose state is then in the queue. A page may repeat the call after a lost
   * reply: the same job is not stored twice. Another job with a used id fails with `notStored`.
   * @returns the confirmation that the job needs; null if the job is stored
   */
  createJob(connectionId: string, job: NewJob): Promise<Result<Confirmation | null>>;
  /**
   * Applies an action to a job. The value is false if the action was too late or changed nothing.
   */
  updateJob(connectionId: string, jobId: string, action: JobAction): Promise<Result<boolean>>;
  /** Sends the probe of the backoff now. */
  retryNow(connectionId: string): Promise<Result<null>>;

  /**
   * Reads a sitemap and the files that it names. Works without a connection. Afterwards it removes
   * the permissions of their hosts, except those of connections.
   * @param origins origins that the person has allowed, besides that of `url`
   */
  readSitemap(url: string, origins: readonly string[]): Promise<Result<SitemapFindings>>;
  /** Removes the result of a created report from the toolbar button, because the popup shows it. */
  markSeen(): Promise<Result<null>>;
  /** Updates the toolbar button on all tabs, after a change of the preferences. */
  refreshBadge(): Promise<Result<null>>;
}
