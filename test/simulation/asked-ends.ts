import { pageKey } from '@/lib/url/page-key';
import type { Asked } from './asked';
import type { Seen } from './many-findings';

/** Whether extension pages still show the operation as unfinished. */
export function isShown({ task, batch }: Asked, { singles, rows }: Seen): boolean {
  const state = rows.get(task.id);
  if (batch !== null)
    return state === 'queued' || state === 'sending' || state === 'needsAttention';
  return singles.some(({ id }) => id === task.id);
}

/** Whether the operation may have been dropped, or never stored. */
export function isUnsure({ isStored, drops }: Asked): boolean {
  return isStored !== true || drops > 0;
}

/** Whether another creation of the same page may have replaced a refused one. */
export function isReplaced(one: Asked, asked: readonly Asked[]): boolean {
  const pageOf = ({ task }: Asked) => (task.kind === 'create' ? pageKey(task.draft.url) : null);
  return asked.some(
    (other) => other !== one && pageOf(one) !== null && pageOf(other) === pageOf(one),
  );
}

/** Returns the outcome of a single job, if pages still show one. */
export function endOf(jobId: string, { recent }: Seen) {
  return recent.find((one) => one.jobId === jobId);
}
