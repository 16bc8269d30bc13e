export type Result = 'good' | 'decent' | 'bad';

/** 0 = Public, 1 = Private, 2 = Password. */
export type Privacy = 0 | 1 | 2;

/**
 * A stored report never changes in place, so a reference is a snapshot. Dates are ISO 8601 in UTC.
 */
export interface StoredReport {
  readonly id: number;
  /** The address exactly as the client sent it. */
  readonly url: string;
  /** The address after all redirects of the latest analysis. Answers leave out the scheme. */
  readonly finalUrl: string;
  readonly privacy: Privacy;
  /** Null unless privacy is 2. No answer contains the password. */
  readonly password: string | null;
  /** The host without `www.`, unless the seed says otherwise. */
  readonly project: string;
  /** From 0 to 100, with a fraction; null until the analysis ends. */
  readonly score: number | null;
  readonly result: Result | null;
  /** Names of the checks that fail; null derives them from the score. */
  readonly failing: readonly string[] | null;
  /** ISO 8601 in UTC; null until the analysis ends. */
  /** Null until the analysis ends. */
  readonly generated_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Only failed checks have `errors`. */
export interface ServedCheck {
  readonly passed: boolean;
  readonly importance: 'high' | 'medium' | 'low';
  readonly value: unknown;
  readonly errors?: Readonly<Record<string, unknown>>;
}

/** Returns a score's rating, by the limits of the services' filter. */
export function ratingOfScore(score: number): Result {
  const shown = Math.round(score);
  if (shown > 79) return 'good';
  return shown < 49 ? 'bad' : 'decent';
}

/** Services remove these parts in this order, at any place. */
const REMOVED_PARTS = ['https://www.', 'http://www.', 'https://', 'http://'];

/**
 * Returns an address as the services store, list and search it: without scheme and `www.`. The services
 * also remove both from addresses inside the address, unless these are percent-encoded.
 */
export function bareAddress(text: string): string {
  const bare = text.replace(/^(https?:\/\/)?(www\.)?/i, '');
  return REMOVED_PARTS.reduce((rest, part) => rest.replaceAll(part, ''), bare);
}
