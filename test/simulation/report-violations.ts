import { isShownAsUnfinished, mayBeMissing } from './operation-outcomes';
import type { RequestedOperation } from './requested-operation';
import type { Row } from './service';
import type { ShownQueueWithEdits, Simulation } from './simulation';

type RequestedUpdate = RequestedOperation & { request: { kind: 'update' } };

/** Returns a violation for each requested edit of a report, if the edit had no effect. */
export function reportViolations(
  row: Row,
  { person, browser }: Simulation,
  jobs: ShownQueueWithEdits,
): string[] {
  const { id } = row.report;
  const edits = person.requested.filter(
    ({ request, isStored }) =>
      'report' in request && request.report.id === id && isStored !== false,
  );
  if (row.gone) {
    const isSent = browser.sentRequests.some(
      ({ verb, target }) => verb === 'remove' && target === id,
    );
    return row.gone.isByOthers || isSent ? [] : [`${id} is gone, but no deletion was sent`];
  }
  const deletions = edits.filter(({ request }) => request.kind === 'delete');
  if (deletions.some((deletion) => isShownAsUnfinished(deletion, jobs))) return [];
  const lastDeletion = deletions.at(-1);
  // The worker drops a second deletion of a report. The first deletion may end with its private window.
  const mayEndWithPrivateWindow =
    browser.counts.browserStarts > 0 &&
    deletions.some((deletion) => deletion !== lastDeletion && deletion.isPrivate);
  if (
    lastDeletion !== undefined &&
    !mayBeMissing(lastDeletion) &&
    !mayEndWithPrivateWindow &&
    !mayBeUndone(lastDeletion, deletions, person.requested, jobs)
  ) {
    return [`lost: ${id} is not deleted`];
  }
  const updates = edits.filter(isUpdate);
  // A cancelled update may have been sent. A retried update is sent after later updates.
  const isResultUncertain = updates.some(
    (update) =>
      update.cancelAttempts.length > 0 || update.retries > 0 || isShownAsUnfinished(update, jobs),
  );
  return isResultUncertain ? [] : updateViolations(row, updates);
}

function isUpdate(operation: RequestedOperation): operation is RequestedUpdate {
  return operation.request.kind === 'update';
}

function mayBeUndone(
  lastDeletion: RequestedOperation,
  deletions: readonly RequestedOperation[],
  requested: readonly RequestedOperation[],
  { editStatuses }: ShownQueueWithEdits,
): boolean {
  if (editStatuses.get(lastDeletion.request.id) === 'cancelled') return true;
  const lastIndex = requested.indexOf(lastDeletion);
  return deletions.some(({ cancelAttempts }) =>
    cancelAttempts.some(
      ({ operationCountBefore, hadEffect }) =>
        hadEffect !== false && operationCountBefore > lastIndex,
    ),
  );
}

function updateViolations({ report, changes }: Row, updates: readonly RequestedUpdate[]): string[] {
  const violations: string[] = [];
  const extensionChanges = changes.flatMap(({ change, isByOthers }) =>
    isByOthers ? [] : [change],
  );
  const resultUpdates = afterLastDropped(
    updates.filter(({ request }) => request.change.results === 1),
  );
  const hasNewResults = extensionChanges.some(({ results }) => results === 1);
  if (resultUpdates.some(isCertain) && !hasNewResults) {
    violations.push(`lost: the results of ${report.id} are not updated`);
  }
  const privacyUpdates = afterLastDropped(
    updates.filter(({ request }) => request.change.privacy !== undefined),
  );
  const lastCertainIndex = privacyUpdates.findLastIndex(isCertain);
  const lastCertainCall = privacyUpdates[lastCertainIndex]?.latestCallNumber ?? 0;
  // The last certain update takes effect, or an update that was requested or called later.
  const possibleUpdates = privacyUpdates.filter(
    ({ latestCallNumber }, index) =>
      index >= lastCertainIndex || latestCallNumber > lastCertainCall,
  );
  const lastChange = extensionChanges.findLast(({ privacy }) => privacy !== undefined);
  const isPossible = possibleUpdates.some(
    ({ request: { change } }) =>
      change.privacy === lastChange?.privacy && change.password === lastChange?.password,
  );
  if (lastCertainIndex >= 0 && !isPossible) {
    violations.push(`lost: the change of ${report.id} has no effect`);
  }
  return violations;
}

function isCertain(update: RequestedUpdate): boolean {
  return !mayBeMissing(update);
}

/** Returns the updates after the last dropped update, which may have cancelled all earlier updates. */
function afterLastDropped(updates: readonly RequestedUpdate[]): readonly RequestedUpdate[] {
  const lastDropped = updates.findLastIndex(({ allowedDrops }) => allowedDrops > 0);
  return updates.slice(lastDropped + 1);
}
