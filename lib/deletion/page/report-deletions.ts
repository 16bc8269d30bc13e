import { batch, type ReadonlySignal, signal } from '@preact/signals';
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
  /** Whether the last Undo came when the request was already out. */
  wasTooLate: ReadonlySignal<boolean>;
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
  const wasTooLate = signal(false);

  async function ask<T>(call: () => Promise<Outcome<T>>, isTooLate: (value: T) => boolean) {
    const outcome = await attempt(call);
    batch(() => {
      failure.value = hasFailed(outcome) ? outcome.failure : null;
      wasTooLate.value = !hasFailed(outcome) && isTooLate(outcome.value);
    });
  }

  return {
    pending,
    failure,
    wasTooLate,
    remove: (report) =>
      ask(
        () => background.remove(report),
        () => false,
      ),
    undo: (id) =>
      ask(
        () => background.undoRemove(id),
        (wasInTime) => !wasInTime,
      ),
  };
}
