import type { NewJob } from '@/lib/jobs/job';
import type { Subject } from '@/lib/jobs/operation';
import type { Report } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import type { ReportDraft } from '@/lib/report/report-draft';
import { referTo } from '@/lib/report/report-reference';

/** What a person wants of the service, by one press. */
export type Wanted = { id: string } & (
  | { kind: 'create'; draft: ReportDraft; isConfirmed: boolean }
  | { kind: 'update'; report: Report; change: ReportChange }
  | { kind: 'delete'; report: Report }
);

/** The job that a page asks the background to store for it. */
export function jobFor(wanted: Wanted, isPrivate: boolean): NewJob {
  const { id } = wanted;
  if (wanted.kind === 'create') {
    const { password, ...draft } = wanted.draft;
    const subjects = [{ kind: 'create', ...draft }] as const;
    return {
      id,
      isPrivate,
      subjects,
      isConfirmed: wanted.isConfirmed,
      ...(password && { password }),
    };
  }
  const { password } = wanted.kind === 'update' ? wanted.change : {};
  return { id, isPrivate, subjects: [editOf(wanted)], ...(password && { password }) };
}

/** What an operation does to a report that is there. */
export function editOf(wanted: Exclude<Wanted, { kind: 'create' }>): Subject {
  const report = referTo(wanted.report);
  if (wanted.kind === 'delete') return { kind: 'delete', report };
  const { password: _, ...update } = wanted.change;
  return { kind: 'update', report, update };
}

/** What the person has asked for, and what the pages heard of it. */
export interface Asked {
  task: Wanted;
  isPrivate: boolean;
  /** The start of the browser that its page belongs to: none outlasts it. */
  start: number;
  /** What the reply said; null while there is none, and where the worker was stopped before it. */
  isStored: boolean | null;
  /** The place of its last question among all: what a page asks again may be stored after a later wish. */
  question: number;
  /** A page waits for the reply, and shows nothing to press. */
  isAsking: boolean;
  /** How the presses that were to take it back were answered, and how much had been asked for. */
  cancels: { asked: number; answer: boolean | null }[];
  /** How often the person had it sent again, which may be one more report. */
  retries: number;
  /** How often it may have been dropped: with the connection, or with the private window. */
  drops: number;
  /** Its outcome may have been dropped. */
  isForgotten: boolean;
  /** The batch that it is a row of; null where it was asked for singly. */
  batch: string | null;
  /** Nothing went out of its batch for a while, so that later tasks may have gone before it. */
  wasHeld: boolean;
}

/** What the ids of all begin with that private windows have asked for. */
export const OF_PRIVATE_WINDOW = 'private-task-';

/** The id of what a window has asked for. */
export function idFor(isPrivate: boolean, id: string): string {
  return isPrivate ? OF_PRIVATE_WINDOW + id : id;
}

/** What every password begins with, so that it is found wherever it should not be. */
export const HUSH = 'hush-hush-';

/** As in the form of the popup: a page asks so often until a worker answers. */
export const MOST_QUESTIONS = 3;

/** The answer; null where the worker was stopped before it. */
export function settled<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch(() => null);
}
