import { Keeping } from '@/lib/private-windows';
import type { Report } from '@/lib/report/report';
import { ReportPlace } from '@/lib/report/report-page';
import { z } from '@/lib/schema';
import { BatchLine } from '@/lib/task/batch/batch';
import { Gate } from '@/lib/task/gate/gate';
import { Task } from './task';

/** What became of a task that has left the store, as it is stored. */
export const StoredOutcome = z.object({
  /** Of the task. */
  id: z.string(),
  kind: z.literal(['create', 'change', 'delete']),
  /**
   * - `done`: the service has done it
   * - `gone`: the service no longer has the report that was to be changed
   * - `cancelled`: a person has taken it back
   */
  end: z.literal(['done', 'gone', 'cancelled']),
  /** The report as it was answered; null where the service did not show it. */
  report: z.nullable(ReportPlace),
  keeping: Keeping,
  /** When it was asked for, in milliseconds since the epoch. */
  askedAt: z.number(),
  /** Whether the gate was closed at any time since then. */
  wasHeld: z._default(z.boolean(), false),
});
export type StoredOutcome = z.infer<typeof StoredOutcome>;

/** What became of a task, as pages see it. */
export interface TaskOutcome extends Omit<StoredOutcome, 'report'> {
  place: StoredOutcome['report'];
  /** The report as it is known here by now; null where it is not. */
  report: Report | null;
}

/** How many tasks there are of each kind that go on by themselves, and how many are stuck. */
export const TaskCounts = z.object({
  create: z.number(),
  change: z.number(),
  /** Those that can still be undone are among them. */
  delete: z.number(),
  /** Of any kind. */
  stuck: z.number(),
});
export type TaskCounts = z.infer<typeof TaskCounts>;

/** All that pages see of the tasks, as it is stored: its size does not grow with their number. */
export const StoredView = z.object({
  /** Without those of private windows; batches are counted in lines of their own. */
  ordinary: TaskCounts,
  all: TaskCounts,
  /** Null while it is open. */
  gate: z.nullable(Gate),
  /** The batches, the newest first. */
  batches: z._default(z.array(BatchLine), []),
  /** Those that need a person, then those in flight, then the oldest; of private windows, too. */
  tasks: z.array(Task),
  /** Ids of the reports that are being deleted, so that no list shows them. */
  deleting: z.array(z.string()),
  /** What became of the last ones, the latest last. */
  outcomes: z.array(StoredOutcome),
});
export type StoredView = z.infer<typeof StoredView>;

/** The same with the reports that it is about. */
export interface TaskView extends Omit<StoredView, 'outcomes'> {
  outcomes: TaskOutcome[];
}

const NONE: TaskCounts = { create: 0, change: 0, delete: 0, stuck: 0 };

export const EMPTY_VIEW = {
  ordinary: NONE,
  all: NONE,
  gate: null,
  batches: [],
  tasks: [],
  deleting: [],
  outcomes: [],
} satisfies StoredView & TaskView;

/** A view with the reports that it is about, as they are known. */
export function resolvedView(
  view: StoredView,
  reportAt: (place: ReportPlace) => Report | null,
): TaskView {
  const outcomes = view.outcomes.map(({ report: place, ...outcome }) => ({
    ...outcome,
    place,
    report: place && reportAt(place),
  }));
  return { ...view, outcomes };
}

/** Whether a report was deleted a moment ago: what was read before may still show it. */
export function wasDeleted(outcomes: readonly TaskOutcome[], reportId: string): boolean {
  return outcomes.some(
    ({ kind, end, place }) => kind === 'delete' && end === 'done' && place?.id === reportId,
  );
}
