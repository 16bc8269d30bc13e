import type { Failure } from '@/lib/failure';
import { hasFailed } from '@/lib/result';
import { entryId } from './entry';
import { currentEntry, editsOf } from './jobs-state';
import { createdReportOf, isCreation, isEdit, isIn } from './operation';
import * as steps from './steps';
import type {
  Answer,
  ChangedOperation,
  Changes,
  Edit,
  Entry,
  Jobs,
  JobsState,
  Moment,
  Operation,
  OperationRequest,
} from './types';

/** Why the service did not carry out an operation; null if it did. */
export function failureOfAnswer({ result }: Answer): Failure | null {
  return hasFailed(result) ? result.failure : null;
}

/**
 * Returns the changes after an answer.
 * @param isOwnFailure whether only this operation fails, although such a failure usually means that
 *   the service as a whole has failed
 */
export function changesOfAnswer(
  { jobs }: JobsState,
  { entry, facts }: OperationRequest,
  answer: Answer,
  isOwnFailure: boolean,
  { now }: Moment,
): Changes {
  const current = currentEntry(jobs, entry);
  if (current === undefined) return {};
  const failure = failureOfAnswer(answer);
  const operation =
    failure !== null && isOwnFailure
      ? steps.asRefused(current.operation, failure)
      : afterAnswer(current.operation, answer, facts, now);
  const report = hasFailed(answer.result) ? null : answer.result.value;
  return { operations: withEndedOperations(jobs, { ...current, operation, report }) };
}

function afterAnswer(
  operation: Operation,
  { result, isGone }: Answer,
  facts: OperationRequest['facts'],
  now: number,
): Operation {
  if (isGone) return steps.asGone(operation);
  if (isEdit(operation)) return steps.afterEditAnswer(operation, result, facts);
  if (!isCreation(operation)) return operation;
  const created = hasFailed(result)
    ? result
    : { value: result.value && createdReportOf(result.value) };
  return steps.afterCreationAnswer(operation, created, now);
}

/**
 * Returns a changed operation and the operations that the change ends. Cancels an update that could be
 * sent again if a newer update of the same fields is queued.
 */
export function withEndedOperations(jobs: Jobs, changed: ChangedOperation): ChangedOperation[] {
  const { operation } = changed;
  const canBeSentAgain = isIn(operation, 'queued') || isIn(operation, 'needsAttention');
  const isReplaced = isEdit(operation) && canBeSentAgain && hasNewerUpdate(jobs, changed);
  const next = isReplaced ? { ...changed, operation: steps.asCancelled(operation) } : changed;
  return [next, ...editsEndedBy(jobs, next)];
}

/**
 * Finishes the other edits of a report after an edit has deleted the report, or after an answer that
 * the report is gone. A deletion that fails leaves the updates unchanged.
 */
function editsEndedBy(jobs: Jobs, changed: ChangedOperation): ChangedOperation[] {
  const { operation } = changed;
  if (!isEdit(operation)) return [];
  const isDeleted = isIn(operation, 'done') && isDeletion(operation);
  if (!isDeleted && !isIn(operation, 'gone')) return [];
  return editsOf(jobs, operation.subject.report.id).flatMap((other) => {
    if (entryId(other) === entryId(changed) || isIn(other.operation, 'sending')) return [];
    return [{ ...other, operation: endOf(other.operation, isDeleted) }];
  });
}

/** Finishes an edit whose report no longer exists. */
function endOf(operation: Edit, isDeleted: boolean): Operation {
  if (isDeletion(operation)) return steps.asDone(operation);
  return isDeleted ? steps.asCancelled(operation) : steps.asGone(operation);
}

/** Whether a newer update of the same fields is queued. */
function hasNewerUpdate(jobs: Jobs, { job, operation }: Entry): boolean {
  return (
    isEdit(operation) &&
    editsOf(jobs, operation.subject.report.id).some(
      (other) =>
        other.job.createdAt > job.createdAt &&
        isIn(other.operation, 'queued') &&
        changesSameFields(operation, other.operation),
    )
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
