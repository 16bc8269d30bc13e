import { Report } from '@/lib/report/report';
import { StoredChange } from '@/lib/report/report-change';
import { StoredDraft } from '@/lib/report/report-draft';
import { ReportReference } from '@/lib/report/report-reference';
import { z } from '@/lib/schema';
import { End } from './standing';
import type { Task } from './task';

/** What a person asks the service to do, without what is known of how it goes. */
export const Wish = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('create'), draft: StoredDraft }),
  z.object({ kind: z.literal('change'), report: ReportReference, change: StoredChange }),
  z.object({ kind: z.literal('delete'), report: ReportReference }),
]);
export type Wish = z.infer<typeof Wish>;

/** What became of a task that has left the store. */
export const TaskOutcome = z.object({
  /** One higher than that of the outcome before it, in this run of the browser. */
  number: z.number(),
  /** Of the task. */
  id: z.string(),
  /** Whether it was a row of a batch. */
  isRow: z.boolean(),
  /** Whether it was noted before, and the result that was awaited has come since. */
  isRenewed: z.boolean(),
  wish: Wish,
  /** How it has ended. */
  standing: End,
  /** What it was about, or has made; null where the service did not show what was made. */
  report: z.nullable(ReportReference),
  /** The report as it is since; null where that is not known, or it is no more. */
  summary: z.nullable(Report),
  /** When it was asked for, in milliseconds since the epoch. */
  askedAt: z.number(),
  /** When it ended, in milliseconds since the epoch. */
  endedAt: z.number(),
});
export type TaskOutcome = z.infer<typeof TaskOutcome>;

/** How a task ends, as what has answered it knows. */
export type TaskEnd = Pick<TaskOutcome, 'standing' | 'report' | 'summary'>;

/** The end of a task of which nothing is known to have come. */
export function endedAs(standing: End): TaskEnd {
  return { standing, report: null, summary: null };
}

/** What became of the last tasks, as the store of tasks needs it. */
export interface TaskOutcomes {
  /** Reads what an earlier worker has stored. Rejects when the store fails. */
  load(): Promise<void>;
  /** Takes in one more, which the next view brings to the pages. */
  note(outcome: Omit<TaskOutcome, 'number'>): void;
  /** Of tasks that were asked for singly, the latest last. */
  singles(): readonly TaskOutcome[];
  /** Whether a report is what one of the last creations has become. */
  hasCreated(reportId: string): boolean;
}

/** What a task was asked for. */
export function wishOf({ work }: Task): Wish {
  if (work.kind !== 'create') return work;
  return { kind: 'create', draft: work.draft };
}
