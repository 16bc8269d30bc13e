import { i18n } from '#i18n';
import { countText, labelled } from '@/components/text/language';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import type { ListState } from './list-state';
import type { ShownList } from './shown-list';

/** How much of the whole the list is, or that it is not the answer yet. */
export function ListCount({ list }: { list: ListState }) {
  return <small class="count">{listCount(list)}</small>;
}

/** How the rows are sorted, on a line of its own; nothing where the newest come first, as expected. */
export function ListOrder({ list }: { list: ListState }) {
  const order = orderMessage(list.query.value);
  return order && <small class="order">{order}</small>;
}

function orderMessage({ sortBy, sort }: ReportQuery): string | null {
  const { sortBy: usual, sort: usualOrder } = RECENT_REPORTS_QUERY;
  const said = [
    sortBy !== usual && labelled(i18n.t('list.sortBy'), i18n.t(`sort.${sortBy}`)),
    sort !== usualOrder && i18n.t('list.ascending'),
  ].filter(Boolean);
  return said.length === 0 ? null : said.join(' · ');
}

/** The same as a sentence; null where there is nothing to say. */
export function listCount({ shown, isReading, failure }: ListState): string | null {
  if (shown.value === undefined) return isReading.value ? i18n.t('list.loading') : null;
  if (!shown.value.isAnswer) {
    // The service is asked when the typing pauses; only a failure leaves a question unanswered.
    const isPending = isReading.value || failure.value === null;
    if (isPending && shown.value.reports.length === 0) return i18n.t('list.loading');
    return i18n.t(isPending ? 'list.savedPending' : 'list.saved');
  }
  return answerMessage(shown.value);
}

function answerMessage({ reports, total, isPart, ofNewest }: ShownList): string | null {
  const count = reports.length;
  if (ofNewest !== null) return i18n.t('list.shownOfNewest', [count, countText(ofNewest)]);
  if (!isPart) return count === 0 ? null : String(count);
  return total === null
    ? i18n.t('list.shownFirst', [count])
    : i18n.t('list.shownOf', [count, countText(total)]);
}
