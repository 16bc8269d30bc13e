import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { ProjectField } from '@/components/list/find/project-field';
import { SiteToggle } from '@/components/list/find/site-toggle';
import type { ListState } from '@/components/list/list-state';
import { ratingLabel } from '@/components/text/labels';
import { SelectField } from '@/components/ui/fields/select-field';
import { isRating, RATINGS } from '@/lib/report/rating';
import { filterCount, SORT_FIELDS } from '@/lib/report/report-query';

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
      <SelectField
        label={i18n.t('list.result')}
        value={query.result ?? ''}
        options={[
          { value: '', label: i18n.t('list.all') },
          ...RATINGS.map((value) => ({ value, label: ratingLabel(value) })),
        ]}
        onChoose={(value) => list.change({ result: isRating(value) ? value : null })}
      />
      <SelectField
        label={i18n.t('list.sortBy')}
        value={query.sortBy}
        options={SORT_FIELDS.map((value) => ({ value, label: i18n.t(`sort.${value}`) }))}
        onChoose={(sortBy) => list.change({ sortBy })}
      />
      <SelectField
        label={i18n.t('list.order')}
        value={query.sort}
        options={[
          { value: 'desc', label: i18n.t('list.descending') },
          { value: 'asc', label: i18n.t('list.ascending') },
        ]}
        onChoose={(sort) => list.change({ sort })}
      />
      <ProjectField list={list}>
        <span class="find-buttons">
          <SiteToggle project={list.project} />
          {filterCount(query) > Number(list.project.isSite.value) && (
            <button type="button" class="plain" onClick={list.clearFilters}>
              {i18n.t('list.clear')}
            </button>
          )}
        </span>
      </ProjectField>
    </search>
  );
}
