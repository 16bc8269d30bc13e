import { useSignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { usePage } from '@/components/app/page-context';
import { isolated } from '@/components/text/isolation';
import { ratingLabel } from '@/components/text/labels';
import { counted } from '@/components/text/language';
import { SelectField } from '@/components/ui/fields/select-field';
import { Icon } from '@/components/ui/icon';
import { shownProject, typedProject } from '@/lib/report/project';
import { isRating, RATINGS } from '@/lib/report/rating';
import { filterCount, PAGE_SIZES, SORT_FIELDS } from '@/lib/report/report-query';
import type { ListState } from './list-state';

interface ListSearchProps {
  list: ListState;
  /** The page whose reports are offered at one press; null where there is none. */
  pageUrl: string | null;
}

/** The search, and behind a button the filters. */
export function ListSearch({ list, pageUrl }: ListSearchProps) {
  const query = list.query.value;
  const isStarred = usePage().isStarredOnly.value;
  // The toggle beside the list says for itself that it is on.
  const count = filterCount(query) - Number(list.site.isOn.value) + Number(isStarred);
  const isOpen = useSignal(count > 0);
  return (
    <>
      <search class="find beside">
        <div class="find-text fill">
          <label>
            <Icon name="loupe" />
            <input
              type="search"
              aria-label={i18n.t('list.search')}
              placeholder={i18n.t('list.search')}
              spellcheck={false}
              autocomplete="off"
              value={query.search}
              onInput={(event) => list.change({ search: event.currentTarget.value })}
            />
          </label>
          {pageUrl !== null && query.search === '' && (
            <button type="button" class="bare cut" onClick={() => list.searchPage(pageUrl)}>
              {i18n.t('list.ofThisPage')}
            </button>
          )}
        </div>
        <button
          type="button"
          class={count > 0 ? 'pictured is-on accent' : 'pictured'}
          aria-expanded={isOpen.value}
          aria-describedby="filters-on"
          onClick={({ currentTarget }) => {
            isOpen.value = !isOpen.value;
            if (isOpen.value) scrollToFilters(currentTarget);
          }}
        >
          <Icon name="funnel" />
          {i18n.t('list.filters')}
          {count > 0 && <span aria-hidden="true">· {count}</span>}
        </button>
        <span id="filters-on" hidden>
          {count > 0 && counted('list.filtersOn', count)}
        </span>
      </search>
      {isOpen.value && <ListFilters list={list} />}
    </>
  );
}

/** They open where the list begins, which may be out of sight. */
function scrollToFilters(button: HTMLElement): void {
  requestAnimationFrame(() => {
    const section = button.closest('.reports');
    const filters = section?.querySelector('.filters');
    if (filters && section) filters.scrollIntoView({ block: 'nearest' });
  });
}

/** What the list is asked to show beside the search; all of it is done by the service. */
function ListFilters({ list }: { list: ListState }) {
  const { starred, isStarredOnly } = usePage();
  const query = list.query.value;
  return (
    <fieldset class="filters" aria-label={i18n.t('list.filters')}>
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
      {(starred.value?.size ?? 0) > 0 && (
        <button
          type="button"
          class="toggle pictured"
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

/** Which results a list shows, and in which order. */
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

/** The filter by project, which services match whole; it offers those of the rows at hand. */
function ProjectField({ list }: { list: ListState }) {
  /** What the field has while a person is in it; null at any other time. */
  const [typed, setTyped] = useState<string | null>(null);
  const seen = new Set(list.rows.value.flatMap(({ project }) => project ?? []));
  const shown = shownProject(list.query.value.project);
  return (
    <label class="stack tight">
      <span class="quiet small">{i18n.t('list.project')}</span>
      <input
        type="text"
        // Until a person is in the field, it is named as the plain text field that it is.
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

/** Shows the reports of the site of the page in front alone, and all again. */
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
