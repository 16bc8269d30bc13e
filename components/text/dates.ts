import { inLanguage, language } from './language';

const dateAndTime = inLanguage(
  (of) => new Intl.DateTimeFormat(of, { dateStyle: 'medium', timeStyle: 'short' }),
);
const day = inLanguage((of) => {
  // "5 de dez. de 2025" in Brazil, where the short style has all four digits of the year.
  return new Intl.DateTimeFormat(of, { dateStyle: of === 'pt-BR' ? 'short' : 'medium' });
});
const dayOfYear = inLanguage(
  (of) => new Intl.DateTimeFormat(of, { month: 'short', day: 'numeric' }),
);
const timeAgo = inLanguage((of) => {
  // "3d ago" in English; in other languages the narrow form is a riddle, or the same.
  const style = of === 'en' ? 'narrow' : 'short';
  return new Intl.RelativeTimeFormat(of, { style, numeric: 'auto' });
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Further back, a date says more than a number of days. */
const MOST_DAYS = 7;

/** A date from the service or the store, in the language of the messages and the reader's time zone. */
export function shortDate(iso: string): string {
  return dateAndTime().format(new Date(iso));
}

/** The time of day where it is today, otherwise the date with it. */
export function shortTime(iso: string): string {
  const date = new Date(iso);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? date.toLocaleTimeString(language(), { timeStyle: 'short' }) : shortDate(iso);
}

/** When something may be tried again, as `shortTime` has it: a full minute, never one before it. */
export function shortRetryTime(iso: string): string {
  const minutes = Math.ceil(Date.parse(iso) / MINUTE_MS);
  return shortTime(new Date(minutes * MINUTE_MS).toISOString());
}

/** A date as spreadsheets of any language read it, in the reader's time zone: `2026-11-20 10:11`. */
export function tableDate(iso: string): string {
  // Swedish writes dates so.
  return new Date(iso).toLocaleString('sv', { dateStyle: 'short', timeStyle: 'short' });
}

/** The day alone, where the time of it does not matter. */
export function shortDay(iso: string): string {
  return day().format(new Date(iso));
}

/** The days of some dates, such as "Nov 20 – 26, 2026", or the one day; null for none. */
export function daysText(isos: readonly string[]): string | null {
  const times = isos.map((iso) => Date.parse(iso));
  if (times.length === 0) return null;
  // Thin blanks are boxes in some mails.
  return day()
    .formatRange(Math.min(...times), Math.max(...times))
    .replaceAll('\u2009', ' ');
}

/**
 * How long ago it was, as a glance takes it in: "now", "5m ago", "2h ago", "yesterday", "3d ago";
 * then the day, with its year unless that is this year's. Clocks may differ by a minute; a date
 * further ahead is shown as the day it is.
 * @param now the present
 */
export function relativeTime(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  const age = now.getTime() - date.getTime();
  const relative = timeAgo();
  if (Math.abs(age) < MINUTE_MS) return relative.format(0, 'second');
  if (age > 0 && age < HOUR_MS) return relative.format(-Math.floor(age / MINUTE_MS), 'minute');
  if (age > 0 && age < DAY_MS) return relative.format(-Math.floor(age / HOUR_MS), 'hour');
  const days = Math.round((startOfDay(now) - startOfDay(date)) / DAY_MS);
  if (age > 0 && days < MOST_DAYS) return relative.format(-days, 'day');
  return dayInYear(iso, now);
}

/** The day, with its year unless that is this year's. */
export function dayInYear(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  if (date.getFullYear() !== now.getFullYear()) return shortDay(iso);
  return dayOfYear().format(date);
}

/** In local time: days of 23 and 25 hours are why the difference is rounded. */
function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
