import type { HostReports } from '@/lib/archive/host-reports';
import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { ConnectRequest } from '@/lib/connection/connection';
import type { FurtherPage, ListReply } from '@/lib/front/held-list';
import type { Outcome } from '@/lib/outcome';
import type { Account } from '@/lib/report/extra-fields';
import type { Found, Report, ReportDetails, ReportList } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import type { SitemapFindings } from '@/lib/source/sitemap-walk';
import type { BatchAct, NewBatch } from '@/lib/task/batch/batch';
import type { Held, NewTask } from '@/lib/task/task';

/**
 * What extension pages may ask of the background, and so the whole message protocol. Arguments and
 * answers are JSON. What the background learns on the way also goes to the store, for every page.
 */
export interface BackgroundApi {
  /**
   * Checks the service step by step; only a check that passes is kept as the connection. Where tasks
   * are open on the one that stands, another base URL or key fails with `openWork` and takes a
   * person's consent.
   */
  connect(request: ConnectRequest): Promise<ConnectionCheck>;
  /**
   * Forgets key, tasks, cache and connection, and gives the host permission back. While any task is
   * open it fails with `openWork`, and takes a person's consent.
   */
  disconnect(dropsOpenWork?: boolean): Promise<Outcome<null>>;
  /** Reads whose account the key belongs to. */
  account(): Promise<Outcome<Account>>;
  /** Has what is stored brought into the form of this build, and shown to pages. */
  prepare(): Promise<Outcome<null>>;
  /** Reads a list. That of the newest of all reports also goes to the store. */
  list(query: ReportQuery): Promise<Outcome<ListReply>>;
  /**
   * Reads a list further.
   * @param query what the list was asked for
   * @returns the rows from the first on that the page may not have; what it has already may be among them
   */
  listPage(query: ReportQuery, from: FurtherPage): Promise<Outcome<ReportList>>;
  /**
   * Reads a page of the newest reports of a host, which the service takes for a project, without storing
   * it. Null, and nothing is asked for, while a batch goes on or few requests of a limit are left.
   * @param page beyond the first only as the page before it has named it
   */
  hostReports(host: string, page: number): Promise<Outcome<HostReports | null>>;
  get(report: Report): Promise<Outcome<ReportDetails>>;
  /**
   * What the answers to creations and updates of the last ten seconds say of the checks that failed, by the
   * reports' ids. No request goes out: of other reports there is nothing.
   */
  found(reportIds: readonly string[]): Promise<Outcome<Record<string, Found>>>;
  /**
   * Stores tasks, and answers when they are stored: what becomes of them is in the task view. An id
   * that is stored or done already is not added again, so that a page may ask again whenever no
   * answer came. A creation that a person is to be asked about first is not stored, and the answer
   * says why.
   */
  add(tasks: readonly NewTask[]): Promise<Outcome<Held | null>>;
  /**
   * Stores many creations, changes or deletions at once, all or none. A batch that is there already is
   * not added again. Deletions are due in six seconds.
   */
  addBatch(batch: NewBatch): Promise<Outcome<null>>;
  /** Does something with a batch as a whole; nothing where it is there no longer. */
  steerBatch(id: string, act: BatchAct): Promise<Outcome<null>>;
  /**
   * Reads a sitemap, and the files that it names, from its own origin and from those that a person has
   * agreed to. Afterwards the permissions for their hosts are given back, but for the service's. It needs
   * no connection.
   */
  sitemap(url: string, origins: readonly string[]): Promise<Outcome<SitemapFindings>>;
  /**
   * Takes a task back. False when it is too late: the task is out, or done. A task that is not known
   * counts as taken back already.
   */
  cancel(id: string): Promise<Outcome<boolean>>;
  /**
   * Sends a stuck task again.
   * @param password of the report, where it is no longer known
   */
  retry(id: string, password?: string): Promise<Outcome<null>>;
  /** Tries now whether the gate can open. */
  retryNow(): Promise<Outcome<null>>;
  /** Takes from the toolbar button what became of reports: a person sees the popup, which says it. */
  markSeen(): Promise<Outcome<null>>;
  /** Brings the toolbar button up to date after a change of the preferences. */
  refreshBadge(): Promise<Outcome<null>>;
}
