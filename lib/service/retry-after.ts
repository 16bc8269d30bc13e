/** The longest wait that a service can impose; after it, the next request is sent. */
const MAX_WAIT_MS = 3_600_000;

/**
 * Returns the time of a Retry-After header (seconds from now, or an HTTP date), at most an hour
 * ahead.
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
 * Returns an HTTP date in milliseconds since the epoch, or NaN for any other text.
 * The check for a weekday is necessary: `Date.parse` reads "-1" as a year.
 * `Date.parse` also reads a time without a zone in this computer's zone.
 */
function httpDate(text: string): number {
  return /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
}
