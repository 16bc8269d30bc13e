import { i18n } from '#i18n';
import { ProjectField, SiteToggle } from '@/components/list/filters';
import { FilterChips } from './overview/filter-chips';
import { useReports } from './reports-page';

/** Search and project, which the service applies, and the filters of all rows that were read. */
export function FindReports() {
  const { list, table } = useReports();
  const { overview } = table.value;
  const query = list.query.value;
  const hasProject = query.project.trim() !== '' && !list.site.isOn.value;
  const isFiltered = hasProject || overview.isFiltered.value;
  return (
    <search class="find-reports" data-next-focus=".find-reports input">
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
      <ProjectField list={list} />
      <span class="find-buttons">
        <SiteToggle list={list} />
        {/* In its place whether or not there are filters, so that nothing moves. */}
        <button
          type="button"
          class="plain"
          aria-disabled={!isFiltered}
          onClick={() => {
            overview.clear();
            if (hasProject) list.clearFilters();
          }}
        >
          {i18n.t('list.clear')}
        </button>
      </span>
      <FilterChips overview={overview} />
    </search>
  );
}
