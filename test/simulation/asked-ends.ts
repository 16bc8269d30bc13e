import { pageKey } from '@/lib/url/page-key';
import type { Asked } from './asked';
import type { Seen } from './many-findings';

/** Whether a person sees that it is still open. */
export function isShown({ task, batch }: Asked, { singles, rows }: Seen): boolean {
  const state = rows.get(task.id);
  if (batch !== null)
    return state === 'queued' || state === 'sending' || state === 'needsAttention';
  return singles.some(({ id }) => id === task.id);
}

/** Whether it may never have been stored, or have been dropped. */
export function isUnsure({ isStored, drops }: Asked): boolean {
  return isStored !== true || drops > 0;
}

/** Whether another creation of a page may have taken back the one that was refused. */
export function isReplaced(one: Asked, asked: readonly Asked[]): boolean {
  const pageOf = ({ task }: Asked) => (task.kind === 'create' ? pageKey(task.draft.url) : null);
  return asked.some(
    (other) => other !== one && pageOf(one) !== null && pageOf(other) === pageOf(one),
  );
}

/** What became of it, where that is still told. */
export function endOf(jobId: string, { recent }: Seen) {
  return recent.find((one) => one.jobId === jobId);
}
