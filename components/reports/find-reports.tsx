import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import { ProjectField, SiteToggle } from '@/components/list/filters';
import type { OverviewState } from '@/components/table/overview-state';
import { ratingLabel } from '@/components/text/labels';
import { countText } from '@/components/text/language';
import { RatingShape } from '@/components/ui/report/rating-tag';
import { RATINGS } from '@/lib/report/rating';
import { useReports } from './reports-page';

/** Search and project, which the service applies, and the filters of all rows that were read. */
export function FindReports() {
  const { list, table } = useReports();
  const { overview } = table.value;
  const query = list.query.value;
  const hasProject = query.project.trim() !== '' && !list.site.isOn.value;
  const isFiltered = hasProject || overview.isFiltered.value;
  return (
    <search class="find-reports">
      <label class="stack tight">
        <span class="quiet small">{i18n.t('list.search')}</span>
        <input
          type="search"
          spellcheck={false}
          autocomplete="off"
          value={query.search}
          onInput={(event) => list.change({ search: event.currentTarget.value })}
        />
      </label>
      <ProjectField list={list} />
      <span class="cluster">
        <SiteToggle list={list} />
        {/* In its place whether or not there are filters, so that nothing moves. */}
        <button
          type="button"
          class="bare accent"
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

const CHANGES = ['worse', 'better'] as const;

/** Filters by rating and by what has changed, each with how many pages it would leave. */
export function FilterChips({ overview }: { overview: OverviewState }) {
  const { counts, filters, isKnown, toggle } = overview;
  const { rating: chosenRating, change: chosenChange } = filters.value;
  return (
    <fieldset class="chips cluster tight">
      <legend class="unseen">{i18n.t('list.filters')}</legend>
      {RATINGS.map((rating) => (
        <Chip
          key={rating}
          label={ratingLabel(rating)}
          count={isKnown.value ? counts.value[rating] : null}
          isChosen={rating === chosenRating}
          canFilter
          onPress={() => toggle('rating', rating)}
        >
          <RatingShape rating={rating} />
        </Chip>
      ))}
      {CHANGES.map((kind) => (
        <Chip
          key={kind}
          label={i18n.t(`overview.${kind}`)}
          count={isKnown.value ? counts.value[kind] : null}
          isChosen={kind === chosenChange}
          canFilter={isKnown.value}
          onPress={() => toggle('change', kind)}
        >
          <span class={kind === 'worse' ? 'is-fall' : 'is-rise'} aria-hidden="true">
            {kind === 'worse' ? '↓' : '↑'}
          </span>
        </Chip>
      ))}
    </fieldset>
  );
}

interface ChipProps {
  label: string;
  /** Null while it is not known. */
  count: number | null;
  isChosen: boolean;
  /** Whether rows that are read have what it filters by. */
  canFilter: boolean;
  onPress: () => void;
  /** A picture. */
  children: ComponentChildren;
}

function Chip({ label, count, isChosen, canFilter, onPress, children }: ChipProps) {
  const isOf = canFilter && (count !== 0 || isChosen);
  return (
    <button
      type="button"
      class="chip pictured"
      aria-pressed={isChosen}
      aria-disabled={!isOf}
      onClick={() => isOf && onPress()}
    >
      {children}
      {label}{' '}
      <b class={count === null ? 'figures no-number' : 'figures'}>
        {count === null ? '–' : countText(count)}
      </b>
    </button>
  );
}
