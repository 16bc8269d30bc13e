import type { Account, ConnectRequest } from '@/lib/connection/connection';
import type { ConnectionCheck } from '@/lib/connection/connection-check';
import type { NotDeleted } from '@/lib/deletion/deletion';
import type { Outcome } from '@/lib/outcome';
import type { Report, ReportDetails } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import type { ReportQuery } from '@/lib/report/report-query';
import type { UnreadableEntry } from '@/lib/stored-item';
import type { ReportDraft } from '@/lib/submission/report-draft';
import type { Creation } from '@/lib/submission/submission';

/**
 * What extension pages may ask of the background, and so the whole message protocol. Arguments and
 * answers are JSON. What the background learns on the way also goes to the store, for every page. What
 * a private window asks for, and what is read for it, stays in memory: it outlasts the worker, and
 * not the browser. Of its reports the disk holds salted hashes of the ids.
 */
export interface BackgroundApi {
  /**
   * Checks the service step by step; only a check that passes is kept as the connection. Another
   * service, or a key that is not known to be of the same account, gets a connection of its own: while
   * anything is open on the one that stands, that fails with `openWork` and takes a person's consent.
   */
  connect(request: ConnectRequest): Promise<ConnectionCheck>;
  /**
   * Forgets key, cache and connection, and gives the host permission back. While anything is open it
   * fails with `openWork`, and takes a person's consent: then it sends the deletions first, which
   * takes as long as the service, and drops the reports.
   * @returns the reports that the service did not delete
   */
  disconnect(dropsOpenWork?: boolean): Promise<Outcome<NotDeleted[]>>;
  account(): Promise<Outcome<Account>>;
  /** Reads a list into the store. */
  list(query: ReportQuery, isPrivateWindow?: boolean): Promise<Outcome<null>>;
  get(report: Report, isPrivateWindow?: boolean): Promise<Outcome<ReportDetails>>;
  /**
   * Creates a report, under an id that the page makes up: asking again with it joins what is under
   * way, so that a page may ask again whenever no answer came. After a failure the submission stays
   * in the store until it is discarded or retried.
   */
  create(id: string, draft: ReportDraft, isPrivateWindow?: boolean): Promise<Outcome<Creation>>;
  /** Takes a submission out of the store; false when it was too late, since it is being sent. */
  discard(id: string): Promise<Outcome<boolean>>;
  /**
   * Sends a submission again that wants a person's word.
   * @param password of the report, where it is no longer known
   */
  retry(id: string, password?: string): Promise<Outcome<null>>;
  /** Ends the queue's pause: tries now whether the service takes what waits. */
  retryNow(): Promise<Outcome<null>>;
  /**
   * The value is the report after the change, null when the service does not show it. With
   * `results: 1` the new result is awaited from then on, and arrives in the store.
   */
  update(
    report: Report,
    change: ReportChange,
    isPrivateWindow?: boolean,
  ): Promise<Outcome<ReportDetails | null>>;
  /** Deletes the report when its undo time is over; the store says how that goes. */
  remove(report: Report, isPrivateWindow?: boolean): Promise<Outcome<null>>;
  /** Takes a deletion back, or a failed one off the list; false when it was too late. */
  undoRemove(id: string): Promise<Outcome<boolean>>;
  /** Says no more that a report is one of two of its page. */
  dismissDuplicate(reportId: string): Promise<Outcome<null>>;
  /** Submissions and deletions that are stored and cannot be read: for private windows also theirs. */
  unreadableWork(isPrivateWindow?: boolean): Promise<Outcome<UnreadableEntry[]>>;
  removeUnreadableWork(isPrivateWindow?: boolean): Promise<Outcome<null>>;
  /** Takes from the toolbar button what became of reports: a person sees the popup, which says it. */
  markSeen(): Promise<Outcome<null>>;
  /** Brings the toolbar button up to date after a change of the preferences. */
  refreshBadge(): Promise<Outcome<null>>;
}
