import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { ProjectField } from '@/components/list/find/project-field';
import { QueryFields } from '@/components/list/find/query-fields';
import { SiteToggle } from '@/components/list/find/site-toggle';
import type { ListState } from '@/components/list/list-state';
import { filterCount } from '@/lib/report/report-query';

/** Search, filters and order, all of which the service does; a page of rows has always a hundred. */
export function FindReports({ list }: { list: ListState }) {
  const query = list.query.value;
  const isOpen = useSignal(false);
  return (
    <search
      class={isOpen.value ? 'find-reports' : 'find-reports is-folded'}
      data-next-focus=".find-reports input"
    >
      <label>
        <span class="small-label">{i18n.t('list.search')}</span>
        <input
          type="search"
          spellcheck={false}
          autocomplete="off"
          value={query.search}
          onInput={(event) => list.change({ search: event.currentTarget.value })}
        />
      </label>
      {/* Where there is little room; elsewhere all of it is in sight. */}
      <button
        type="button"
        class="unfold"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {i18n.t('list.filters')}
      </button>
      <QueryFields list={list} />
      <ProjectField list={list} />
      <span class="find-buttons">
        <SiteToggle list={list} />
        {filterCount(query) > Number(list.site.isOn.value) && (
          <button type="button" class="plain" onClick={list.clearFilters}>
            {i18n.t('list.clear')}
          </button>
        )}
      </span>
    </search>
  );
}
