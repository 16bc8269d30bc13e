import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { ConnectRequest } from '@/lib/connection/connection';
import type { BackupHistory, BackupPart, BackupRecord } from '@/lib/history/backup-format';
import type { BackupPosition } from '@/lib/history/backup-position';
import type { BackupReminder } from '@/lib/history/backup-times';
import type { StoredHistory } from '@/lib/history/histories';
import type { HistoryChanges, HistoryPart } from '@/lib/history/history-items';
import type { Marks, MarksChange } from '@/lib/history/marks';
import type { MarksUndo } from '@/lib/history/marks-undo';
import type { Restored } from '@/lib/history/merge';
import type { PageHistory } from '@/lib/history/page-history';
import type { Position } from '@/lib/history/records';
import type { ChangedMarks } from '@/lib/history/stored-marks';
import type { SitemapContents } from '@/lib/import/sitemap-walk';
import type { WaitingOperations } from '@/lib/jobs/open-jobs';
import type { Confirmation, JobAction, NewJob } from '@/lib/jobs/types';
import type { ReadingProgress } from '@/lib/reading-progress';
import type { ClientNews } from '@/lib/report/compare/clients';
import type { DueSubject } from '@/lib/report/compare/due';
import type { PageSince, PageTrend, Since } from '@/lib/report/compare/page-change';
import type { Account } from '@/lib/report/extra-fields';
import type { PageMute } from '@/lib/report/mutes';
import type { Report, ReportDetails, ReportList, ResultFindings } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import type { ReportReference } from '@/lib/report/report-reference';
import type { Result } from '@/lib/result';
import type { ListReply } from '@/lib/shared-state/loaded-list';

/**
 * The calls from extension pages to the background. Arguments and results are JSON. A call with the
 * id of a connection that is not in use fails with `notConnected`. While the connection in use changes,
 * such calls fail with `changingService`.
 */
export interface BackgroundApi {
  /**
   * Checks a service. If the check passes, stores the connection of the API key. Puts a new
   * connection in use. If a person must decide, the check fails with a question (`whichAccount`,
   * `openJobs`).
   */
  connect(request: ConnectRequest): Promise<ConnectionCheck>;
  /**
   * Puts a connection in use. Resolves when the requests of the former connection have ended: the
   * worker waits for writes in flight, and aborts reads.
   */
  useConnection(connectionId: string): Promise<Result<null>>;
  /** Counts the open operations of each connection with open jobs. Private jobs are included. */
  countWaitingOperations(): Promise<Result<readonly WaitingOperations[]>>;
  /**
   * Removes a connection with its key, jobs and host permission. If the connection was in use, no
   * connection is in use afterwards. Returns the detached histories. Fails with `openJobs` if the
   * connection has open jobs and `dropsOpenJobs` is false.
   */
  disconnect(
    connectionId: string,
    dropsOpenJobs?: boolean,
  ): Promise<Result<readonly StoredHistory[]>>;
  /** Returns the histories that belong to no connection. */
  listDetachedHistories(): Promise<Result<readonly StoredHistory[]>>;
  /** Fails with `notStored` if the history belongs to a connection. */
  deleteHistory(connectionId: string): Promise<Result<null>>;
  /** Returns all histories in this browser; null if IndexedDB is unavailable. */
  listHistories(): Promise<Result<readonly StoredHistory[] | null>>;
  /** Returns some records of a history, beginning at a position. */
  readBackupPart(connectionId: string, position: BackupPosition): Promise<Result<BackupPart>>;
  /**
   * Merges records into a history. Creates a detached history if the target does not exist. A
   * repeated call changes nothing.
   */
  restoreBackupPart(
    target: BackupHistory,
    records: readonly BackupRecord[],
  ): Promise<Result<Restored>>;
  /** Returns a reminder if the last backup is more than a month old; otherwise null. */
  getBackupReminder(connectionId: string): Promise<Result<BackupReminder | null>>;
  setReportLink(connectionId: string, reportLink: string | null): Promise<Result<null>>;
  /** Stores the name of a connection on screen; null for its host. */
  setLabel(connectionId: string, label: string | null): Promise<Result<null>>;
  /** Migrates storage, and publishes the shared state. */
  prepare(): Promise<Result<null>>;

