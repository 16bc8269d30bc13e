import { batchViolations } from './batch-violations';
import { creationViolations } from './creation-violations';
import {
  hasAnotherCreation,
  isShownAsUnfinished,
  mayBeMissing,
  type OperationOutcome,
  outcomeOfBatchEdit,
  outcomeOfJob,
} from './operation-outcomes';
import { reportViolations } from './report-violations';
import type { RequestedOperation } from './requested-operation';
import type { Row } from './service';
import { shownListViolations } from './shown-list-violations';
import {
  isRequestFor,
  type ShownQueue,
  type ShownQueueWithEdits,
  type Simulation,
} from './simulation';

/** Below this number of recent operations, extension pages show the outcome of each single job. */
const FEW_RECENT_OPERATIONS = 50;

/** Returns the violated guarantees at the end of a scenario, as sentences. */
export async function violationsAtEnd(
  simulation: Simulation,
  queue: ShownQueue,
): Promise<string[]> {
  const { person, service } = simulation;
  const jobs: ShownQueueWithEdits = { ...queue, editStatuses: await simulation.readEditStatuses() };
  return [
    ...unfinishedViolations(queue),
    ...(await shownListViolations(simulation)),
    ...jobs.batches.flatMap((batch) => batchViolations(batch, jobs.editStatuses, person.requested)),
    ...person.requested.flatMap((operation) => [
      ...outcomeViolations(operation, jobs, simulation),
      ...cancelViolations(operation, simulation),
    ]),
    ...creationViolations(simulation, jobs),
    ...service.rows.flatMap((row) => reportViolations(row, simulation, jobs)),
  ];
}

/** Returns a violation for each operation that never ends, for an endless backoff, and for wrong counts. */
function unfinishedViolations({ backoff, singles, all }: ShownQueue): string[] {
  const open = singles.filter(({ first }) => first.status.name !== 'needsAttention');
  // A backoff without open operations may be the result of a failed read, and may wait for a person.
  if (backoff !== null && open.length > 0) {
    return [`the backoff never ends: ${backoff.failure.code}`];
  }
  const violations = open.map(({ id, first }) => `${id} stays ${first.status.name}`);
  const isCounted =
    all.create + all.update + all.delete === open.length &&
    all.needsAttention === singles.length - open.length;
  return isCounted ? violations : ['the counts differ from the lines', ...violations];
}

function outcomeViolations(
  operation: RequestedOperation,
  jobs: ShownQueueWithEdits,
  { service, person }: Simulation,
): string[] {
  const { request } = operation;
  const isSingle = operation.batchId === null;
  const mayLackOutcome = isSingle && operation.isOutcomePossiblyDropped;
  if (mayBeMissing(operation) || mayLackOutcome || isShownAsUnfinished(operation, jobs)) return [];
  const outcome = isSingle ? outcomeOfJob(request.id, jobs) : outcomeOfBatchEdit(operation, jobs);
  if (outcome === undefined) {
    const mustBeShown =
      jobs.recent.length < FEW_RECENT_OPERATIONS &&
      !hasSameDeletion(operation, person.requested) &&
      !hasSameUpdate(operation, person.requested);
    return mustBeShown ? [`the outcome of ${request.id} is shown nowhere`] : [];
  }
  const reportId = 'report' in request ? request.report.id : null;
  const row = service.rows.find(({ report }) => report.id === reportId);
  const isPossible =
    outcome.kind === request.kind && isPossibleEnd(operation, outcome, row, person.requested);
  return isPossible ? [] : [`${request.id} is shown as ${outcome.status}, but is not`];
}

function isPossibleEnd(
  operation: RequestedOperation,
  { kind, status }: OperationOutcome,
  row: Row | undefined,
  requested: readonly RequestedOperation[],
): boolean {
  const reportExists = row !== undefined && row.gone === null;
  if (status === 'gone') return !reportExists;
  if (status === 'done') return kind !== 'delete' || !reportExists;
  if (status !== 'cancelled') return true;
  const hasDeletedReport =
    kind === 'delete' &&
    row?.gone?.isByOthers === false &&
    !hasSameDeletion(operation, requested) &&
    !operation.cancelAttempts.some(({ neededAttention }) => neededAttention);
  const mayBeCancelled =
    hasAnotherCreation(operation, requested) ||
    mayBeCancelledByPress(operation, requested, reportExists);
  return mayBeCancelled && !hasDeletedReport;
}

/**
 * Whether a press on the operation or its report may have cancelled the operation. A successful
 * deletion cancels the updates of its report. A new deletion replaces one that needs attention.
 */
function mayBeCancelledByPress(
  operation: RequestedOperation,
  requested: readonly RequestedOperation[],
  reportExists: boolean,
): boolean {
  return requested.some((other) => {
    if (other !== operation && !isSameReport(operation, other)) return false;
    const hasCancelPress = other.cancelAttempts.length > 0;
    const isDeleted = other.request.kind === 'delete' && !reportExists;
    return (
      hasCancelPress ||
      isDeleted ||
      operation.wasPaused ||
      isSameDeletion(operation, other) ||
      isReplacedUpdate(operation, other, requested)
    );
  });
}

function isSameReport(
  { request }: RequestedOperation,
  { request: other }: RequestedOperation,
): boolean {
  return 'report' in request && 'report' in other && request.report.id === other.report.id;
}

/** Whether another press requests new results of the same report. Both presses may count as one update. */
function hasSameUpdate(
  operation: RequestedOperation,
  requested: readonly RequestedOperation[],
): boolean {
  const updatesResults = ({ request }: RequestedOperation) =>
    request.kind === 'update' && request.change.results === 1;
  return (
    updatesResults(operation) &&
    requested.some(
      (other) => other !== operation && updatesResults(other) && isSameReport(operation, other),
    )
  );
}

/** Whether two presses delete the same report. Both presses count as one deletion. */
function isSameDeletion(operation: RequestedOperation, other: RequestedOperation): boolean {
  const areDeletions = operation.request.kind === 'delete' && other.request.kind === 'delete';
  return operation !== other && areDeletions && isSameReport(operation, other);
}

function hasSameDeletion(
  operation: RequestedOperation,
  requested: readonly RequestedOperation[],
): boolean {
  return requested.some((other) => isSameDeletion(operation, other));
}

/** Whether another update of the same report is later, and changes the same fields. */
function isReplacedUpdate(
  operation: RequestedOperation,
  other: RequestedOperation,
  requested: readonly RequestedOperation[],
): boolean {
  if (operation.request.kind !== 'update' || other.request.kind !== 'update') return false;
  // An update changes only the results, or only privacy and password.
  const changesSameFields = operation.request.change.results === other.request.change.results;
  // A page repeats its call after a worker stop, so calls may have another order than presses.
  const isLater =
    requested.indexOf(other) > requested.indexOf(operation) ||
    other.latestCallNumber > operation.latestCallNumber;
  return changesSameFields && isLater;
}

/** Returns a violation if an operation could not be cancelled although it was never sent. */
function cancelViolations(operation: RequestedOperation, { browser }: Simulation): string[] {
  const wasRefused = operation.cancelAttempts.some(({ hadEffect }) => hadEffect === false);
  const wasSent = browser.sentRequests.some((sent) => isRequestFor(operation, sent));
  // A stopped worker may have stored the status before it sent the request.
  if (!wasRefused || wasSent || browser.counts.workerStops > 0) return [];
  return [`${operation.request.id} could not be cancelled, but was never sent`];
}
