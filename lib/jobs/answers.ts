import type { Failure } from '@/lib/failure';
import type { Report } from '@/lib/report/report';
import { type Entry, entryId, isEditEntry } from './entry';
import type { ChangedOperation, JobStore } from './job-store';
import { type Edit, isEdit, isIn, type Operation } from './operation';
import type { Refusals } from './refusals';
import * as steps from './steps';

/** The outcome of an operation's request. */
export interface Answer {
  /** The sent operation. */
  entry: Entry;
  /**
   * Returns the operation with its new status.
   * @param current the operation at the time of the answer: a person may have taken it back
   */
  after(current: Operation): Operation;
  /** The created or updated report; null if it is unknown or gone. */
  report: Report | null;
  /** Why the service did not carry out the operation; null if it did. */
  failure: Failure | null;
}

/**
 * Applies an answer to its operation. Changes memory at once; resolves when the change is stored.
 */
export type ApplyAnswer = (answer: Answer) => Promise<void>;

/** Creates the function that applies answers. */
export function createAnswers(store: JobStore, refusals: Refusals): ApplyAnswer {
  /**
   * Returns the other edits of a report that an edit has deleted or found gone, as finished. A
   * deletion cancels updates only when it succeeds.
   */
  function endedBy({ job, index, operation }: ChangedOperation): ChangedOperation[] {
    if (!isEdit(operation)) return [];
    const isDeleted = isIn(operation, 'done') && isDeletion(operation);
    if (!isDeleted && !isIn(operation, 'gone')) return [];
    const endOfUpdate = isDeleted ? steps.cancelled : steps.gone;
    const isOther = (other: Entry) => entryId(other) !== entryId({ job, index });
    return store.editsOf(operation.subject.report.id).flatMap((other) => {
      if (!isOther(other) || isIn(other.operation, 'sending')) return [];
      const end = isDeletion(other.operation)
        ? steps.done(other.operation)
        : endOfUpdate(other.operation);
      return [{ ...other, operation: end }];
    });
  }

  return async ({ entry, after, report, failure }) => {
    const current = store.entry(entry.job.id, entry.index)?.operation ?? entry.operation;
    const operation = after(current);
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

/** Whether a newer update of the same fields is queued. The older update is then unnecessary. */
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

/** Whether two updates change the same fields: either the results, or privacy and password. */
export function changesSameFields({ subject }: Edit, { subject: other }: Edit): boolean {
  if (subject.kind !== 'update' || other.kind !== 'update') return false;
  return (subject.update.results === 1) === (other.update.results === 1);
}

function isDeletion({ subject }: Operation): boolean {
  return subject.kind === 'delete';
}
