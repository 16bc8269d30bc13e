/** Seconds since the epoch stay below this until the year 5138; milliseconds passed it in 1973. */
const FIRST_MILLISECONDS = 100_000_000_000;

/**
 * Reads a service's date: ISO 8601, `YYYY-MM-DD HH:MM:SS` (taken as UTC), or the epoch's seconds or
 * milliseconds as number or text.
 * @returns ISO 8601 in UTC, null where it is no date
 */
export function readInstant(value: unknown): string | null {
  const date = new Date(milliseconds(value));
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function milliseconds(value: unknown): number {
  if (typeof value === 'number') {
    if (value <= 0) return Number.NaN;
    return value < FIRST_MILLISECONDS ? value * 1000 : value;
  }
  if (typeof value !== 'string') return Number.NaN;
  const text = value.trim();
  if (/^\d{9,14}(?:\.\d+)?$/.test(text)) return milliseconds(Number(text));
  const parts =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text);
  if (parts === null) return Number.NaN;
  const [, day, time = '00:00', zone = 'Z'] = parts;
  return Date.parse(`${day}T${time}${zone.toUpperCase()}`);
}
