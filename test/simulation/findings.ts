import { batchFindings, rowEnd, type Seen } from './batch-findings';
import { creations } from './creation-findings';
import {
  endOf as endOfJob,
  isShownAsUnfinished,
  isUnsure,
  mayBeReplaced,
} from './operation-outcomes';
import { reportFindings } from './report-findings';
import type { RequestedOperation } from './requested-operation';
import { rowsShown } from './shown-findings';
import { isRequestFor, type SeenView, type World } from './world';

/** Returns the broken promises at the end of a scenario, as sentences. */
export async function findings(world: World, seen: SeenView): Promise<string[]> {
  const { person, service } = world;
  const view: Seen = { ...seen, rows: await world.rows() };
  for (const one of person.requested) {
    // When an ended batch leaves the list, its operations that need attention leave with it.
    const isListed = one.batch === null || view.batches.some(({ id }) => id === one.batch);
    if (!isListed) one.possibleDrops += 1;
  }
  return [
    ...waiting(view),
    ...(await rowsShown(world)),
    ...view.batches.flatMap((line) => batchFindings(line, view, person.requested)),
    ...person.requested.flatMap((one) => [...endOf(one, view, world), ...cancelsOf(one, world)]),
    ...creations(world, view),
    ...service.rows.flatMap((row) => reportFindings(row, world, view)),
  ];
}

/** Returns operations and backoffs that would never end. */
function waiting({ backoff, singles, all }: SeenView): string[] {
  const open = singles.filter(({ first }) => first.status.name !== 'needsAttention');
  // Without queued operations, a failed read may leave a backoff that waits for a person.
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
 * Whether a later update replaces an earlier one of the same fields and report. The order is that of
 * presses or of calls, because a page repeats its call after a worker stop.
 */
function isOverruled(
  one: RequestedOperation,
  other: RequestedOperation,
  requested: readonly RequestedOperation[],
): boolean {
  const [former, later] = [one.request, other.request];
  if (former.kind !== 'update' || later.kind !== 'update') return false;
  const areAlike = former.change.results === later.change.results;
  const isLater =
    requested.indexOf(other) > requested.indexOf(one) ||
    other.latestCallNumber > one.latestCallNumber;
  return areAlike && isLater;
}

/** Whether two presses delete the same report, which counts as one deletion. */
function isSameDeletion(one: RequestedOperation, other: RequestedOperation): boolean {
  const areDeletions = one.request.kind === 'delete' && other.request.kind === 'delete';
  return one !== other && areDeletions && isSameReport(one, other);
}

/** Returns missing or wrong outcomes of an operation. */
function endOf(one: RequestedOperation, view: Seen, { service, person }: World): string[] {
  const { id, kind } = one.request;
  const isOutcomePossiblyDropped = one.isOutcomePossiblyDropped && one.batch === null;
  if (isUnsure(one) || isOutcomePossiblyDropped || isShownAsUnfinished(one, view)) return [];
  const outcome = one.batch === null ? endOfJob(id, view) : rowEnd(one, view);
  if (outcome === undefined) {
    const isExpected =
      view.recent.length < 50 && !person.requested.some((other) => isSameDeletion(one, other));
    return isExpected ? [`the outcome of ${id} is shown nowhere`] : [];
  }
  const about = 'report' in one.request ? one.request.report.id : null;
  const isThere = service.rows.some(({ report, gone }) => report.id === about && !gone);
  const isTakenBack =
    mayBeReplaced(one, person.requested) ||
    person.requested.some(
      (other) =>
        (other === one || isSameReport(one, other)) &&
        (other.cancelAttempts.length > 0 ||
          other.request.kind === 'delete' ||
          one.wasPaused ||
          isOverruled(one, other, person.requested)),
    );
  const end = 'operation' in outcome ? outcome.operation.status.name : outcome.end;
  const outcomeKind = 'operation' in outcome ? outcome.operation.subject.kind : outcome.kind;
  const isTrue =
    outcomeKind === kind &&
    (end !== 'cancelled' || isTakenBack) &&
    (end !== 'gone' || !isThere) &&
    (end !== 'done' || kind !== 'delete' || !isThere);
  return isTrue ? [] : [`${id} is shown as ${end}, but is not`];
}

/** Returns a finding if an operation could not be cancelled although it was never sent. */
function cancelsOf(one: RequestedOperation, { browser }: World): string[] {
  const isLate = one.cancelAttempts.some(({ answer }) => answer === false);
  const wasSent = browser.sent.some((sent) => isRequestFor(one, sent));
  // A stopped worker may have stored the status before it sent the request.
  if (!isLate || wasSent || browser.counts.stops > 0) return [];
  return [`${one.request.id} could not be cancelled, but was never sent`];
}
