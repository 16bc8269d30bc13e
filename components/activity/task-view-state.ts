import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Report } from '@/lib/report/report';
import type { ReportPlace } from '@/lib/report/report-page';
import { EMPTY_VIEW, resolvedView, type StoredOutcome, type StoredView } from '@/lib/task/view';

interface TaskViewTools {
  /** As the background stores the view; undefined: nothing was asked for yet. */
  stored: ReadonlySignal<StoredView | undefined>;
  /** A report as the page knows it; null where it does not. */
  reportAt(place: ReportPlace): Report | null;
  /** Reads what is stored at these places by now. Never rejects. */
  readAnew(places: readonly ReportPlace[]): Promise<void>;
}

/**
 * Makes the view of a page. A new outcome is shown together with its report: the view reaches a page
 * before the page has read the report, or has heard of it, and stays as it was until then.
 */
export function createTaskView({ stored, reportAt, readAnew }: TaskViewTools) {
  const shown = signal(stored.peek() ?? EMPTY_VIEW);
  /** The outcomes whose reports were looked for: of private windows, few are known. */
  const sought = new Set(shown.peek().outcomes.map(({ id }) => id));

  async function follow(view: StoredView): Promise<void> {
    const missing = view.outcomes.filter((one) => !sought.has(one.id) && lacksReport(one));
    if (missing.length > 0) {
      await readAnew(missing.flatMap(({ report }) => report ?? []));
      for (const { id } of missing) sought.add(id);
      // The newer view has waited as well.
      if (stored.peek() !== view) return;
    }
    shown.value = view;
  }

  function lacksReport({ kind, end, report: place }: StoredOutcome): boolean {
    return kind !== 'delete' && end === 'done' && place !== null && reportAt(place) === null;
  }

  stored.subscribe((view) => void follow(view ?? EMPTY_VIEW));
  return computed(() => resolvedView(shown.value, reportAt));
}
