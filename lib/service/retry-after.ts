import { httpDate } from './http-date';

/** Nobody is held longer by what a service says: then it is asked once more. */
const LONGEST_WAIT_MS = 3_600_000;

/** Numbers beyond these are moments, in seconds and in milliseconds since the epoch. */
const FIRST_SECONDS = 1_000_000_000;
const FIRST_MILLISECONDS = 100_000_000_000;

/**
 * The time that a Retry-After header names, in seconds from now, as an HTTP date, or as services write it
 * against the rule, in seconds or milliseconds since the epoch. It is at most an hour ahead.
 * @param now milliseconds since the epoch
 * @returns ISO 8601 in UTC, null where the header is absent or unreadable
 */
export function retryTime(headers: Headers, now: number): string | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  const wait = /^\d+$/.test(text)
    ? waitFor(Number(text), headers, now)
    : httpDate(text) - serviceTime(headers, now);
  if (Number.isNaN(wait)) return null;
  return new Date(now + Math.min(Math.max(wait, 0), LONGEST_WAIT_MS)).toISOString();
}

/** How long a number says to wait, in milliseconds; less than none for a moment that has been. */
function waitFor(value: number, headers: Headers, now: number): number {
  if (value > FIRST_MILLISECONDS) return value - serviceTime(headers, now);
  return value > FIRST_SECONDS ? value * 1000 - serviceTime(headers, now) : value * 1000;
}

/** How far ahead a moment lies is told by the clock of the service, where its answer shows that. */
function serviceTime(headers: Headers, now: number): number {
  return httpDate(headers.get('date')) || now;
}
