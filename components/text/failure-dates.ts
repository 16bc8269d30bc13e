import { i18n } from '#i18n';
import type { FailingSince } from '@/lib/report/compare/page-change';
import type { FailingAgainTicket } from '@/lib/report/compare/tickets';
import { dayInYear } from './dates';
import { counted } from './language';

/**
 * Returns "Passed on Nov 22, failing since Nov 29", or "Failing since Nov 5 or earlier".
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
export function fixDates(
  { foundAt, fixedAt }: { foundAt: string; fixedAt: string },
  dayOf: (iso: string) => string = dayInYear,
): string {
  return i18n.t('failing.foundAndFixed', [dayOf(foundAt), dayOf(fixedAt)]);
}

/** Returns "Failing again on 3 pages: handed over Nov 3, ticket closed Nov 10". */
export function failingAgainText(
  { ticket, pages }: FailingAgainTicket,
  dayOf: (iso: string) => string = dayInYear,
): string {
  return counted('handedOver.closedFailing', pages, dayOf(ticket.at), dayOf(ticket.closedAt));
}
