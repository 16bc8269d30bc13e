import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import type { ListState } from '@/components/list/list-state';
import { counted } from '@/components/text/language';
import { Icon } from '@/components/ui/icon';
import { filterCount } from '@/lib/report/report-query';
import { ListFilters } from './list-filters';

interface ListSearchProps {
  list: ListState;
  /** The page whose reports are offered at one press; null where there is none. */
  pageUrl: string | null;
}

/** The search, and behind a button the filters. */
export function ListSearch({ list, pageUrl }: ListSearchProps) {
  const query = list.query.value;
  // The toggle beside the list says for itself that it is on.
  const count = filterCount(query) - Number(list.site.isOn.value);
  const isOpen = useSignal(count > 0);
  return (
    <>
      <search class="find">
        <div class="find-text" data-next-focus=".find input">
          <label>
            <Icon name="loupe" />
            <input
              type="search"
              aria-label={i18n.t('list.search')}
              placeholder={i18n.t('list.search')}
              spellcheck={false}
              autocomplete="off"
              value={query.search}
              onInput={(event) => list.change({ search: event.currentTarget.value })}
            />
          </label>
          {pageUrl !== null && query.search === '' && (
            <button type="button" class="plain" onClick={() => list.searchPage(pageUrl)}>
              {i18n.t('list.ofThisPage')}
            </button>
          )}
        </div>
        <button
          type="button"
          class={count > 0 ? 'is-on' : ''}
          aria-expanded={isOpen.value}
          aria-describedby="filters-on"
          onClick={({ currentTarget }) => {
            isOpen.value = !isOpen.value;
            if (isOpen.value) scrollToFilters(currentTarget);
          }}
        >
          <Icon name="funnel" />
          {i18n.t('list.filters')}
          {count > 0 && <span aria-hidden="true">· {count}</span>}
        </button>
        <span id="filters-on" hidden>
          {count > 0 && counted('list.filtersOn', count)}
        </span>
      </search>
      {isOpen.value && <ListFilters list={list} />}
    </>
  );
}

/** They open where the list begins, which may be out of sight. */
function scrollToFilters(button: HTMLElement): void {
  requestAnimationFrame(() => {
    const section = button.closest('.reports');
    const filters = section?.querySelector('.filters');
    if (filters && section) filters.scrollIntoView({ block: 'nearest' });
  });
}
