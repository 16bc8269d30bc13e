import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { projectOfPage } from '@/lib/report/project';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { keyOf } from '@/lib/storage/keys';
import { trustedItem } from '@/lib/storage/stored-values';

type ListOrder = Pick<ReportQuery, 'sortBy' | 'sort' | 'perPage'>;
type ListFilters = Pick<ReportQuery, 'search' | 'project' | 'result'>;

/** The order and the page size of the popup's list, for all connections. */
export const listOrderItem = trustedItem<ListOrder>('local', 'list-order');

/** Search and filters of the popup's list. Stored in memory until the browser closes. */
export const listFiltersItem = (connectionId: string) =>
  trustedItem<ListFilters>('session', keyOf(connectionId, 'list-filters'));

/** Returns the query with which the popup opens. An undefined part was never stored. */
export function rememberedQuery(
  order: ListOrder | undefined,
  filters: ListFilters | undefined,
): ReportQuery {
  return { ...RECENT_REPORTS_QUERY, ...order, ...filters };
}

/** Stores a query for the next popup. The query is lost if storage is full. */
export function rememberQuery(
  connectionId: string,
  { sortBy, sort, perPage, search, project, result }: ReportQuery,
): void {
  void listOrderItem.write({ sortBy, sort, perPage }).catch(() => {});
  void listFiltersItem(connectionId)
    .write({ search, project, result })
    .catch(() => {});
}

interface SiteToggleOptions {
  /** The URL of the tab's page; null if there is none. */
  pageUrl: string | null;
  /** The project by which the list is filtered; empty for all. */
  project: ReadonlySignal<string>;
  /** Filters by another project. */
  filterBy(project: string): void;
}

/** The toggle *This site*: the reports of the tab page's project, or the previous filter. */
export interface SiteFilter {
  /** The project of the tab's page; null if there is none. */
  name: string | null;
  isOn: ReadonlySignal<boolean>;
  toggle(): void;
  /** Forgets the previous filter, because another project was chosen without the toggle. */
  forget(): void;
  /** Returns the project to store. The toggle is not stored, because it belongs to the tab's page. */
  remembered(): string;
}

export function createSiteToggle({ pageUrl, project, filterBy }: SiteToggleOptions): SiteFilter {
  const name = pageUrl === null ? null : projectOfPage(pageUrl);
  /** The project filter before the toggle was on; null while the toggle is off. */
  const former = signal<string | null>(null);
  const isOn = computed(() => name !== null && project.value === name);

  return {
    name,
    isOn,
    toggle() {
      if (name === null) return;
      const next = isOn.value ? (former.value ?? '') : name;
      former.value = isOn.value ? null : project.value;
      filterBy(next);
    },
    forget() {
      former.value = null;
    },
    remembered: () => former.value ?? project.value,
  };
}
