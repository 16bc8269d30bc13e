import { i18n } from '#i18n';
import type { FailingSince } from '@/lib/report/compare/page-change';
import { dayInYear } from './dates';

/**
 * Returns "Passed on Nov 22, fails since Nov 29", or "Fails since Nov 5 or earlier".
 * @param dayOf returns the text of a day
 */
export function failureDates(
  { at, passedAt, isAgain }: FailingSince,
  dayOf: (iso: string) => string = dayInYear,
): string {
  if (passedAt === null) return i18n.t('failing.orEarlier', [dayOf(at)]);
  return i18n.t(isAgain ? 'failing.again' : 'failing.since', [dayOf(passedAt), dayOf(at)]);
}

/** Returns "found Nov 24, fixed Nov 27". */
export function repairDates(
  { foundAt, fixedAt }: { foundAt: string; fixedAt: string },
  dayOf: (iso: string) => string = dayInYear,
): string {
  return i18n.t('failing.foundAndFixed', [dayOf(foundAt), dayOf(fixedAt)]);
}
