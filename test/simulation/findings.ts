import type { Asked } from './asked';
import { endOf as endOfJob, isReplaced, isShown, isUnsure } from './asked-ends';
import { creations } from './creation-findings';
import { batchFindings, rowEnd, type Seen } from './many-findings';
import { reportFindings } from './report-findings';
import { rowsShown } from './shown-findings';
import { isRequestFor, type SeenView, type World } from './world';

/** What is wrong at a history's end, in sentences; empty where every promise was kept. */
export async function findings(world: World, seen: SeenView): Promise<string[]> {
  const { person, service } = world;
  const view: Seen = { ...seen, rows: await world.rows() };
  for (const one of person.asked) {
    // What has ended and is pushed off the list takes along what needs a person.
    const isListed = one.batch === null || view.batches.some(({ id }) => id === one.batch);
    if (!isListed) one.drops += 1;
  }
  return [
    ...waiting(view),
    ...(await rowsShown(world)),
    ...view.batches.flatMap((line) => batchFindings(line, view, person.asked)),
    ...person.asked.flatMap((one) => [...endOf(one, view, world), ...cancelsOf(one, world)]),
    ...creations(world, view),
    ...service.rows.flatMap((row) => reportFindings(row, world, view)),
  ];
}

/** Nothing happens by itself any more. */
function waiting({ backoff, singles, all }: SeenView): string[] {
  const open = singles.filter(({ first }) => first.status.name !== 'needsAttention');
  // Where nothing is queued, a read that failed may have left one that waits for a person.
  if (backoff !== null && open.length > 0)
    return [`the backoff never ends: ${backoff.failure.code}`];
  const isCounted =
    all.create + all.update + all.delete === open.length &&
    all.needsAttention === singles.length - open.length;
  const wrong = isCounted ? [] : ['what is counted is not what is shown'];
  return [...wrong, ...open.map(({ id, first }) => `${id} stays ${first.status.name} for ever`)];
}

function isSameReport({ task }: Asked, { task: other }: Asked): boolean {
  return 'report' in task && 'report' in other && task.report.id === other.report.id;
}

/**
 * Whether a later change of the same of one report takes an earlier one back, in the order of the presses or
 * of the calls: a page repeats its call after a worker was stopped.
 */
function isOverruled(one: Asked, other: Asked, asked: readonly Asked[]): boolean {
  const [former, later] = [one.task, other.task];
  if (former.kind !== 'update' || later.kind !== 'update') return false;
  const areAlike = former.change.results === later.change.results;
  const isLater = asked.indexOf(other) > asked.indexOf(one) || other.question > one.question;
  return areAlike && isLater;
}

/** Whether two presses of Delete are about the same report, which makes them one deletion. */
function isSameDeletion(one: Asked, other: Asked): boolean {
  const areDeletions = one.task.kind === 'delete' && other.task.kind === 'delete';
  return one !== other && areDeletions && isSameReport(one, other);
}

/** What became of it is there for the page to see. */
function endOf(one: Asked, view: Seen, { service, person }: World): string[] {
  const { id, kind } = one.task;
  const isForgotten = one.isForgotten && one.batch === null;
  if (isUnsure(one) || isForgotten || isShown(one, view)) return [];
  const outcome = one.batch === null ? endOfJob(id, view) : rowEnd(one, view);
  if (outcome === undefined) {
    const isTold =
      view.recent.length < 50 && !person.asked.some((other) => isSameDeletion(one, other));
    return isTold ? [`what became of ${id} is told nowhere`] : [];
  }
  const about = 'report' in one.task ? one.task.report.id : null;
  const isThere = service.rows.some(({ report, gone }) => report.id === about && !gone);
  const isTakenBack =
    isReplaced(one, person.asked) ||
    person.asked.some(
      (other) =>
        (other === one || isSameReport(one, other)) &&
        (other.cancels.length > 0 ||
          other.task.kind === 'delete' ||
          one.wasHeld ||
          isOverruled(one, other, person.asked)),
    );
  const end = 'operation' in outcome ? outcome.operation.status.name : outcome.end;
  const outcomeKind = 'operation' in outcome ? outcome.operation.subject.kind : outcome.kind;
  const isTrue =
    outcomeKind === kind &&
    (end !== 'cancelled' || isTakenBack) &&
    (end !== 'gone' || !isThere) &&
    (end !== 'done' || kind !== 'delete' || !isThere);
  return isTrue ? [] : [`${id} is said to be ${end}, which is not true`];
}

/** It is too late only for what was sent, or is done. */
function cancelsOf(one: Asked, { browser }: World): string[] {
  const isLate = one.cancels.some(({ answer }) => answer === false);
  const wasSent = browser.sent.some((sent) => isRequestFor(one, sent));
  // A task may have been stored as sent by a worker that was stopped before the request went out.
  if (!isLate || wasSent || browser.counts.stops > 0) return [];
  return [`${one.task.id} could not be taken back, though it was never sent`];
}
