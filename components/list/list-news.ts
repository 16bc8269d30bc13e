import { i18n } from '#i18n';
import { counted } from '@/components/text/language';
import { isFiltered } from '@/lib/report/report-query';
import type { ListState } from './list-state';

/** What to announce of the list, which is to be seen in it: that it is new, or how many reports match. */
export function listNews(list: ListState): string | null {
  return list.isFresh.value ? i18n.t('list.refreshed') : foundMessage(list);
}

/** How many reports match what is searched and filtered for; null until the service has said so. */
function foundMessage({ shown, query, isReading }: ListState): string | null {
  if (!shown.value?.isAnswer || isReading.value || !isFiltered(query.value)) return null;
  const { total, reports, unreadable } = shown.value;
  const count = total ?? reports.length + unreadable;
  if (count === 0) return i18n.t('list.noMatch');
  // Without a total, a full page may be all or a part.
  if (total === null && count >= query.value.perPage) return i18n.t('list.shownFirst', [count]);
  return counted('report.matches', count);
}
