import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { projectOfPage } from '@/lib/report/project';
import { RECENT_REPORTS_QUERY, ReportQuery } from '@/lib/report/report-query';
import { z } from '@/lib/schema';
import { storedItem } from '@/lib/storage/stored-values';

const ORDER = { sortBy: true, sort: true, perPage: true } as const;
const FILTERS = { search: true, project: true, result: true } as const;

const ListOrder = z.pick(ReportQuery, ORDER);
const ListFilters = z.pick(ReportQuery, FILTERS);

/** How the popup's list is sorted, and how long its pages are. */
export const listOrderItem = storedItem('local', 'list-order', ListOrder);

/** What the popup's list is searched and filtered for: in memory, until the browser closes. */
export const listFiltersItem = storedItem('session', 'list-filters', ListFilters);

/** The query that the popup begins with; `undefined` stands for what was never remembered. */
export function rememberedQuery(
  order: z.infer<typeof ListOrder> | undefined,
  filters: z.infer<typeof ListFilters> | undefined,
): ReportQuery {
  return { ...RECENT_REPORTS_QUERY, ...order, ...filters };
}

/** Remembers a query. A full store costs the memory of what was asked for. */
export function rememberQuery(query: ReportQuery): void {
  void listOrderItem.write(ListOrder.parse(query)).catch(() => {});
  void listFiltersItem.write(ListFilters.parse(query)).catch(() => {});
}

interface SiteToggleTools {
  /** The page in front; null where there is none. */
  pageUrl: string | null;
  /** The project that the list is asked for; empty for all. */
  project: ReadonlySignal<string>;
  /** Asks for another project. */
  ask(project: string): void;
}

/** The toggle between the reports of the site of the page in front, and what was asked for before. */
export function createSiteToggle({ pageUrl, project, ask }: SiteToggleTools) {
  const name = pageUrl === null ? null : projectOfPage(pageUrl);
  /** What was asked for before the site was; null while the site is not. */
  const former = signal<string | null>(null);
  const isOn = computed(() => name !== null && project.value === name);

  return {
    /** The project of the page in front; null where there is none. */
    name,
    isOn: isOn as ReadonlySignal<boolean>,
    toggle(): void {
      if (name === null) return;
      const next = isOn.value ? (former.value ?? '') : name;
      former.value = isOn.value ? null : project.value;
      ask(next);
    },
    /** Another project is asked for, whoever says so. */
    forget(): void {
      former.value = null;
    },
    /** The project to be remembered: the site is for the page in front alone. */
    remembered: (): string => former.value ?? project.value,
  };
}
