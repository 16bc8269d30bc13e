import { i18n } from '#i18n';
import { inLanguage, language, textCache, type Words } from './language';

const dateAndTime = inLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
);
const day = inLanguage((locale) => {
  // Brazil's medium style is long ("5 de dez. de 2025"). Brazil's short style has four-digit years.
  return new Intl.DateTimeFormat(locale, { dateStyle: locale === 'pt-BR' ? 'short' : 'medium' });
});
const dayOfYear = inLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }),
);
const dayOfWeek = inLanguage((locale) => new Intl.DateTimeFormat(locale, { weekday: 'long' }));
/** The rows of a long table share few days, and a format for each row is slow. */
const textsOfDays = textCache();
const timeOfYear = inLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }),
);
const timeAgo = inLanguage((locale) => {
  // English "3d ago" is clear. In other languages, the narrow style is unclear or no shorter.
  const style = locale === 'en' ? 'narrow' : 'short';
  return new Intl.RelativeTimeFormat(locale, { style, numeric: 'auto' });
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** At this age, `relativeTime` returns a date. */
const MIN_DAYS_OF_DATE = 7;

/** Returns date and time in the language of the messages and the local time zone. */
export function shortDate(iso: string, words: Words = i18n): string {
  return dateAndTime(words).format(new Date(iso));
}

/** Returns the time of day if the date is today, otherwise date and time. */
export function shortTime(iso: string): string {
  const date = new Date(iso);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? date.toLocaleTimeString(language(), { timeStyle: 'short' }) : shortDate(iso);
}

/** Rounds up to a full minute. */
export function shortRetryTime(iso: string): string {
  const minutes = Math.ceil(Date.parse(iso) / MINUTE_MS);
  return shortTime(new Date(minutes * MINUTE_MS).toISOString());
}

/**
 * Returns a local time that spreadsheets in any language can read: `2026-11-20 10:11`, which is the
 * Swedish format.
 */
export function tableDate(iso: string): string {
  return new Date(iso).toLocaleString('sv', { dateStyle: 'short', timeStyle: 'short' });
}

/** Returns "Nov 26, 6:40 PM". Omits the current year. */
export function timeInYear(iso: string, now: Date = new Date(), words: Words = i18n): string {
  const date = new Date(iso);
  if (date.getFullYear() !== now.getFullYear()) return shortDate(iso, words);
  return timeOfYear(words).format(date);
}

export function shortDay(iso: string, words: Words = i18n): string {
  return day(words).format(new Date(iso));
}

/** Returns "Nov 20 – 26, 2026", or a single day; null without dates. */
export function daysText(isos: readonly string[], words: Words = i18n): string | null {
  const times = isos.map((iso) => Date.parse(iso));
  if (times.length === 0) return null;
  // Some mail programs show thin spaces as boxes.
  return day(words)
    .formatRange(Math.min(...times), Math.max(...times))
    .replaceAll('\u2009', ' ');
}

/**
 * Returns "now", "5m ago", "2h ago", "yesterday" or "3d ago". Returns the day of an older or future
 * date. A date less than a minute ahead is "now", because clocks differ.
 */
export function relativeTime(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  const age = now.getTime() - date.getTime();
  const relative = timeAgo();
  if (Math.abs(age) < MINUTE_MS) return relative.format(0, 'second');
  if (age > 0 && age < HOUR_MS) return relative.format(-Math.floor(age / MINUTE_MS), 'minute');
  if (age > 0 && age < DAY_MS) return relative.format(-Math.floor(age / HOUR_MS), 'hour');
  const days = Math.round((startOfDay(now) - startOfDay(date)) / DAY_MS);
  if (age > 0 && days < MIN_DAYS_OF_DATE) return relative.format(-days, 'day');
  return dayInYear(iso, now);
}

/** Omits the current year. */
export function dayInYear(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  if (date.getFullYear() !== now.getFullYear()) return shortDay(iso);
  return textsOfDays(date.toDateString(), () => dayOfYear().format(date));
}

/** Returns "Nov 20 – 26", or a single day. Omits the current year. */
export function daysInYear(isos: readonly string[], now: Date = new Date()): string {
  const dates = isos.map((iso) => new Date(iso)).sort((one, other) => Number(one) - Number(other));
  const first = dates[0] ?? now;
  const last = dates.at(-1) ?? now;
  const isThisYear = [first, last].every((date) => date.getFullYear() === now.getFullYear());
  const format = isThisYear ? dayOfYear() : day();
  // Some mail programs show thin spaces as boxes.
  return format.formatRange(first, last).replaceAll('\u2009', ' ');
}

/** Returns the day of the week, for example "Monday". */
export function weekday(date: Date): string {
  return dayOfWeek().format(date);
}

/** Returns milliseconds. A day may have 23 or 25 hours, so the caller rounds differences. */
function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