  /** Returns the account of the API key. Stores its identity in the connection. */
  getAccount(connectionId: string): Promise<Result<Account>>;
  /** Returns the first page of a list. Publishes the page if it is the newest list. */
  listReports(connectionId: string, query: ReportQuery): Promise<Result<ListReply>>;
  /**
   * @param query the query of the first page, see `ListReply.requested`
   * @param page at most the `ReportList.next` of an earlier page
   */
  listFurtherReports(
    connectionId: string,
    query: ReportQuery,
    page: number,
  ): Promise<Result<ReportList>>;
  getReport(connectionId: string, report: ReportReference): Promise<Result<ReportDetails>>;
  /** Returns the stored findings of current results, by report id. */
  getFindings(
    connectionId: string,
    reportIds: readonly string[],
  ): Promise<Result<Record<string, ResultFindings>>>;

  /**
   * Begins or continues to read all reports in the background. Resolves before the reading ends.
   * @param isPressed whether a person has pressed a button. Without a press, a stopped reading stays
   *   stopped, and a complete reading that is up to date is not repeated.
   */
  readAllReports(connectionId: string, isPressed: boolean): Promise<Result<ReadingProgress>>;
  /** Stops the reading of all reports for an hour, or until a person resumes the reading. */
  stopReading(connectionId: string): Promise<Result<ReadingProgress>>;

  // The following calls about the history and the marks send no request.

  /** Returns the histories of pages, in the order of the keys. */
  getPages(connectionId: string, keys: readonly string[]): Promise<Result<PageHistory[]>>;
  /** Returns the trends of the pages of at most 500 reports, in the order of the reports. */
  getTrends(
    connectionId: string,
    reports: readonly ReportReference[],
    since: PageSince,
  ): Promise<Result<PageTrend[]>>;
  /**
   * Counts the clients that became worse or better since a base. Uses the reports of the last
   * complete reading.
   */
  getNews(connectionId: string, since: Since): Promise<Result<ClientNews>>;
  /** Returns at most 500 reports of the history, newest first. */
  listHistory(connectionId: string, after: Position | null): Promise<Result<HistoryPart>>;
  /**
   * Returns at most 500 reports that have changed since a revision of the history. Returns null if
   * the changes since this revision are no longer known. The caller must then read all reports again.
   */
  getHistoryChanges(connectionId: string, since: number): Promise<Result<HistoryChanges | null>>;
  /** Returns reports of the history, in the order of the ids; null for unknown ids. */
  getReportsById(
    connectionId: string,
    reportIds: readonly string[],
  ): Promise<Result<(Report | null)[]>>;
  /**
   * Returns the date of the latest report of each page, by page key. The date is null if unknown. Pages
   * without a report are omitted.
   */
  getReportDates(
    connectionId: string,
    keys: readonly string[],
  ): Promise<Result<Record<string, string | null>>>;
  getMarks(connectionId: string): Promise<Result<Marks>>;
  /** Returns the open mutes that apply to each page, in the order of the page keys. */
  getMutes(connectionId: string, pages: readonly string[]): Promise<Result<PageMute[][]>>;
  /** Changes marks, or undoes changes. Returns all marks afterwards. */
  changeMarks(connectionId: string, change: MarksChange | MarksUndo): Promise<Result<ChangedMarks>>;
  /** Returns the reports of the due pages of a client, of a ticket, or of the starred pages. */
  getDueReports(connectionId: string, subject: DueSubject): Promise<Result<Report[]>>;

  /**
   * Stores a job. A repeated call with the same job stores nothing. Another job with the same id
   * fails with `notStored`. A private job with too many operations fails with `tooManyPrivate`.
   * @returns the confirmation that the job needs; null if the job is stored
   */
  createJob(connectionId: string, job: NewJob): Promise<Result<Confirmation | null>>;
  /** Resolves with false if the action was too late or changed nothing. */
  updateJob(connectionId: string, jobId: string, action: JobAction): Promise<Result<boolean>>;
  /** Sends the probe of the backoff now. */
  retryNow(connectionId: string): Promise<Result<null>>;

  /**
   * Reads the sitemaps of a site, even without a connection. Then removes the permissions for hosts that
   * no connection needs.
   * @param origins origins that the person has allowed, besides the origin of `url`
   */
  readSitemap(url: string, origins: readonly string[]): Promise<Result<SitemapContents>>;
  /**
   * Called when the popup shows the result of a created report. Removes this result from the
   * toolbar button.
   */
  markSeen(): Promise<Result<null>>;
  /** Updates the toolbar button on all tabs, after a change of the preferences. */
  refreshBadge(): Promise<Result<null>>;
}
