import { dayInYear } from './dates';
import { inLanguage } from './language';

const timeOfDay = inLanguage((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));

/**
 * Returns a short text for each date: the time if all dates are of one day, else the day. Omits the
 * current year.
 */
export function datesApart(isos: readonly string[]): string[] {
  const days = isos.map((iso) => dayInYear(iso));
  const areOfOneDay = days.length > 1 && new Set(days).size === 1;
  return areOfOneDay ? isos.map((iso) => timeOfDay().format(new Date(iso))) : days;
}
