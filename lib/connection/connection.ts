import type { Outcome } from '@/lib/outcome';
import type { PlainField } from '@/lib/report/extra-fields';
import type { ReportList } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';

/** The service that this browser is connected to. The API key is kept apart from it. */
export interface Connection {
  /** Names everything that is kept for this connection; not the service's word. */
  id: string;
  /** As `readBaseUrl` gives it. */
  baseUrl: string;
}

/** A list of reports, as last read from the service. */
export interface StoredList extends ReportList {
  /** What the service was asked for. */
  query: ReportQuery;
  /** When the service was asked, ISO 8601 in UTC: of two lists, the newer is that asked for later. */
  readAt: string;
}

/**
 * Why a list is not kept, or not whole: the store takes no more, the list would take too much of it,
 * or some of it was asked for in a private window.
 */
export type UnkeptReason = 'no-space' | 'too-large' | 'private';

/** A list as the service has just given it. */
export interface ReadList extends StoredList {
  /** Null where it is kept, or gave way to what was asked in the meantime. */
  unkept: UnkeptReason | null;
}

/** Whose account the key belongs to, in the service's own fields. */
export interface Account {
  fields: PlainField[];
}

/** The account as last read, or why it could not be: many keys may not see it. */
export type StoredAccount = Outcome<Account>;

/** What a person types to connect. */
export interface ConnectRequest {
  baseUrl: string;
  /** Empty: check the connection that stands, with the key that is kept. */
  apiKey: string;
  /** Consent to send the key over plain http beyond this machine. */
  allowsUnencrypted: boolean;
  /** Consent to forget reports that are still on their way to another service. */
  dropsSubmissions?: boolean;
}
