import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import { SiteToggle } from '@/components/list/filters';
import type { OverviewState } from '@/components/table/overview-state';
import { ratingLabel } from '@/components/text/labels';
import { countText } from '@/components/text/language';
import { SearchField } from '@/components/ui/fields/search-field';
import { Icon } from '@/components/ui/icon';
import { MoreButton } from '@/components/ui/menu';
import { RatingShape } from '@/components/ui/report/rating-tag';
import { RATINGS, type Rating } from '@/lib/report/rating';
import { useDueItems } from './due-dialog';
import { RecheckButton } from './recheck-button';
import { useReports } from './reports-page';

export function FindReports() {
  const { list, listRows, table, hasFilters, clearFilters, offersSite, starred } = useReports();
  const { overview } = table.value;
  const clearTitle = useHiddenLabelTitle(i18n.t('list.clear'));
  const { search, isStarred } = overview.filters.value;
  const { starred: stars } = overview.counts.value;
  /** Whether the shown client has a starred page, which the filters may hide. */
  const hasStars = overview.rows.value.some(({ key }) => starred.value?.has(key));
  return (
    <search class="find-reports cluster inset compact">
      <SearchField label={i18n.t('list.search')} value={search} onEnter={overview.find} />
      <span class="cluster">
        {offersSite.value && <SiteToggle list={list} />}
        {/* Always visible, so that a change of the filters moves no other control. */}
        <button
          type="button"
          class="bare accent"
          title={clearTitle}
          aria-disabled={!hasFilters.value}
          onClick={clearFilters}
        >
          <span class="control-icon">
            <Icon name="cross" />
          </span>
          <span class="control-label">{i18n.t('list.clear')}</span>
        </button>
      </span>
      <FilterChips overview={overview}>
        {(hasStars || isStarred) && (
          <Chip
            label={i18n.t('star.starred')}
            count={stars}
            isChosen={isStarred}
            canFilter
            onPress={() => overview.toggle('isStarred', !isStarred)}
          >
            <span class="control-icon">
              <Icon name="star" />
            </span>
          </Chip>
        )}
        {hasStars && <StarredMenu />}
        {isStarred && stars > 0 && (
          <RecheckButton
            count={listRows.value.count}
            reports={listRows.value.rows.map(({ report }) => report)}
          />
        )}
      </FilterChips>
    </search>
  );
}

/** The menu of the starred pages of all clients. */
function StarredMenu() {
  const { starred, table } = useReports();
  const all = table.value.overview.rowsIn({ client: null });
  const items = useDueItems({
    subject: { kind: 'starred' },
    ticket: null,
    pages: all.filter(({ key }) => starred.value?.has(key)).length,
  });
  return items.length > 0 && <MoreButton label={i18n.t('star.more')} items={items} />;
}

const CHANGES = ['worse', 'better'] as const;

interface FilterChipsProps {
  overview: OverviewState;
  /** Whether to omit filters that would leave no page. */
  omitsEmpty?: boolean;
  /** Further chips. */
  children?: ComponentChildren;
}

/** Filters by rating and change. Each chip shows how many pages its filter would leave. */
export function FilterChips({ overview, omitsEmpty = false, children }: FilterChipsProps) {
  const { counts, filters, isKnown, toggle } = overview;
  const { rating: chosenRating, change: chosenChange } = filters.value;
  const isOffered = (kind: Rating | (typeof CHANGES)[number]) =>
    !omitsEmpty || kind === chosenRating || kind === chosenChange || counts.value[kind] > 0;
  return (
    <fieldset class="chips cluster tight">
      <legend class="visually-hidden">{i18n.t('list.filters')}</legend>
      {RATINGS.filter(isOffered).map((rating) => (
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
      {CHANGES.filter(isOffered).map((kind) => (
        <Chip
          key={kind}
          label={i18n.t(`overview.${kind}`)}
          count={isKnown.value ? counts.value[kind] : null}
          isChosen={kind === chosenChange}
          canFilter={isKnown.value}
          onPress={() => toggle('change', kind)}
        >
          <span class={kind === 'worse' ? 'is-fall' : 'is-rise'} aria-hidden="true">
            {kind === 'worse' ? '▼' : '▲'}
          </span>
        </Chip>
      ))}
      {children}
    </fieldset>
  );
}

interface ChipProps {
  label: string;
  /** Null while unknown. */
  count: number | null;
  isChosen: boolean;
  /** Whether the rows have the values for the filter. */
  canFilter: boolean;
  onPress: () => void;
  /** An icon. */
  children?: ComponentChildren;
}

function Chip({ label, count, isChosen, canFilter, onPress, children }: ChipProps) {
  const isEnabled = canFilter && (count !== 0 || isChosen);
  const title = useHiddenLabelTitle(label);
  return (
    <button
      type="button"
      class="chip with-icon"
      title={title}
      aria-pressed={isChosen}
      aria-disabled={!isEnabled}
      onClick={() => isEnabled && onPress()}
    >
      {children}
      <span class="control-label">{label}</span>{' '}
      <b key={count} class={count === null ? 'figures no-number' : 'figures'}>
        {count === null ? '–' : countText(count)}
      </b>
    </button>
  );
}

/** Returns a label as the tooltip of a control. Beside an open report, some controls show only their icons. */
function useHiddenLabelTitle(label: string): string | undefined {
  return useReports().reportState.open.value === null ? undefined : label;
}
