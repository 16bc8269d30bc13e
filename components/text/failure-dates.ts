import { i18n } from '#i18n';
import type { FailingSince } from '@/lib/report/compare/page-change';
import type { FailingAgainTicket } from '@/lib/report/compare/tickets';
import { dayInYear } from './dates';
import { countedIn, type Words } from './language';

/** Returns the text of a day in a language. */
export type DayText = (iso: string, words: Words) => string;

const dayOnScreen: DayText = (iso) => dayInYear(iso);

/**
 * Returns "Passed on Nov 22, failing since Nov 29", or "Failing since Nov 5 or earlier".
 * @param dayOf returns the text of a day
 */
export function failureDates(
  { at, passedAt, isAgain }: FailingSince,
  dayOf: DayText = dayOnScreen,
  words: Words = i18n,
): string {
  if (passedAt === null) return words.t('failing.orEarlier', [dayOf(at, words)]);
  return words.t(isAgain ? 'failing.again' : 'failing.since', [
    dayOf(passedAt, words),
    dayOf(at, words),
  ]);
}

/** Returns "found Nov 24, fixed Nov 27". */
export function fixDates(
  { foundAt, fixedAt }: { foundAt: string; fixedAt: string },
  dayOf: DayText = dayOnScreen,
  words: Words = i18n,
): string {
  return words.t('failing.foundAndFixed', [dayOf(foundAt, words), dayOf(fixedAt, words)]);
}

/** Returns "Failing again on 3 pages: handed over Nov 3, ticket closed Nov 10". */
export function failingAgainText(
  { ticket, pages }: FailingAgainTicket,
  dayOf: DayText = dayOnScreen,
  words: Words = i18n,
): string {
  return countedIn(
    words,
    'handedOver.closedFailing',
    pages,
    dayOf(ticket.at, words),
    dayOf(ticket.closedAt, words),
  );
}
