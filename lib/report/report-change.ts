import type { Privacy } from './privacy';

/** What an update call may say of a report; what is absent stays as it is. */
export interface ReportChange {
  privacy?: Privacy;
  /** Sent only with privacy Password. Never trimmed. */
  password?: string;
  /** 1: update the report's results too. */
  results?: 0 | 1;
}
