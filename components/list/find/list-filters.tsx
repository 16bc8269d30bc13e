import { i18n } from '#i18n';
import type { ListState } from '@/components/list/list-state';
import { ratingLabel } from '@/components/text/labels';
import { SelectField } from '@/components/ui/fields/select-field';
import { isRating, RATINGS } from '@/lib/report/rating';
import { filterCount, PAGE_SIZES, SORT_FIELDS } from '@/lib/report/report-query';
import { ProjectField } from './project-field';

/** What the list is asked to show beside the search; all of it is done by the service. */
export function ListFilters({ list }: { list: ListState }) {
  const query = list.query.value;
  return (
    <div class="filters" data-next-focus=".filters select">
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
      <SelectField
        label={i18n.t('list.perPage')}
        value={String(query.perPage)}
        options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
        onChoose={(chosen) => {
          const perPage = PAGE_SIZES.find((size) => String(size) === chosen);
          if (perPage) list.change({ perPage });
        }}
      />
      <ProjectField list={list}>
        {filterCount(query) > 0 && (
          <button type="button" class="plain" onClick={list.clearFilters}>
            {i18n.t('list.clear')}
          </button>
        )}
      </ProjectField>
    </div>
  );
}
