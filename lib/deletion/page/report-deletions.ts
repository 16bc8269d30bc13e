import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { attempt } from '@/lib/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Deletion } from '@/lib/deletion/deletion';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Report } from '@/lib/report/report';

/** Deletions as they stand, and how the last press went. */
export interface ReportDeletions {
  pending: ReadonlySignal<readonly Deletion[]>;
  /** Why the background took neither the deletion nor its undoing. */
  failure: ReadonlySignal<Failure | null>;
  /** What is becoming of the report where the last Undo came when its request was already out. */
  tooLate: ReadonlySignal<'deleting' | 'deleted' | null>;
  remove(report: Report): Promise<void>;
  /** Takes a deletion back, or a failed one off the list. */
  undo(id: string): Promise<void>;
}

interface ReportDeletionsTools {
  background: Pick<BackgroundApi, 'remove' | 'undoRemove'>;
  pending: ReadonlySignal<readonly Deletion[]>;
}

/** Makes the deletions; the background carries them out. */
export function createReportDeletions(tools: ReportDeletionsTools): ReportDeletions {
  const { background, pending } = tools;
  const failure = signal<Failure | null>(null);
  /** The report that the last Undo was for, where it was too late. */
  const lateId = signal<string | null>(null);
  const late = computed(() => pending.value.find(({ report }) => report.id === lateId.value));

  effect(() => {
    // The service took no request for now, or has refused: the deletion has a line of its own again.
    if (late.value && late.value.state !== 'sending') lateId.value = null;
  });

  /** @param lateIdAfter the report for which a press was too late */
  async function ask<T>(
    call: () => Promise<Outcome<T>>,
    lateIdAfter: (value: T) => string | null = () => null,
  ) {
    const outcome = await attempt(call);
    batch(() => {
      failure.value = hasFailed(outcome) ? outcome.failure : null;
      lateId.value = hasFailed(outcome) ? null : lateIdAfter(outcome.value);
    });
  }

  return {
    pending,
    failure,
    tooLate: computed(() => {
      if (lateId.value === null) return null;
      return late.value === undefined ? 'deleted' : 'deleting';
    }),
    remove: (report) => ask(() => background.remove(report)),
    undo: (id) =>
      ask(
        () => background.undoRemove(id),
        (wasInTime) => (wasInTime ? null : id),
      ),
  };
}
