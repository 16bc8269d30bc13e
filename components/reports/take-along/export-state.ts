import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { Report } from '@/lib/report/report';

export type ExportKind = 'csv' | 'json';

interface ExportTools {
  shown: ReadonlySignal<readonly Report[]>;
  selected: ReadonlySignal<readonly Report[]>;
  /** Whether more rows are on their way. */
  isReadingOn: ReadonlySignal<boolean>;
  save(kind: ExportKind, reports: readonly Report[]): void;
}

/** Files of what is selected, or else of all that can be read. */
export type ReportExports = ReturnType<typeof createExports>;

/** Makes it. Where nothing is selected, a file waits until all rows are read, or the reading is stopped. */
export function createExports({ shown, selected, isReadingOn, save }: ExportTools) {
  const waiting = signal<ExportKind | null>(null);

  effect(() => {
    if (waiting.value === null || isReadingOn.value) return;
    untracked(() => {
      const kind = waiting.value;
      waiting.value = null;
      if (kind !== null) save(kind, shown.value);
    });
  });

  return {
    /** Whether a file waits for the rest of the rows. */
    waiting: waiting as ReadonlySignal<ExportKind | null>,
    save(kind: ExportKind): void {
      if (selected.value.length > 0) save(kind, selected.value);
      else waiting.value = kind;
    },
  };
}
