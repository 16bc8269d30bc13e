/** The longest wait that a service can impose, in milliseconds. */
const MAX_WAIT_MS = 3_600_000;

/**
 * Returns the time in `Retry-After` (ISO 8601 in UTC), at most an hour ahead; null if unreadable.
 * @param now milliseconds since the epoch
 */
export function retryTime(headers: Headers, now: number): string | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : httpDate(text) - now;
  if (Number.isNaN(wait)) return null;
  return new Date(now + Math.min(Math.max(wait, 0), MAX_WAIT_MS)).toISOString();
}

/** Requires a weekday, because `Date.parse` also reads other texts, such as the year `-1`. */
function httpDate(text: string): number {
  return /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
}
