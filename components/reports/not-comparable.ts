import { i18n } from '#i18n';
import { dayInYear } from '@/components/text/dates';
import { counted, series } from '@/components/text/language';
import { type NotComparable, notComparable } from '@/lib/report/compare/clients';
import type { PageRow } from '@/lib/report/compare/findings';
import { dayOf } from '@/lib/report/compare/local-day';

/**
 * Returns why no page of a client can be compared: "no result since Oct 30", "first results today".
 * Each of several reasons has its number of pages.
 * @param mayHaveEarlier whether the pages may have earlier results that are unknown
 */
export function notComparableText(
  pages: readonly PageRow[],
  mayHaveEarlier: boolean,
  now: Date = new Date(),
): string {
  const reasons = notComparable(pages);
  if (reasons.some(({ reason }) => reason === 'noSummary'))
    return i18n.t('clients.reason.noSummary');
  const texts = reasons.map((reason) => {
    const text = reasonText(reason, mayHaveEarlier, now);
    return reasons.length === 1 ? text : `${text} (${counted('reports.pages', reason.pages)})`;
  });
  return series(texts);
}

function reasonText(reason: NotComparable, mayHaveEarlier: boolean, now: Date): string {
  switch (reason.reason) {
    case 'noSummary':
      return i18n.t('clients.reason.noSummary');
    case 'notChecked':
      return i18n.t('clients.reason.notChecked', [dayInYear(reason.at, now)]);
    case 'first':
      return mayHaveEarlier
        ? i18n.t('clients.reason.noneKnown')
        : firstText(reason.from, reason.to, now);
    case 'unrated':
      return i18n.t('clients.reason.unrated');
  }
}

function firstText(from: string, to: string, now: Date): string {
  const [first, last] = [from, to].map((time) => dayOf(new Date(time)));
  if (first === dayOf(now)) return i18n.t('clients.reason.firstToday');
  return first === last
    ? i18n.t('clients.reason.firstOn', [dayInYear(from, now)])
    : i18n.t('clients.reason.firstFrom', [dayInYear(from, now), dayInYear(to, now)]);
}
