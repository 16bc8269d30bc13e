/** How a report rates its page. */
export type Result = 'good' | 'decent' | 'bad';

/** 0 = Public, 1 = Private, 2 = Password. */
export type Privacy = 0 | 1 | 2;

/** A report as the service holds it. It never changes in place, so a kept one is a snapshot. */
export interface StoredReport {
  readonly id: number;
  /** The address exactly as it was sent. */
  readonly url: string;
  readonly privacy: Privacy;
  /** Null unless privacy is 2. No answer ever carries it. */
  readonly password: string | null;
  /** The project's name; for a created report, the host of its URL. */
  readonly project: string;
  /** Null while the analysis is outstanding. */
  readonly result: Result | null;
  /** ISO 8601 in UTC; null while the analysis is outstanding. */
  readonly generated_at: string | null;
  /** ISO 8601 in UTC. */
  readonly created_at: string;
  /** What the latest analysis looked at; empty when the report was seeded with a result. */
  readonly checks: readonly { readonly name: string; readonly passed: boolean }[];
}
