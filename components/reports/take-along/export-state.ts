import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { Report } from '@/lib/report/report';

interface ExportTools {
  shown: ReadonlySignal<readonly Report[]>;
  selected: ReadonlySignal<readonly Report[]>;
  /** Whether more rows are on their way. */
  isReadingOn: ReadonlySignal<boolean>;
  save(reports: readonly Report[]): void;
}

/** Files of what is selected, or else of all that can be read. */
export type ReportExports = ReturnType<typeof createExports>;

/** Makes it. Where nothing is selected, a file waits until all rows are read, or the reading is stopped. */
export function createExports({ shown, selected, isReadingOn, save }: ExportTools) {
  const isWaiting = signal(false);

  effect(() => {
    if (!isWaiting.value || isReadingOn.value) return;
    isWaiting.value = false;
    untracked(() => save(shown.value));
  });

  return {
    /** Whether a file waits for the rest of the rows. */
    isWaiting: isWaiting as ReadonlySignal<boolean>,
    save(): void {
      if (selected.value.length > 0) save(selected.value);
      else isWaiting.value = true;
    },
  };
}
