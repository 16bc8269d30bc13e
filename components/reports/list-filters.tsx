import { i18n } from '#i18n';
import { ratingLabel } from '@/components/text/labels';
import { SelectField } from '@/components/ui/select-field';
import { isRating, RATINGS } from '@/lib/report/rating';
import { PAGE_SIZES, type ReportQuery, SORT_FIELDS } from '@/lib/report/report-query';

interface ListFiltersProps {
  query: ReportQuery;
  /** Projects to offer. */
  projects: readonly string[];
  onChange: (change: Partial<ReportQuery>) => void;
}

/** What the list is asked to show; all of it is done by the service. */
export function ListFilters({ query, projects, onChange }: ListFiltersProps) {
  return (
    <div class="filters">
      <div class="filter-texts">
        <label class="filter-search">
          <span class="small-label">{i18n.t('list.search')}</span>
          <input
            type="search"
            dir="ltr"
            spellcheck={false}
            autocomplete="off"
            value={query.search}
            onInput={(event) => onChange({ search: event.currentTarget.value })}
          />
        </label>
        <label>
          <span class="small-label">{i18n.t('list.project')}</span>
          <input
            type="text"
            name="project"
            spellcheck={false}
            autocomplete="off"
            value={query.project}
            onInput={(event) => onChange({ project: event.currentTarget.value })}
          />
        </label>
      </div>
      {projects.length > 0 && (
        <ul class="chips" aria-label={i18n.t('list.projects')}>
          {projects.map((project) => (
            <li key={project}>
              <button
                type="button"
                onClick={({ currentTarget }) => {
                  onChange({ project });
                  // The button goes away, and the focus must not go with it.
                  const filters = currentTarget.closest('.filters');
                  filters?.querySelector<HTMLInputElement>('input[name=project]')?.focus();
                }}
              >
                {project}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="filter-choices">
        <SelectField
          label={i18n.t('list.result')}
          value={query.result ?? ''}
          options={[
            { value: '', label: i18n.t('list.all') },
            ...RATINGS.map((value) => ({ value, label: ratingLabel(value) })),
          ]}
          onChoose={(value) => onChange({ result: isRating(value) ? value : null })}
        />
        <SelectField
          label={i18n.t('list.sortBy')}
          value={query.sortBy}
          options={SORT_FIELDS.map((value) => ({ value, label: i18n.t(`sort.${value}`) }))}
          onChoose={(sortBy) => onChange({ sortBy })}
        />
        <SelectField
          label={i18n.t('list.order')}
          value={query.sort}
          options={[
            { value: 'desc', label: i18n.t('list.descending') },
            { value: 'asc', label: i18n.t('list.ascending') },
          ]}
          onChoose={(sort) => onChange({ sort })}
        />
        <SelectField
          label={i18n.t('list.perPage')}
          value={String(query.perPage)}
          options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
          onChoose={(chosen) => {
            const perPage = PAGE_SIZES.find((size) => String(size) === chosen);
            if (perPage) onChange({ perPage });
          }}
        />
      </div>
    </div>
  );
}
