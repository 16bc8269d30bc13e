import { Keeping } from '@/lib/private-windows';
import type { Report } from '@/lib/report/report';
import { type ReportChange, StoredChange } from '@/lib/report/report-change';
import { type ReportDraft, StoredDraft } from '@/lib/report/report-draft';
import { ReportReference } from '@/lib/report/report-reference';
import { z } from '@/lib/schema';
import { BatchPlace } from '@/lib/task/batch/batch';
import { Standing, type StandingOf } from './standing';

/** Which reports the service had before a creation was sent for the first time. */
export const PriorReports = z.object({
  /** The highest id where ids are numbers, which stands for all lower ones; null where they are not. */
  newestId: z.nullable(z.string()),
  /** Single ids: all where ids are no numbers, and those that other tasks have become since. */
  ids: z.array(z.string()),
});
export type PriorReports = z.infer<typeof PriorReports>;

/** What the service is asked to do. */
export const Work = z.union([
  z.object({
    kind: z.literal('create'),
    draft: StoredDraft,
    /**
     * Null before the first request, and where the service showed no list before it: a creation that was
     * sent so is never repeated.
     */
    known: z.nullable(PriorReports),
  }),
  z.object({
    kind: z.literal('change'),
    /** The report as it was before. */
    report: ReportReference,
    change: StoredChange,
  }),
  z.object({ kind: z.literal('delete'), report: ReportReference }),
]);
export type Work = z.infer<typeof Work>;

/** What a person has asked for and the service has not answered yet. Its password is never part of it. */
export const Task = z.object({
  /** Made by the page that asked: the same id is the same task. */
  id: z.string(),
  /** When it was asked for, in milliseconds since the epoch; a higher one is later, and no two are alike but those of a batch. */
  askedAt: z.number(),
  /** Where it is stored: in memory it ends with the browser. */
  keeping: Keeping,
  /** Where it stands in a batch; null where it was asked for singly. */
  batch: z._default(z.nullable(BatchPlace), null),
  /** Requests that the service may have acted on. */
  tries: z.number(),
  work: Work,
  /** What is over has left the store. */
  standing: Standing,
});
export type Task = z.infer<typeof Task>;

/** A task whose work is of one kind. */
export type TaskOf<Kind extends Work['kind']> = Task & { work: Extract<Work, { kind: Kind }> };

/** A task that changes or deletes a report. */
export type WriteTask = TaskOf<'change'> | TaskOf<'delete'>;

/** A task that stands so. */
export type TaskIn<Name extends Standing['name']> = Task & { standing: StandingOf<Name> };

/** What a page asks for. The id is the page's own. */
export type NewTask = {
  id: string;
  /** Absent: on the disk. */
  keeping?: Keeping;
} & (
  | {
      kind: 'create';
      draft: ReportDraft;
      /** Whether a person wants it although it is held back otherwise. */
      anyway?: boolean;
    }
  | { kind: 'change'; report: Report; change: ReportChange }
  | { kind: 'delete'; report: Report }
);

/** Why a creation is not stored until a person has agreed to one more report of its page. */
export type Held =
  /** The page waits to be reported already, by a task with this id. */
  | { reason: 'alreadyWaiting'; taskId: string }
  /** The page was reported, with the same privacy, a moment ago. */
  | { reason: 'justReported'; report: Report };

/** Whether a task is to create a report. */
export function isCreation(task: Task): task is TaskOf<'create'> {
  return task.work.kind === 'create';
}

/** Whether a task is to change or delete a report. */
export function isWrite(task: Task): task is WriteTask {
  return task.work.kind !== 'create';
}

/** Whether a task stands so. */
export function isIn<Name extends Standing['name']>(task: Task, name: Name): task is TaskIn<Name> {
  return task.standing.name === name;
}

/** The address that a task is about; null where the service did not send that of its report. */
export function addressOf({ work }: Task): string | null {
  return work.kind === 'create' ? work.draft.url : work.report.url;
}
