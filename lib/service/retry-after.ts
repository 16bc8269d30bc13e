import { httpDate } from './http-date';

/** Longer than any sane pause; a larger number could not be written as a date. */
const LONGEST_PAUSE_MS = 365 * 24 * 3600 * 1000;

/**
 * The time that a Retry-After header names, in seconds from now or as an HTTP date. How far ahead
 * that lies is told by the clock of the service, where its answer shows that.
 * @param now milliseconds since the epoch
 * @returns ISO 8601 in UTC, null where the header is absent or unreadable
 */
export function retryTime(headers: Headers, now: number): string | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  const wait = /^\d+$/.test(text)
    ? Number(text) * 1000
    : httpDate(text) - (httpDate(headers.get('date')) || now);
  if (Number.isNaN(wait)) return null;
  return new Date(now + Math.min(Math.max(wait, 0), LONGEST_PAUSE_MS)).toISOString();
}
