import type { PlainField } from './plain-field';
import type { ReportList } from './report';

/** The service that this browser is connected to. The API key is kept apart from it. */
export interface Connection {
  /** Names everything that is kept for this connection; not the service's word. */
  id: string;
  /** As `readBaseUrl` gives it. */
  baseUrl: string;
}

/** The newest reports, as last read from the service. */
export interface RecentReports extends ReportList {
  /** When the service answered, ISO 8601 in UTC. */
  readAt: string;
}

/** Whose account the key belongs to: the service's own fields, empty where the key may not see it. */
export interface Account {
  fields: PlainField[];
}
