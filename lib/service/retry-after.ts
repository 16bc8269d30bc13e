/** Longer than any sane pause; a larger number could not be written as a date. */
const LONGEST_PAUSE_MS = 365 * 24 * 3600 * 1000;

/**
 * The time that a Retry-After header names, in seconds from now or as an HTTP date.
 * @param now milliseconds since the epoch
 * @returns ISO 8601 in UTC, null where the header is absent or unreadable
 */
export function retryTime(header: string | null, now: number): string | null {
  if (header === null) return null;
  const text = header.trim();
  const time = /^\d+$/.test(text) ? now + Number(text) * 1000 : httpDate(text);
  if (Number.isNaN(time)) return null;
  return new Date(Math.min(Math.max(time, now), now + LONGEST_PAUSE_MS)).toISOString();
}

/** Dates on the wire start with a weekday's name; `Date.parse` alone would take "-1" for a year. */
function httpDate(text: string): number {
  return /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
}
