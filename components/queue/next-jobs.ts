import { isIn, MAX_IN_FLIGHT } from '@/lib/jobs/operation';
import type { QueueSummary } from '@/lib/jobs/queue';
import type { JobLine, Subject } from '@/lib/jobs/types';
import { pageKey } from '@/lib/url/page-key';
import { isOpenOperation } from './page-operation';

/**
 * Returns the ids of the queued single jobs that the worker sends at once, if nothing delays the
 * queue. Omits deletions, because a person can undo a deletion.
 */
export function nextJobIds({
  backoff,
  singles,
  batches,
}: Pick<QueueSummary, 'backoff' | 'singles' | 'batches'>): ReadonlySet<string> {
  if (backoff !== null) return new Set();
  const oldestFirst = singles.toSorted((one, other) => one.createdAt - other.createdAt);
  const creations = oldestFirst.filter(({ kind }) => kind === 'create');
  const edits = oldestFirst.filter(({ kind }) => kind !== 'create');
  const inFlight = (lines: readonly JobLine[]) =>
    lines.reduce((count, { counts }) => count + counts.sending, 0);
  const ofBatches = (areCreations: boolean) =>
    inFlight(batches.filter(({ kind }) => (kind === 'create') === areCreations));
  // A creation of a single job may be the third creation in flight.
  const creationPlaces = Math.min(MAX_IN_FLIGHT, MAX_IN_FLIGHT + 1 - ofBatches(true));
  const editPlaces = MAX_IN_FLIGHT - ofBatches(false);
  return new Set([
    ...sendable(creations).slice(0, Math.max(0, creationPlaces - inFlight(creations))),
    ...sendable(edits).slice(0, Math.max(0, editPlaces - inFlight(edits))),
  ]);
}

/** Returns the ids of queued jobs whose page or report has no earlier open operation. */
function sendable(oldestFirst: readonly JobLine[]): string[] {
  const open = oldestFirst.filter(({ first }) => isOpenOperation(first));
  return open
    .filter(({ first }, at) => {
      const target = targetOf(first.subject);
      const isFirst = open.slice(0, at).every((one) => targetOf(one.first.subject) !== target);
      return isIn(first, 'queued') && first.subject.kind !== 'delete' && isFirst;
    })
    .map(({ id }) => id);
}

/** Returns the page of a creation, or the report of an edit. */
function targetOf(subject: Subject): string {
  return subject.kind === 'create' ? pageKey(subject.url) : subject.report.id;
}
