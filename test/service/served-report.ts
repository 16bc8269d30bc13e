export type Result = 'good' | 'decent' | 'bad';

/** 0 = Public, 1 = Private, 2 = Password. */
export type Privacy = 0 | 1 | 2;

/** A stored report never changes in place, so a reference is a snapshot. Dates are ISO 8601 in UTC. */
export interface StoredReport {
  readonly id: number;
  /** The address exactly as the client sent it. */
  readonly url: string;
  /** The address after all redirects of the latest analysis. */
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

/** Returns the rating of a score, by the limits of the services' filter. */
export function ratingOfScore(score: number): Result {
  const rounded = Math.round(score);
  if (rounded > 79) return 'good';
  return rounded < 49 ? 'bad' : 'decent';
}

/** Services remove these parts anywhere in an address, in this order. */
const REMOVED_PARTS = ['https://www.', 'http://www.', 'https://', 'http://'];

/**
 * Returns the address that services store, list and search: without scheme and `www.`. Services also
 * remove both inside of the address, for example in its query, but not in percent-encoded parts.
 */
export function bareAddress(text: string): string {
  const withoutStart = text.replace(/^(https?:\/\/)?(www\.)?/i, '');
  return REMOVED_PARTS.reduce((address, part) => address.replaceAll(part, ''), withoutStart);
}
