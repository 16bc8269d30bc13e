import { z } from '@/lib/schema';

/** Smaller numbers are seconds since the epoch, until the year 5138. Others are milliseconds. */
const FIRST_MILLISECONDS = 100_000_000_000;

const EPOCH = /^\d{9,14}(?:\.\d+)?$/;
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Reads a date of the service, and returns it as ISO 8601 in UTC. The notations are ISO 8601,
 * `YYYY-MM-DD HH:MM:SS` (in UTC), and seconds or milliseconds since the epoch.
 */
export const WireTimestamp = z.pipe(
  z.pipe(
    z.union([z.number(), z.string().check(z.trim())]),
    z.pipe(
      z.transform((value: number | string) => toDate(String(value))),
      z.date(),
    ),
  ),
  z.transform((date) => date.toISOString()),
);

function toDate(text: string): Date {
  if (EPOCH.test(text)) {
    const epoch = Number(text);
    return new Date(epoch < FIRST_MILLISECONDS ? epoch * 1000 : epoch);
  }
  const [, day, time = '00:00', zone = 'Z'] = DATE.exec(text) ?? [];
  return new Date(`${day}T${time}${zone}`);
}
