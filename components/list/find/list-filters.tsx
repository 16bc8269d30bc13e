import { i18n } from '#i18n';
import type { ListState } from '@/components/list/list-state';
import { SelectField } from '@/components/ui/fields/select-field';
import { filterCount, PAGE_SIZES } from '@/lib/report/report-query';
import { ProjectField } from './project-field';
import { QueryFields } from './query-fields';

/** What the list is asked to show beside the search; all of it is done by the service. */
export function ListFilters({ list }: { list: ListState }) {
  const query = list.query.value;
  return (
    <div class="filters" data-next-focus=".filters select">
      <QueryFields list={list} />
      <SelectField
        label={i18n.t('list.perPage')}
        value={String(query.perPage)}
        options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
        onChoose={(chosen) => {
          const perPage = PAGE_SIZES.find((size) => String(size) === chosen);
          if (perPage) list.change({ perPage });
        }}
      />
      <ProjectField list={list} />
      {filterCount(query) > 0 && (
        <button type="button" class="plain" onClick={list.clearFilters}>
          {i18n.t('list.clear')}
        </button>
      )}
    </div>
  );
}
