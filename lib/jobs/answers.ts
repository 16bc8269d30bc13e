import type { Failure } from '@/lib/failure';
import type { Report } from '@/lib/report/report';
import { type Entry, entryId, isEditEntry } from './entry';
import type { ChangedOperation, JobStore } from './job-store';
import { type Edit, isEdit, isIn, type Operation } from './operation';
import type { Refusals } from './refusals';
import * as steps from './steps';

/** What the service has answered to an operation. */
export interface Answer {
  /** The operation as it was sent. */
  entry: Entry;
  /** The operation from now on. */
  operation: Operation;
  /** What was created, or what a report has become; null where nobody knows, or it is gone. */
  report: Report | null;
  /** Why the service has not done what was requested; null where it has. */
  failure: Failure | null;
}

/** The one place where an answer takes effect. Its effects are in memory at once; resolves when all is stored. */
export type ApplyAnswer = (answer: Answer) => Promise<void>;

/** Makes it. */
export function createAnswers(store: JobStore, refusals: Refusals): ApplyAnswer {
  /** The operations that an edit has made needless: those of a report that is no more. */
  function endedBy({ job, index, operation }: ChangedOperation): ChangedOperation[] {
    if (!isEdit(operation)) return [];
    const isRemoved = isIn(operation, 'gone') || (isIn(operation, 'done') && isDeletion(operation));
    if (!isRemoved) return [];
    const isOther = (other: Entry) => entryId(other) !== entryId({ job, index });
    return store.editsOf(operation.subject.report.id).flatMap((other) => {
      if (!isOther(other) || isIn(other.operation, 'sending')) return [];
      const end = isDeletion(other.operation) ? steps.done : steps.gone;
      return [{ ...other, operation: end(other.operation) }];
    });
  }

  return async ({ entry, operation, report, failure }) => {
    const changed = { ...entry, operation, report };
    const isOverruled =
      isEditEntry(changed) &&
      (isIn(operation, 'queued') || isIn(operation, 'needsAttention')) &&
      isDoneByNewer(store, changed);
    const next = isOverruled ? { ...changed, operation: steps.cancelled(operation) } : changed;
    const paused = refusals.after(entry, operation, failure);
    await store.record({
      operations: [next, ...endedBy(next)],
      ...(paused && { jobs: [paused] }),
    });
  };
}

/** Whether a newer update of the same fields is queued, so that this one need not be sent. */
function isDoneByNewer(store: JobStore, { job, operation }: Entry<Edit>): boolean {
  return store
    .editsOf(operation.subject.report.id)
    .some(
      (other) =>
        other.job.createdAt > job.createdAt &&
        isIn(other.operation, 'queued') &&
        changesSameFields(operation, other.operation),
    );
}

/** Whether two updates change the same: the results, or privacy with password. */
export function changesSameFields({ subject }: Edit, { subject: other }: Edit): boolean {
  if (subject.kind !== 'update' || other.kind !== 'update') return false;
  return (subject.update.results === 1) === (other.update.results === 1);
}

function isDeletion({ subject }: Operation): boolean {
  return subject.kind === 'delete';
}
