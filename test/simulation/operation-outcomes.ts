import type { StatusName } from '@/lib/jobs/types';
import { pageKey } from '@/lib/url/page-key';
import type { OperationRequest, RequestedOperation } from './requested-operation';
import type { ShownQueueWithEdits } from './simulation';

/** Whether extension pages still show the operation as unfinished. */
export function isShownAsUnfinished(
  { request, batchId }: RequestedOperation,
  { singles, editStatuses }: ShownQueueWithEdits,
): boolean {
  if (batchId === null) return singles.some(({ id }) => id === request.id);
  const status = editStatuses.get(request.id);
  return status === 'queued' || status === 'sending' || status === 'needsAttention';
}

/** Whether the operation may be missing: it may have been dropped, or may not have been stored. */
export function mayBeMissing({ isStored, allowedDrops }: RequestedOperation): boolean {
  return isStored !== true || allowedDrops > 0;
}

/** Whether another creation of the same page was requested. A newer creation replaces a refused one. */
export function hasAnotherCreation(
  operation: RequestedOperation,
  requested: readonly RequestedOperation[],
): boolean {
  const page = createdPage(operation);
  return (
    page !== null && requested.some((other) => other !== operation && createdPage(other) === page)
  );
}

function createdPage({ request }: RequestedOperation): string | null {
  return request.kind === 'create' ? pageKey(request.draft.url) : null;
}

export interface OperationOutcome {
  kind: OperationRequest['kind'];
  status: StatusName;
}

/** Returns the outcome of a single job; undefined if pages show none. */
export function outcomeOfJob(
  jobId: string,
  { recent }: ShownQueueWithEdits,
): OperationOutcome | undefined {
  const operation = recent.find((recentOperation) => recentOperation.jobId === jobId)?.operation;
  return operation && { kind: operation.subject.kind, status: operation.status.name };
}

/** Returns the outcome of an update or a deletion in a batch; undefined before its end. */
export function outcomeOfBatchEdit(
  { request }: RequestedOperation,
  { editStatuses }: ShownQueueWithEdits,
): OperationOutcome | undefined {
  const status = editStatuses.get(request.id);
  const isFinished = status === 'done' || status === 'gone' || status === 'cancelled';
  return isFinished ? { kind: request.kind, status } : undefined;
}
