import { dayInYear } from './dates';
import { inLanguage } from './language';

const timeOfDay = inLanguage((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));

/**
 * Returns a short text for each date. If all dates are of one day, the texts are times. Otherwise, the
 * texts are days, and dates of the same day also have the time. Omits the current year.
 */
export function datesApart(isos: readonly string[]): string[] {
  const times = isos.map((iso) => timeOfDay().format(new Date(iso)));
  const days = isos.map((iso) => dayInYear(iso));
  if (days.length > 1 && new Set(days).size === 1) return times;
  const isShared = (day: string) => days.indexOf(day) < days.lastIndexOf(day);
  return days.map((day, at) => (isShared(day) ? `${day} ${times[at]}` : day));
}
