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
