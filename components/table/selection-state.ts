import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Report } from '@/lib/report/report';

/** Which reports of a table are selected. */
export type Selection = ReturnType<typeof createSelection>;

/**
 * Makes the selection, with nothing in it.
 * @param shown the reports that the table shows: others cannot be acted upon
 */
export function createSelection(shown: ReadonlySignal<readonly Report[]>) {
  const ids = signal<ReadonlySet<string>>(new Set());
  /** Where a range begins. */
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
    /** Those that verbs act upon, in the order of the table. */
    selected: selected as ReadonlySignal<readonly Report[]>,
    /** Whether all rows are selected; null where some are. */
    areAll: computed(() => {
      const count = selected.value.length;
      return count === 0 || count === shown.value.length ? count > 0 : null;
    }),
    has: (id: string): boolean => ids.value.has(id),
    toggle,
    /** Adds the rows from the one that was pressed last to this one. */
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
