/** Limit for the wait that a service can impose, in milliseconds. */
const MAX_WAIT_MS = 3_600_000;

/**
 * Returns the time that a `Retry-After` header names: seconds from now, or an HTTP date. The time
 * is at most an hour ahead.
 * @param now milliseconds since the epoch
 * @returns ISO 8601 in UTC; null if the header is absent or unreadable
 */
export function retryTime(headers: Headers, now: number): string | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : httpDate(text) - now;
  if (Number.isNaN(wait)) return null;
  return new Date(now + Math.min(Math.max(wait, 0), MAX_WAIT_MS)).toISOString();
}

/**
 * Converts an HTTP date to milliseconds since the epoch; NaN for any other text. Requires a
 * weekday, because `Date.parse` reads "-1" as a year, and a time without a zone as local time.
 */
function httpDate(text: string): number {
  return /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
}
