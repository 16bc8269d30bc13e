import { pageKey } from '@/lib/url/page-key';
import type { Seen } from './batch-findings';
import type { RequestedOperation } from './requested-operation';

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

/** Whether the operation may have been dropped, or never stored. */
export function isUnsure({ isStored, possibleDrops }: RequestedOperation): boolean {
  return isStored !== true || possibleDrops > 0;
}

/** Whether another creation of the same page may have replaced a refused one. */
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

/** Returns the outcome of a single job, if pages still show one. */
export function endOf(jobId: string, { recent }: Seen) {
  return recent.find((one) => one.jobId === jobId);
}
