import type { Account, ConnectRequest, ReadList } from '@/lib/connection/connection';
import type { ConnectionCheck } from '@/lib/connection/connection-check';
import type { SetAsideEntry } from '@/lib/model/set-aside';
import type { Outcome } from '@/lib/outcome';
import type { Report, ReportDetails } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import type { ReportQuery } from '@/lib/report/report-query';
import type { ReportDraft } from '@/lib/submission/report-draft';
import type { Creation } from '@/lib/submission/submission';

/**
 * What extension pages may ask of the background, and so the whole message protocol. Arguments and
 * answers are JSON. What the background learns on the way also goes to the store, for every page.
 */
export interface BackgroundApi {
  /** Checks the service step by step; only a check that passes is kept as the connection. */
  connect(request: ConnectRequest): Promise<ConnectionCheck>;
  /**
   * Forgets key, cache and connection, and gives the host permission back. While reports are on
   * their way it takes a person's consent to forget them, too.
   */
  disconnect(dropsSubmissions?: boolean): Promise<Outcome<null>>;
  account(): Promise<Outcome<Account>>;
  /** Reads a list; what was asked for last is also kept in the store, where that is possible. */
  list(query: ReportQuery): Promise<Outcome<ReadList>>;
  get(report: Report): Promise<Outcome<ReportDetails>>;
  /**
   * Creates a report, under an id that the page makes up: asking again with it joins what is under
   * way, so that a page may ask again whenever no answer came. After a failure the submission stays
   * in the store until it is discarded or retried. Of what is asked for in a private window nothing
   * is kept once it is done.
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
  update(report: Report, change: ReportChange): Promise<Outcome<ReportDetails | null>>;
  /** Deletes the report when its undo time is over; the store says how that goes. */
  remove(report: Report): Promise<Outcome<null>>;
  /** Takes a deletion back, or a failed one off the list; false when it was too late. */
  undoRemove(id: string): Promise<Outcome<boolean>>;
  /** Sets aside what cannot be read: for a page that has met something of the kind. */
  inspectStore(): Promise<Outcome<null>>;
  /** What was set aside and is still kept, the oldest first. The store says how much it was. */
  setAside(): Promise<Outcome<SetAsideEntry[]>>;
  /** Removes what was set aside. */
  dismissSetAside(): Promise<Outcome<null>>;
}
