import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { projectOfPage } from '@/lib/report/project';
import { RECENT_REPORTS_QUERY, ReportQuery } from '@/lib/report/report-query';
import { z } from '@/lib/schema';
import { storedItem } from '@/lib/storage/stored-values';

const ORDER = { sortBy: true, sort: true, perPage: true } as const;
const FILTERS = { search: true, project: true, result: true } as const;

const ListOrder = z.pick(ReportQuery, ORDER);
const ListFilters = z.pick(ReportQuery, FILTERS);

/** The order and the page size of the popup's list. */
export const listOrderItem = storedItem('local', 'list-order', ListOrder);

/** Search and filters of the popup's list. Stored in memory until the browser closes. */
export const listFiltersItem = storedItem('session', 'list-filters', ListFilters);

/** Returns the query with which the popup opens. An undefined part was never stored. */
export function rememberedQuery(
  order: z.infer<typeof ListOrder> | undefined,
  filters: z.infer<typeof ListFilters> | undefined,
): ReportQuery {
  return { ...RECENT_REPORTS_QUERY, ...order, ...filters };
}

/** Stores a query for the next popup. The query is lost if storage is full. */
export function rememberQuery(query: ReportQuery): void {
  void listOrderItem.write(ListOrder.parse(query)).catch(() => {});
  void listFiltersItem.write(ListFilters.parse(query)).catch(() => {});
}

interface SiteToggleOptions {
  /** The URL of the tab's page; null if there is none. */
  pageUrl: string | null;
  /** The project by which the list is filtered; empty for all. */
  project: ReadonlySignal<string>;
  /** Filters by another project. */
  ask(project: string): void;
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

export function createSiteToggle({ pageUrl, project, ask }: SiteToggleOptions): SiteFilter {
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
      ask(next);
    },
    forget() {
      former.value = null;
    },
    remembered: () => former.value ?? project.value,
  };
}
