import { i18n } from '#i18n';
import { counted } from '@/components/text/language';
import { isFiltered } from '@/lib/report/report-query';
import type { ListState } from './list-state';
import type { ShownList } from './shown-list';

interface ListEndProps {
  list: ListState;
  shown: ShownList;
}

/** What follows the last row: that there is none, what could not be read, and the way to more. */
export function ListEnd({ list, shown }: ListEndProps) {
  const query = list.query.value;
  const { reports, unreadable, isAnswer } = shown;
  const isPart = isAnswer && shown.isPart;
  const isEmpty = isAnswer && !isPart && reports.length + unreadable === 0;
  return (
    <div class="list-end">
      {isEmpty && <p class="empty">{i18n.t(isFiltered(query) ? 'list.noMatch' : 'list.empty')}</p>}
      {isEmpty && query.search !== '' && (
        <button
          type="button"
          onClick={() => {
            list.change({ search: '' });
            document.querySelector<HTMLElement>('.find input')?.focus();
          }}
        >
          {i18n.t('list.clearSearch')}
        </button>
      )}
      {!isAnswer && list.failure.value && reports.length === 0 && isFiltered(query) && (
        <p class="empty">{i18n.t('list.noSavedMatch')}</p>
      )}
      {isAnswer && unreadable > 0 && <p class="note">{counted('list.unreadable', unreadable)}</p>}
      {isPart && list.canShowMore.value && (
        <button
          type="button"
          onClick={() => {
            // The button goes away, and the focus must not go with it: the other rows follow there.
            focusLastRow();
            list.showMore();
          }}
        >
          {i18n.t('list.showMore')}
        </button>
      )}
      {isPart && !list.canShowMore.value && <p class="note">{i18n.t('list.searchForMore')}</p>}
    </div>
  );
}

function focusLastRow(): void {
  document.querySelector<HTMLElement>('.rows > :last-child .row')?.focus();
}
