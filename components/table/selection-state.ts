import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Report } from '@/lib/report/report';

export type Selection = ReturnType<typeof createSelection>;

interface Selected {
  place: unknown;
  ids: ReadonlySet<string>;
  /** Id of the report at which a range begins. */
  anchor: string | null;
}

/**
 * @param shown the reports in the table; actions ignore other selected reports
 * @param place identifies the pages of the table; a new place has no selection
 */
export function createSelection(
  shown: ReadonlySignal<readonly Report[]>,
  place: ReadonlySignal<unknown>,
) {
  const latest = signal<Selected>({ place: null, ids: new Set(), anchor: null });
  const now = computed<Selected>(() =>
    latest.value.place === place.value
      ? latest.value
      : { place: place.value, ids: new Set(), anchor: null },
  );
  const ids = computed(() => now.value.ids);
  const isIn = ({ id }: Report) => ids.value.has(id);
  const selected = computed(() => shown.value.filter(isIn));

  function toggle(id: string): void {
    const all = new Set(ids.value);
    if (!all.delete(id)) all.add(id);
    select(all, id);
  }

  function select(all: Iterable<string>, anchor = now.value.anchor): void {
    latest.value = { place: place.value, ids: new Set(all), anchor };
  }

  return {
    /** The selected reports in the order of the table, for actions. */
    selected,
    /** Whether all rows are selected; null if only some are. */
    areAll: computed(() => {
      const count = selected.value.length;
      return count === 0 || count === shown.value.length ? count > 0 : null;
    }),
    has: (id: string): boolean => ids.value.has(id),
    toggle,
    /** Selects the rows from the last pressed row to this row. */
    extendTo(id: string): void {
      const at = (wanted: string | null) => shown.value.findIndex((report) => report.id === wanted);
      const [from, to] = [at(now.value.anchor), at(id)];
      if (from < 0) {
        toggle(id);
        return;
      }
      if (to < 0) return;
      const range = shown.value.slice(Math.min(from, to), Math.max(from, to) + 1);
      select([...ids.value, ...range.map((report) => report.id)]);
    },
    selectAll(): void {
      select(shown.value.map(({ id }) => id));
    },
    clear(): void {
      select([], null);
    },
  };
}
