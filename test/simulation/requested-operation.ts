import type { NewJob, Subject } from '@/lib/jobs/types';
import type { Report } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import type { ReportDraft } from '@/lib/report/report-draft';
import { referTo } from '@/lib/report/report-reference';

export type OperationRequest = CreationRequest | EditRequest;

interface CreationRequest {
  id: string;
  kind: 'create';
  draft: ReportDraft;
  isConfirmed: boolean;
}

export type EditRequest = { id: string } & (
  | { kind: 'update'; report: Report; change: ReportChange }
  | { kind: 'delete'; report: Report }
);

/** Returns the single job that requests an operation. */
export function jobFor(request: OperationRequest, isPrivate: boolean): NewJob {
  const { id } = request;
  if (request.kind === 'create') {
    const { password, ...draft } = request.draft;
    return {
      id,
      isPrivate,
      subjects: [{ kind: 'create', ...draft }],
      isConfirmed: request.isConfirmed,
      ...(password && { password }),
    };
  }
  const { password } = request.kind === 'update' ? request.change : {};
  return { id, isPrivate, subjects: [subjectOf(request)], ...(password && { password }) };
}

export function subjectOf(request: EditRequest): Subject {
  const report = referTo(request.report);
  if (request.kind === 'delete') return { kind: 'delete', report };
  const { password: _, ...update } = request.change;
  return { kind: 'update', report, update };
}

/** A requested operation, with the replies that extension pages got. */
export interface RequestedOperation {
  request: OperationRequest;
  isPrivate: boolean;
  /** Null before the page has read the id. */
  connectionId: string | null;
  /** Number of browser starts before the press. The page closes with the browser. */
  browserStarts: number;
  /** Whether the background replied that the job is stored; null without a reply. */
  isStored: boolean | null;
  /** Number of the latest call that requests the operation. The numbers rise from call to call. */
  latestCallNumber: number;
  /** Whether a page waits for the reply. The page then shows no buttons. */
  isAwaitingReply: boolean;
  cancelAttempts: CancelAttempt[];
  /** Number of retries by the person. Each retry may create one more report. */
  retries: number;
  /** Number of events that were allowed to drop the operation, such as the end of its private window. */
  allowedDrops: number;
  /** Whether an event may have dropped the outcome of the operation, such as a new connection. */
  isOutcomePossiblyDropped: boolean;
  /** Null for a single job. */
  batchId: string | null;
  /** Whether the batch may have been paused, so that later operations may have been sent first. */
  wasPaused: boolean;
}

/** A press on *Cancel* or *Undo*. */
interface CancelAttempt {
  /** Number of operations that were requested before the press. */
  operationCountBefore: number;
  /** Whether the operation needed attention. An earlier request without an answer may have been executed. */
  neededAttention: boolean;
  /** Whether the background replied that the press had an effect; null without a reply. */
  hadEffect: boolean | null;
}

/** Prefix of the ids of all jobs that private windows request. */
export const PRIVATE_ID_PREFIX = 'private-job-';

/** Returns the id of a job that an ordinary or a private window requests. */
export function jobIdFor(id: string, { isPrivate }: { isPrivate: boolean }): string {
  return isPrivate ? PRIVATE_ID_PREFIX + id : id;
}

/** Prefix of all passwords. The simulation searches the disk for the prefix. */
export const PASSWORD_PREFIX = 'hush-hush-';

/** Number of calls until a page gives up, as in the popup's form. */
export const MAX_CALLS = 3;

/** Returns the reply; null if the worker stopped first. */
export function replyOrNull<T>(reply: Promise<T>): Promise<T | null> {
  return reply.catch(() => null);
}
