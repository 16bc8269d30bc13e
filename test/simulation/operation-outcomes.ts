import type { StatusName } from '@/lib/jobs/types';
import { pageKey } from '@/lib/url/page-key';
import type { Seen } from './batch-violations';
import type { OperationRequest, RequestedOperation } from './requested-operation';

/** Whether extension pages still show the operation as unfinished. */
export function isShownAsUnfinished(
  { request, batch }: RequestedOperation,
  { singles, rows }: Seen,
): boolean {
  const state = rows.get(request.id);
  if (batch !== null)
    return state === 'queued' || state === 'sending' || state === 'needsAttention';
  return singles.some(({ id }) => id === request.id);
}

/** Whether the operation may be missing: it may have been dropped, or may not have been stored. */
export function isUnsure({ isStored, possibleDrops }: RequestedOperation): boolean {
  return isStored !== true || possibleDrops > 0;
}

/** Whether another creation of the same page was requested. A newer creation replaces a refused one. */
export function mayBeReplaced(
  one: RequestedOperation,
  requested: readonly RequestedOperation[],
): boolean {
  const pageOf = ({ request }: RequestedOperation) =>
    request.kind === 'create' ? pageKey(request.draft.url) : null;
  return requested.some(
    (other) => other !== one && pageOf(one) !== null && pageOf(other) === pageOf(one),
  );
}

/** The kind and the last status of a finished operation. */
export interface Outcome {
  kind: OperationRequest['kind'];
  status: StatusName;
}

/** Returns the outcome of a single job; undefined if pages show none. */
export function jobOutcome(jobId: string, { recent }: Seen): Outcome | undefined {
  const operation = recent.find((one) => one.jobId === jobId)?.operation;
  return operation && { kind: operation.subject.kind, status: operation.status.name };
}

/** Returns the outcome of an operation of a batch; undefined before its end. */
export function rowOutcome({ request }: RequestedOperation, { rows }: Seen): Outcome | undefined {
  const status = rows.get(request.id);
  const isFinished = status === 'done' || status === 'gone' || status === 'cancelled';
  return isFinished ? { kind: request.kind, status } : undefined;
}
