import { useLayoutEffect, useRef } from 'preact/hooks';
import type { OverviewState } from '@/components/table/overview-state';

/** Returns the distance of the table from the top of the window, in pixels. */
export function tableTop(): number {
  return document.querySelector('.reports-table')?.getBoundingClientRect().top ?? 0;
}

/** Whether the focus or the pointer is in a table. */
export function isTableInUse(): boolean {
  // A search for `:hover` would visit all elements of thousands of rows.
  const tables = ['.reports-table', '.clients'].map((table) => document.querySelector(table));
  return tables.some(
    (table) => table?.matches(':hover') || table?.contains(document.activeElement),
  );
}

/**
 * Keeps the rows in their places in the window while a person uses the rows. New results may change
 * the height of clients and problems above the table, so the page scrolls by the difference.
 */
export function useStableScroll(overview: OverviewState): void {
  const { clients, findings, client, filters, since, isKnown } = overview;
  const results = [clients.value, findings.value];
  const view = [client.value, filters.value.check, filters.value.fixed, since.value, isKnown.value];
  const former = useRef({ results, view });
  const isSameView = view.every((one, at) => one === former.current.view[at]);
  const hasChanged = results.some((one, at) => one !== former.current.results[at]);
  // During rendering, the document is still unchanged. To read `scrollY`, the browser computes the
  // layout, which is slow with thousands of rows.
  const before = isSameView && hasChanged && (scrollY > 0 || isTableInUse()) ? tableTop() : null;
  former.current = { results, view };
  useLayoutEffect(() => {
    if (before === null) return;
    // Preact draws the parts above the table after this component, and before the microtask.
    queueMicrotask(() => {
      const distance = tableTop() - before;
      if (distance !== 0) scrollBy(0, distance);
    });
  });
}
