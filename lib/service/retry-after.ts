/** Nobody is held longer by what a service says: then it is asked once more. */
const LONGEST_WAIT_MS = 3_600_000;

/**
 * The time that a Retry-After header names, in seconds from now or as an HTTP date. It is at most an
 * hour ahead.
 * @param now milliseconds since the epoch
 * @returns ISO 8601 in UTC, null where the header is absent or unreadable
 */
export function retryTime(headers: Headers, now: number): string | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : httpDate(text) - now;
  if (Number.isNaN(wait)) return null;
  return new Date(now + Math.min(Math.max(wait, 0), LONGEST_WAIT_MS)).toISOString();
}

/**
 * A date as HTTP headers have it, in milliseconds since the epoch; not a number where there is none.
 * It starts with a weekday's name: `Date.parse` alone would take "-1" for a year, and a time without
 * a zone for one of this computer's zone.
 */
function httpDate(text: string): number {
  return /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
}
