import { isOpen } from './job';
import type { JobsState } from './types';

/**
 * Whether a background read delays no operation: there is no backoff, and no operation may be sent
 * soon.
 */
export function isServiceFree(state: JobsState): boolean {
  const { service, jobs, press, requests, lookupId } = state;
  if (service.backoff.kind !== 'none' || press !== null) return false;
  if (requests.size > 0 || lookupId !== null) return false;
  return ![...jobs.values()].some((job) => isOpen(job) && !job.header.isPaused);
}

/** Whether a deletion is in flight. */
export function isDeleting({ requests }: JobsState): boolean {
  return [...requests.values()].some(({ entry }) => entry.operation.subject.kind === 'delete');
}
