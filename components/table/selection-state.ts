import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Report } from '@/lib/report/report';

export type Selection = ReturnType<typeof createSelection>;

/** @param shown the reports in the table; actions ignore other selected reports */
export function createSelection(shown: ReadonlySignal<readonly Report[]>) {
  const ids = signal<ReadonlySet<string>>(new Set());
  /** Id of the report at which a range begins. */
  let anchor: string | null = null;
  const isIn = ({ id }: Report) => ids.value.has(id);
  const selected = computed(() => shown.value.filter(isIn));

  function toggle(id: string): void {
    anchor = id;
    const all = new Set(ids.value);
    if (!all.delete(id)) all.add(id);
    ids.value = all;
  }

  return {
    /** The selected reports in the order of the table, for actions. */
    selected: selected as ReadonlySignal<readonly Report[]>,
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
      const [from, to] = [at(anchor), at(id)];
      if (from < 0) {
        toggle(id);
        return;
      }
      if (to < 0) return;
      const range = shown.value.slice(Math.min(from, to), Math.max(from, to) + 1);
      ids.value = new Set([...ids.value, ...range.map((report) => report.id)]);
    },
    selectAll(): void {
      ids.value = new Set(shown.value.map(({ id }) => id));
    },
    clear(): void {
      anchor = null;
      ids.value = new Set();
    },
  };
}
