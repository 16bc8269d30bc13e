import { useSignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { usePage } from '@/components/page/page-context';
import { isolated } from '@/components/text/isolation';
import { ratingLabel } from '@/components/text/labels';
import { counted, countText } from '@/components/text/language';
import { SearchField } from '@/components/ui/fields/search-field';
import { SelectField } from '@/components/ui/fields/select-field';
import { Icon } from '@/components/ui/icon';
import { shownProject, typedProject } from '@/lib/report/project';
import { isRating, RATINGS } from '@/lib/report/rating';
import { filterCount, PAGE_SIZES, SORT_FIELDS } from '@/lib/report/report-query';
import type { ListState } from './list-state';

interface ListSearchProps {
  list: ListState;
  /** The page that *Of this page* searches for; null to hide this button. */
  pageUrl: string | null;
}

/** The search field, and the button that opens the filters. */
export function ListSearch({ list, pageUrl }: ListSearchProps) {
  const query = list.query.value;
  const isStarred = usePage().isStarredOnly.value;
  // The count omits the filter *This site*, because its own button shows whether the filter is on.
  const count = filterCount(query) - Number(list.site.isOn.value) + Number(isStarred);
  const isOpen = useSignal(count > 0);
  return (
    <>
      <search class="find inset-below beside">
        <div class="find-text fill">
          <Icon name="loupe" />
          <SearchField
            label={i18n.t('list.search')}
            value={query.search}
            onEnter={(search) => list.change({ search })}
          />
          {pageUrl !== null && query.search === '' && (
            <button type="button" class="bare cut" onClick={() => list.searchPage(pageUrl)}>
              {i18n.t('list.ofThisPage')}
            </button>
          )}
        </div>
        <button
          type="button"
          class={count > 0 ? 'with-icon is-on accent' : 'with-icon'}
          aria-expanded={isOpen.value}
          aria-describedby="filters-on"
          onClick={({ currentTarget }) => {
            isOpen.value = !isOpen.value;
            if (isOpen.value) scrollToFilters(currentTarget);
          }}
        >
          <Icon name="funnel" />
          {i18n.t('list.filters')}
          {count > 0 && <span aria-hidden="true">· {countText(count)}</span>}
        </button>
        <span id="filters-on" hidden>
          {count > 0 && counted('list.filtersOn', count)}
        </span>
      </search>
      {isOpen.value && <ListFilters list={list} />}
    </>
  );
}

/** Scrolls to the opened filters, which are above the list and may be out of sight. */
function scrollToFilters(button: HTMLElement): void {
  requestAnimationFrame(() => {
    const section = button.closest('.reports');
    const filters = section?.querySelector('.filters');
    if (filters && section) filters.scrollIntoView({ block: 'nearest' });
  });
}

/** Filters, order and page size. The service applies all except *Starred*. */
function ListFilters({ list }: { list: ListState }) {
  const { starred, isStarredOnly } = usePage();
  const query = list.query.value;
  return (
    <fieldset class="filters inset-below" aria-label={i18n.t('list.filters')}>
      <QueryFields list={list} />
      {!isStarredOnly.value && (
        <SelectField
          label={i18n.t('list.perPage')}
          value={String(query.perPage)}
          options={PAGE_SIZES.map((size) => ({ value: String(size), label: countText(size) }))}
          onChoose={(chosen) => {
            const perPage = PAGE_SIZES.find((size) => String(size) === chosen);
            if (perPage) list.change({ perPage });
          }}
        />
      )}
      <ProjectField list={list} />
      {(starred.value?.size ?? 0) > 0 && (
        <button
          type="button"
          class="toggle with-icon"
          aria-pressed={isStarredOnly.value}
          onClick={() => {
            isStarredOnly.value = !isStarredOnly.value;
          }}
        >
          <Icon name="star" />
          {i18n.t('star.starred')}
        </button>
      )}
      {(filterCount(query) > 0 || isStarredOnly.value) && (
        <button
          type="button"
          class="bare accent"
          onClick={() => {
            isStarredOnly.value = false;
            if (filterCount(query) > 0) list.clearFilters();
          }}
        >
          {i18n.t('list.clear')}
        </button>
      )}
    </fieldset>
  );
}

/** The fields for the rating and for the order. */
function QueryFields({ list }: { list: ListState }) {
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

/** The filter by project. Services compare whole names, so the field suggests the projects of the rows. */
function ProjectField({ list }: { list: ListState }) {
  /** The text of the field while it has the focus; otherwise null. */
  const [typed, setTyped] = useState<string | null>(null);
  const seen = new Set(list.rows.value.flatMap(({ project }) => project ?? []));
  const shown = shownProject(list.query.value.project);
  return (
    <label class="stack tight">
      <span class="quiet small">{i18n.t('list.project')}</span>
      <input
        type="text"
        // A list of suggestions changes the role to combobox, so the field has the list only with the focus.
        list={typed === null ? undefined : 'projects'}
        placeholder={i18n.t('list.all')}
        spellcheck={false}
        autocomplete="off"
        enterKeyHint="search"
        value={typed ?? shown}
        onFocus={() => setTyped(shown)}
        onBlur={() => setTyped(null)}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value);
          list.change({ project: typedProject(value) });
        }}
      />
      <datalist id="projects">
        {[...seen].sort().map((name) => (
          <option key={name} value={shownProject(name)} />
        ))}
      </datalist>
    </label>
  );
}

/** The button *This site*: shows only reports of the tab page's project, or the previous filter. */
export function SiteToggle({ list: { site } }: { list: ListState }) {
  if (site.name === null) return null;
  return (
    <button
      type="button"
      class="toggle"
      aria-pressed={site.isOn.value}
      title={i18n.t('list.thisSiteOnly', [isolated(shownProject(site.name))])}
      onClick={site.toggle}
    >
      {i18n.t('list.thisSite')}
    </button>
  );
}
