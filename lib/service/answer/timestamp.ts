import { z } from '@/lib/schema';

/** Seconds since the epoch stay below this until the year 5138; milliseconds passed it in 1973. */
const FIRST_MILLISECONDS = 100_000_000_000;

const EPOCH = /^\d{9,14}(?:\.\d+)?$/;
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** How PHP writes a date with its zone: an offset, an abbreviation, or a name such as `Europe/Berlin`. */
const ZonedDate = z.object({ date: z.string(), timezone: z.string() });

/**
 * A service's date, read as ISO 8601 in UTC: ISO 8601, `YYYY-MM-DD HH:MM:SS` (taken as UTC), the same
 * with its zone beside it, or the seconds or milliseconds since 1970 as number or text, from 1973 on.
 */
export const WireTimestamp = z.pipe(
  z.union([
    z.number(),
    z.string().check(z.trim()),
    z.pipe(
      ZonedDate,
      z.transform(({ date, timezone }) => inZone(date, timezone)),
    ),
  ]),
  z.pipe(
    z.pipe(z.transform(toDate), z.date()),
    z.transform((date) => date.toISOString()),
  ),
);

function toDate(value: number | string): Date {
  const text = String(value);
  const time = EPOCH.test(text) ? epochTime(Number(text)) : dateTime(text);
  // Services that know no null write the epoch's start for it, or the year 1.
  return new Date(time > 0 ? time : Number.NaN);
}

function epochTime(epoch: number): number {
  return epoch < FIRST_MILLISECONDS ? epoch * 1000 : epoch;
}

function dateTime(text: string): number {
  const [, day, time = '00:00', zone = 'Z'] = DATE.exec(text) ?? [];
  // Browsers read no zone without its minutes.
  const wholeZone = zone.length === '+00'.length ? `${zone}:00` : zone.toUpperCase();
  return Date.parse(`${day}T${time}${wholeZone}`);
}

/** A date with the offset of its zone, and with none, as in UTC, where nobody knows the zone. */
function inZone(date: string, zone: string): string {
  const local = date.trim();
  if (/^[+-]\d\d:?\d\d$/.test(zone)) return local + zone;
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    const parts = format.formatToParts(dateTime(local));
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.slice('GMT'.length);
    return local + (offset || 'Z');
  } catch {
    return local;
  }
}
