import type { Account } from '@/lib/model/connection';
import type { ConnectionCheck } from '@/lib/model/connection-check';
import type { Outcome } from '@/lib/model/outcome';
import type { Report, ReportDetails, ReportList } from '@/lib/model/report';
import type { ReportChange } from '@/lib/model/report-change';
import type { ReportDraft } from '@/lib/model/report-draft';
import type { ReportQuery } from '@/lib/model/report-query';

/** What a person types to connect. */
export interface ConnectRequest {
  baseUrl: string;
  /** Empty: check the connection that stands, with the key that is kept. */
  apiKey: string;
  /** Consent to send the key over plain http beyond this machine. */
  allowsUnencrypted: boolean;
}

/**
 * What extension pages may ask of the background, and so the whole message protocol. Arguments and
 * answers are JSON. What the background learns on the way also goes to the store, for every page.
 */
export interface BackgroundOffer {
  /** Checks the service step by step; only a check that passes is kept as the connection. */
  connect(request: ConnectRequest): Promise<ConnectionCheck>;
  /** Forgets key, cache and connection, and gives the host permission back. */
  disconnect(): Promise<Outcome<null>>;
  account(): Promise<Outcome<Account>>;
  /** Reads a list; what was asked for last is also kept in the store. */
  list(query: ReportQuery): Promise<Outcome<ReportList>>;
  get(report: Report): Promise<Outcome<ReportDetails>>;
  /**
   * Creates a report, under an id that the page makes up: the same id is sent once. The value is
   * null when the service accepted the report and did not show which it is. After a failure the
   * submission stays in the store until it is discarded.
   */
  create(id: string, draft: ReportDraft): Promise<Outcome<Report | null>>;
  /** Takes a failed submission out of the store. */
  discard(id: string): Promise<Outcome<null>>;
  /**
   * The value is the report after the change, null when the service does not show it. With
   * `results: 1` the new result is awaited from then on, and arrives in the store.
   */
  update(report: Report, change: ReportChange): Promise<Outcome<ReportDetails | null>>;
  /** Deletes the report when its undo time is over; the store says how that goes. */
  remove(report: Report): Promise<Outcome<null>>;
  /** Takes a deletion back, or a failed one off the list; false when it was too late. */
  undoRemove(id: string): Promise<Outcome<boolean>>;
}
