/** How a report rates its page. */
export type Result = 'good' | 'decent' | 'bad';

/** 0 = Public, 1 = Private, 2 = Password. */
export type Privacy = 0 | 1 | 2;

/** A report as the service holds it. It never changes in place, so a kept one is a snapshot. */
export interface StoredReport {
  readonly id: number;
  /** The address exactly as it was sent. */
  readonly url: string;
  /** The address where the latest analysis ended, with its scheme; answers show it without. */
  readonly endedAt: string;
  readonly privacy: Privacy;
  /** Null unless privacy is 2. No answer ever carries it. */
  readonly password: string | null;
  /** The host without `www.`, unless it was seeded otherwise. */
  readonly project: string;
  /** From 0 to 100, with a fraction as the analysis found it; null while the analysis is outstanding. */
  readonly score: number | null;
  /** What the score amounts to. */
  readonly result: Result | null;
  /** The names of the checks that fail; null: as many as the score has room for. */
  readonly failing: readonly string[] | null;
  /** ISO 8601 in UTC, as the next two; null while the analysis is outstanding. */
  readonly generated_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A check as a report carries it; `errors` only where it failed. */
export interface ServedCheck {
  readonly passed: boolean;
  readonly importance: 'high' | 'medium' | 'low';
  readonly value: unknown;
  readonly errors?: Readonly<Record<string, unknown>>;
}

/** A score's rating, as the filter of the services has it. */
export function ratingOfScore(score: number): Result {
  const shown = Math.round(score);
  if (shown > 79) return 'good';
  return shown < 49 ? 'bad' : 'decent';
}

/** What services take out of an address, in this order, wherever it stands. */
const CUT = ['https://www.', 'http://www.', 'https://', 'http://'];

/**
 * An address as the services keep, list and search it: without scheme and `www.`, also those of addresses
 * within it, where they are not percent-encoded.
 */
export function bareAddress(text: string): string {
  const bare = text.replace(/^(https?:\/\/)?(www\.)?/i, '');
  return CUT.reduce((rest, part) => rest.replaceAll(part, ''), bare);
}
