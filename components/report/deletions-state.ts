import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { addTask, tasksFor } from '@/components/activity/task-standing';
import { attempt } from '@/components/ui/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Report } from '@/lib/report/report';
import { isIn, type Task, type TaskOf } from '@/lib/task/task';
import type { TaskView } from '@/lib/task/view';

/** Deletions as they stand, and how the last press went. */
export interface ReportDeletions {
  /** Those that can be undone, and those that are stuck. */
  lines: ReadonlySignal<readonly TaskOf<'delete'>[]>;
  /** Whether nothing is deleted now, since the service takes nothing. */
  isPutOff: ReadonlySignal<boolean>;
  /** Ids of the reports that no list shows, since they are being deleted. */
  deleting: ReadonlySignal<readonly string[]>;
  /** Why the background took neither the deletion nor its undoing. */
  failure: ReadonlySignal<Failure | null>;
  /** What is becoming of the report where the last Undo came when its request was already out. */
  tooLate: ReadonlySignal<'deleting' | 'deleted' | null>;
  remove(report: Report): Promise<void>;
  /** Takes a deletion back, or a stuck one off the list. */
  undo(task: TaskOf<'delete'>): Promise<void>;
}

interface ReportDeletionsTools {
  background: Pick<BackgroundApi, 'add' | 'cancel'>;
  view: ReadonlySignal<TaskView>;
  privateWindow: boolean;
  newId(): string;
  /** Called when all reports that were being deleted are gone or back, and one of them is gone. */
  onDeleted(): void;
}

/** Makes the deletions; the background carries them out. */
export function createReportDeletions(tools: ReportDeletionsTools): ReportDeletions {
  const { background, view, privateWindow, newId, onDeleted } = tools;
  const failure = signal<Failure | null>(null);
  /** The report that the last Undo was for, where it was too late. */
  const lateId = signal<string | null>(null);
  const lines = computed(() => tasksFor(privateWindow, view.value).filter(isLine));
  const deleting = computed(() => view.value.deleting);

  effect(() => {
    // The service took no request for now, or has refused: the deletion has a line of its own again.
    if (lines.value.some(({ work }) => work.report.id === lateId.value)) lateId.value = null;
  });

  const lastDeleted = () =>
    view.value.outcomes.findLast(({ kind, end }) => kind === 'delete' && end === 'done')?.ids[0];
  let seen = lastDeleted();
  let wasDeleting = false;
  effect(() => {
    const isDeleting = deleting.value.length > 0;
    const last = lastDeleted();
    if (!isDeleting) {
      if (wasDeleting && last !== seen) onDeleted();
      seen = last;
    }
    wasDeleting = isDeleting;
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
    lines,
    isPutOff: computed(() => view.value.gate !== null),
    deleting,
    failure,
    tooLate: computed(() => {
      if (lateId.value === null) return null;
      return deleting.value.includes(lateId.value) ? 'deleting' : 'deleted';
    }),
    remove: (report) =>
      ask(() => addTask(background, { id: newId(), kind: 'delete', report }, privateWindow)),
    undo: ({ id, work }) =>
      ask(
        () => background.cancel(id),
        (wasInTime) => (wasInTime ? null : work.report.id),
      ),
  };
}

function isLine(task: Task): task is TaskOf<'delete'> {
  return task.work.kind === 'delete' && (isIn(task, 'waiting') || isIn(task, 'stuck'));
}
