import { batchFindings, type Seen } from './batch-violations';
import { creationFindings } from './creation-violations';
import {
  isShownAsUnfinished,
  isUnsure,
  jobOutcome,
  mayBeReplaced,
  rowOutcome,
} from './operation-outcomes';
import { reportFindings } from './report-violations';
import type { RequestedOperation } from './requested-operation';
import { shownFindings } from './shown-list-violations';
import { isRequestFor, type SeenView, type World } from './simulation';

/** Lower than the limit of the published list, so no outcome has left the list. */
const FEW_RECENT_OPERATIONS = 50;

/** Returns the violated guarantees of a run, as sentences. */
export async function findings(world: World, seen: SeenView): Promise<string[]> {
  const { person, service } = world;
  const view: Seen = { ...seen, rows: await world.rows() };
  return [
    ...unfinishedFindings(view),
    ...(await shownFindings(world)),
    ...view.batches.flatMap((line) => batchFindings(line, view, person.requested)),
    ...person.requested.flatMap((one) => [
      ...outcomeFindings(one, view, world),
      ...cancelFindings(one, world),
    ]),
    ...creationFindings(world, view),
    ...service.rows.flatMap((row) => reportFindings(row, world, view)),
  ];
}

/** Returns findings about operations and backoffs that would never end, and about wrong counts. */
function unfinishedFindings({ backoff, singles, all }: SeenView): string[] {
  const open = singles.filter(({ first }) => first.status.name !== 'needsAttention');
  // A backoff without open operations may be the result of a failed read, and may wait for a person.
  if (backoff !== null && open.length > 0)
    return [`the backoff never ends: ${backoff.failure.code}`];
  const isCounted =
    all.create + all.update + all.delete === open.length &&
    all.needsAttention === singles.length - open.length;
  const wrong = isCounted ? [] : ['the counts differ from the lines'];
  return [...wrong, ...open.map(({ id, first }) => `${id} stays ${first.status.name}`)];
}

function isSameReport(
  { request }: RequestedOperation,
  { request: other }: RequestedOperation,
): boolean {
  return 'report' in request && 'report' in other && request.report.id === other.report.id;
}

/**
 * Whether a later update changes the same fields as an earlier one: only the results, or only privacy
 * and password. The order is that of presses or of calls, because a page repeats its call after a
 * worker stop. The caller checks that both updates are of one report.
 */
function isOverruled(
  one: RequestedOperation,
  other: RequestedOperation,
  requested: readonly RequestedOperation[],
): boolean {
  const [former, later] = [one.request, other.request];
  if (former.kind !== 'update' || later.kind !== 'update') return false;
  const changesSameFields = former.change.results === later.change.results;
  const isLater =
    requested.indexOf(other) > requested.indexOf(one) ||
    other.latestCallNumber > one.latestCallNumber;
  return changesSameFields && isLater;
}

/** Whether two presses delete the same report. Both presses count as one deletion. */
function isSameDeletion(one: RequestedOperation, other: RequestedOperation): boolean {
  const areDeletions = one.request.kind === 'delete' && other.request.kind === 'delete';
  return one !== other && areDeletions && isSameReport(one, other);
}

function outcomeFindings(
  one: RequestedOperation,
  view: Seen,
  { service, person }: World,
): string[] {
  const { id, kind } = one.request;
  const isSingle = one.batch === null;
  const mayLackOutcome = isSingle && one.isOutcomePossiblyDropped;
  if (isUnsure(one) || mayLackOutcome || isShownAsUnfinished(one, view)) return [];
  const outcome = isSingle ? jobOutcome(id, view) : rowOutcome(one, view);
  if (outcome === undefined) {
    const mustBeShown =
      view.recent.length < FEW_RECENT_OPERATIONS &&
      !person.requested.some((other) => isSameDeletion(one, other));
    return mustBeShown ? [`the outcome of ${id} is shown nowhere`] : [];
  }
  const reportId = 'report' in one.request ? one.request.report.id : null;
  const row = service.rows.find(({ report }) => report.id === reportId);
  const reportExists = row !== undefined && row.gone === null;
  const isDeletedByThis =
    row?.gone?.isForeign === false && !person.requested.some((other) => isSameDeletion(one, other));
  const mayBeCancelled =
    mayBeReplaced(one, person.requested) ||
    mayBeCancelledByPress(one, person.requested, reportExists);
  const isPossible =
    outcome.kind === kind &&
    (outcome.status !== 'cancelled' || mayBeCancelled) &&
    (outcome.status !== 'cancelled' || kind !== 'delete' || !isDeletedByThis) &&
    (outcome.status !== 'gone' || !reportExists) &&
    (outcome.status !== 'done' || kind !== 'delete' || !reportExists);
  return isPossible ? [] : [`${id} is shown as ${outcome.status}, but is not`];
}

/**
 * Whether a press about the operation or its report may have cancelled the operation. A deletion
 * cancels updates only when it succeeds, and replaces a deletion that needs attention.
 */
function mayBeCancelledByPress(
  one: RequestedOperation,
  requested: readonly RequestedOperation[],
  reportExists: boolean,
): boolean {
  return requested.some((other) => {
    if (other !== one && !isSameReport(one, other)) return false;
    const hasCancelPress = other.cancelAttempts.length > 0;
    const isDeleted = other.request.kind === 'delete' && !reportExists;
    const isReplaced = isSameDeletion(one, other) || isOverruled(one, other, requested);
    return hasCancelPress || isDeleted || isReplaced || one.wasPaused;
  });
}

/** Returns a finding if an operation could not be cancelled although it was never sent. */
function cancelFindings(one: RequestedOperation, { browser }: World): string[] {
  const wasCancelRefused = one.cancelAttempts.some(({ answer }) => answer === false);
  const wasSent = browser.sent.some((sent) => isRequestFor(one, sent));
  // A stopped worker may have stored the status before it sent the request.
  if (!wasCancelRefused || wasSent || browser.counts.stops > 0) return [];
  return [`${one.request.id} could not be cancelled, but was never sent`];
}
