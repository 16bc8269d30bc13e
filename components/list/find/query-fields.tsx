import { i18n } from '#i18n';
import type { ListState } from '@/components/list/list-state';
import { ratingLabel } from '@/components/text/labels';
import { SelectField } from '@/components/ui/fields/select-field';
import { isRating, RATINGS } from '@/lib/report/rating';
import { SORT_FIELDS } from '@/lib/report/report-query';

/** Which results a list shows, and in which order. */
export function QueryFields({ list }: { list: ListState }) {
  const query = list.query.value;
  return (
    <>
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
    </>
  );
}
