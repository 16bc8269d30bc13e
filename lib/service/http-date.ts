/**
 * A date as HTTP headers have it, in milliseconds since the epoch; not a number where there is none.
 * It starts with a weekday's name: `Date.parse` alone would take "-1" for a year, and a time without
 * a zone for one of this computer's zone.
 */
export function httpDate(text: string | null): number {
  return /^[A-Z][a-z]{2,8},? /.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;
}
