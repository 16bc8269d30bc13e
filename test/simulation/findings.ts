import { isDeepStrictEqual } from 'node:util';
import { addressKey, pageKey } from '@/lib/url/page-key';
import type { Asked } from './asked';
import { expectedRows, type HeardReport } from './heard';
import { batchFindings, rowEnd, type Seen } from './many-findings';
import type { Row } from './service';
import type { Sent } from './worker';
import { isRequestFor, type SeenView, type World } from './world';

/** How often a case cost something that the product leaves alone. */
export const excused = new Map<string, number>();

function excuse(name: string, times: number): string[] {
  excused.set(name, (excused.get(name) ?? 0) + times);
  return [];
}

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
    ...(await world.awaited()).map((id) => `the result of ${id} is awaited for ever`),
    ...person.asked.flatMap((one) => [...endOf(one, view, world), ...cancelsOf(one, world)]),
    ...creations(world, view),
    ...service.rows.flatMap((row) => reportFindings(row, world, view)),
  ];
}

/** A page shows the newest reports as they were read last, and with what was heard since. */
async function rowsShown({
  shown,
  newest,
  view,
  heard,
  service,
  ...world
}: World): Promise<string[]> {
  const { front, outcomes } = await shown();
  if (front.newest === null) return [];
  const { after, readAt, perPage } = front.newest;
  const rows = await newest();
  const lists = heard.lists(readAt, perPage);
  if (after !== outcomes.last || rows === null || lists.length === 0) {
    return ['the front has not come to its rest'];
  }
  const actual = { ids: rows.reports.map(({ id }) => id), total: rows.total };
  const ended = [...outcomes.singles, ...outcomes.rows].flatMap(({ report }) => report?.id ?? []);
  // What was found may have been said before the browser was closed.
  const found = new Set([...ended, ...actual.ids]);
  const isOurs = (id: string) =>
    found.has(id) && service.rows.some(({ report, draft }) => report.id === id && draft);
  // A worker that was stopped has heard of it, and the next one has met a refusal.
  const { tasks } = await view();
  const isOpen = (id: string) =>
    tasks.some(({ work }) => work.kind === 'delete' && work.report.id === id);
  const isMeant = ({ id, said }: HeardReport) => said === 'made' || said === 'found' || !isOpen(id);
  const expected = lists.map(({ since, ...list }) =>
    expectedRows({ ...list, since: since.filter(isMeant) }, isOurs),
  );
  // Which of two was made first is known once a list was read again.
  const areFound = lists.some(({ since }) => since.some(({ said }) => said === 'found'));
  const inOrder = (ids: string[]) => (areFound ? ids.toSorted() : ids);
  const isSo = ({ ids, least, most }: (typeof expected)[number]) =>
    isDeepStrictEqual(inOrder(actual.ids), inOrder(ids)) &&
    (least === null || most === null
      ? actual.total === null
      : actual.total !== null && actual.total >= least && actual.total <= most);
  if (expected.some(isSo)) return [];
  // What was found for one task may have been made for another, of which the browser's end left nothing.
  const isOfPrivateWindow =
    world.browser.counts.starts > 0 &&
    world.person.asked.some(({ keeping }) => keeping === 'memory');
  return isOfPrivateWindow
    ? excuse('a private window did something as the browser ended', 1)
    : [`shown is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected[0])}`];
}

/** Nothing happens by itself any more. */
function waiting({ gate, tasks, all }: SeenView): string[] {
  const open = tasks.filter(({ standing }) => standing.name !== 'stuck');
  // Where nothing waits for it, a read that failed may have left it closed.
  if (gate !== null && open.length > 0) return [`the gate stays closed: ${gate.failure.code}`];
  const isCounted =
    all.create + all.change + all.delete === open.length &&
    all.stuck === tasks.length - open.length;
  const wrong = isCounted ? [] : ['what is counted is not what is shown'];
  return [...wrong, ...open.map(({ id, standing }) => `${id} stays ${standing.name} for ever`)];
}

function isShown({ task, batch }: Asked, { tasks, rows }: Seen): boolean {
  const state = rows.get(task.id);
  if (batch !== null) return state === 'waiting' || state === 'sent' || state === 'stuck';
  return tasks.some(({ id }) => id === task.id);
}

/** Whether it may never have been stored, or have been dropped. */
function isUnsure({ isStored, drops }: Asked): boolean {
  return isStored !== true || drops > 0;
}

function isSameReport({ task }: Asked, { task: other }: Asked): boolean {
  return 'report' in task && 'report' in other && task.report.id === other.report.id;
}

/** Whether a later change of the same of one report takes an earlier one back. */
function isOverruled(one: Asked, other: Asked, asked: readonly Asked[]): boolean {
  const [former, later] = [one.task, other.task];
  if (former.kind !== 'change' || later.kind !== 'change') return false;
  const areAlike = former.change.results === later.change.results;
  return areAlike && asked.indexOf(other) > asked.indexOf(one);
}

/** Whether another creation of a page may have taken back the one that was refused. */
function isReplaced(one: Asked, asked: readonly Asked[]): boolean {
  const pageOf = ({ task }: Asked) => (task.kind === 'create' ? pageKey(task.draft.url) : null);
  return asked.some(
    (other) => other !== one && pageOf(one) !== null && pageOf(other) === pageOf(one),
  );
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
  const outcome = one.batch === null ? outcomeOf(id, view) : rowEnd(one, view);
  if (outcome === undefined) {
    const isTold =
      view.outcomes.length < 50 && !person.asked.some((other) => isSameDeletion(one, other));
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
  const end = 'standing' in outcome ? outcome.standing.name : outcome.end;
  const outcomeKind = 'wish' in outcome ? outcome.wish.kind : outcome.kind;
  const isTrue =
    outcomeKind === kind &&
    (end !== 'cancelled' || isTakenBack) &&
    (end !== 'gone' || !isThere) &&
    (end !== 'done' || kind !== 'delete' || !isThere);
  return isTrue ? [] : [`${id} is said to be ${end}, which is not true`];
}

function outcomeOf(taskId: string, { outcomes }: Seen) {
  return outcomes.find(({ id }) => id === taskId);
}

/** It is too late only for what was sent, or is done. */
function cancelsOf(one: Asked, { browser }: World): string[] {
  const isLate = one.cancels.some(({ answer }) => answer === false);
  const wasSent = browser.sent.some((sent) => isRequestFor(one, sent));
  // A task may have been stored as sent by a worker that was stopped before the request went out.
  if (!isLate || wasSent || browser.counts.stops > 0) return [];
  return [`${one.task.id} could not be taken back, though it was never sent`];
}

/** Each report that was asked for is made, and made once. */
function creations({ service, person, history, browser }: World, view: Seen): string[] {
  const { listsPrivacy, lag } = history.manner;
  const kinds = new Map<string, { least: number; most: number; rows: Row[] }>();
  const kindOf = ({ url, privacy }: { url: string; privacy: number }) => {
    const name = addressKey(url) + (listsPrivacy ? ` with privacy ${privacy}` : '');
    const kind = kinds.get(name) ?? { least: 0, most: 0, rows: [] };
    kinds.set(name, kind);
    return kind;
  };
  for (const one of person.asked) {
    if (one.task.kind !== 'create' || one.isStored === false) continue;
    const kind = kindOf(one.task.draft);
    const outcome = outcomeOf(one.task.id, view);
    // With the browser, what became of it is forgotten.
    const isGone = outcome === undefined && browser.counts.starts > 0;
    const isTakenBack =
      one.cancels.some(({ answer }) => answer !== false) ||
      ((isGone || outcome?.standing.name === 'cancelled') && isReplaced(one, person.asked));
    if (!isUnsure(one) && !isTakenBack && !isShown(one, view)) kind.least += 1;
    kind.most += 1 + one.retries;
  }
  // How many of a batch are to be made is said where it is paused or cancelled: in its tests.
  const isOfBatch = (url: string) => person.batch.includes(url);
  for (const row of service.rows) {
    if (row.draft === undefined) continue;
    if (isOfBatch(row.draft.url)) kindOf(row.draft).most = 1;
    kindOf(row.draft).rows.push(row);
    const isPublished = row.isForeign && row.changes.length > 0 && row.draft.privacy !== 0;
    if (isPublished && listsPrivacy) kindOf({ url: row.draft.url, privacy: 0 }).rows.push(row);
  }

  /** Somebody else's, which may have come after the list that was read before ours was sent. */
  function isConfusable({ draft, isForeign, at }: Row): boolean {
    const page = addressKey(draft?.url ?? '');
    const isFirst = (sent: Sent) => sent.verb === 'create' && addressKey(sent.about) === page;
    // One that is stored as sent may never have gone out, or long after, since the worker was stopped.
    const sentAt = browser.counts.stops > 0 ? 0 : (browser.sent.find(isFirst)?.at ?? 0);
    return isForeign && at > sentAt - 65_000 - lag * 1000;
  }

  return [...kinds].flatMap(([name, { least, most, rows }]) => {
    const own = rows.filter(({ isForeign }) => !isForeign);
    const missing = least - own.length;
    const surplus = own.length - most;
    if (missing > 0) {
      return missing <= rows.filter(isConfusable).length
        ? excuse('a report of somebody else counts as ours', missing)
        : [`lost: ${own.length} of ${least} reports of ${name}`];
    }
    if (surplus <= 0) return [];
    // A page that redirects is listed under another address, so that nobody sees whose report it is.
    const isElsewhere = history.manner.pagesEnd === 'elsewhere';
    const changed = own.filter(({ gone, changes }) => gone !== null || changes.length > 0);
    if (isElsewhere && surplus <= changed.length) {
      return excuse('a report of a redirected page is changed before it is found', surplus);
    }
    const touched = own.filter(
      ({ gone, changes }) => gone?.isForeign || changes.some((change) => change.isForeign),
    );
    return surplus <= touched.length
      ? excuse('somebody deletes or publishes a report before it is found', surplus)
      : [`doubled: ${own.length} instead of ${most} reports of ${name}`];
  });
}

/** What was asked for of one report is in force. */
function reportFindings(row: Row, { person, browser }: World, view: Seen): string[] {
  const { id } = row.report;
  const own = person.asked.filter(
    ({ task, isStored }) => 'report' in task && task.report.id === id && isStored !== false,
  );
  const deletions = own.filter(({ task }) => task.kind === 'delete');
  const last = deletions.at(-1);
  const cancels = deletions.flatMap((one) => one.cancels);
  if (row.gone) {
    const isSent = browser.sent.some(({ verb, about }) => verb === 'remove' && about === id);
    return row.gone.isForeign || isSent ? [] : [`${id} is gone, though nobody wants that`];
  }
  if (deletions.some((one) => isShown(one, view))) return [];
  const place = last ? person.asked.indexOf(last) : 0;
  const isOvertaken = last !== undefined && view.rows.get(last.task.id) === 'cancelled';
  const isWithdrawn =
    isOvertaken || cancels.some(({ asked, answer }) => answer !== false && asked > place);
  // A second deletion is the same as one that waits, which a private window may have asked for.
  const isOfPrivateWindow =
    browser.counts.starts > 0 && deletions.some((one) => one !== last && one.keeping === 'memory');
  if (last && !isUnsure(last) && !isWithdrawn && !isOfPrivateWindow)
    return [`lost: ${id} is not deleted`];
  const changes = own.filter(({ task }) => task.kind === 'change');
  // A change that was taken back may have been made, and one that is sent again goes after later ones. A
  // deletion that went out has taken back all changes, whatever became of it; one that was dropped may have.
  const isLoose =
    changes.some((one) => one.cancels.length > 0 || one.retries > 0 || isShown(one, view)) ||
    deletions.some(({ drops }) => drops > 0) ||
    browser.sent.some(({ verb, about }) => verb === 'remove' && about === id);
  return isLoose ? [] : changeFindings(row, changes);
}

function changeFindings({ report, changes }: Row, asked: readonly Asked[]): string[] {
  const made = changes.flatMap(({ change, isForeign }) => (isForeign ? [] : [change]));
  const wanted = asked.flatMap((one) =>
    one.task.kind === 'change'
      ? [{ ...one.task, isSure: !isUnsure(one), drops: one.drops, question: one.question }]
      : [],
  );
  // One that was stored and dropped had taken back the earlier ones of its kind.
  const sinceDropped = (all: typeof wanted) =>
    all.slice(all.findLastIndex(({ drops }) => drops > 0) + 1);
  const settings = sinceDropped(wanted.filter(({ change }) => change.privacy !== undefined));
  // The last, one after it of which nobody knows whether it was stored, or one that was asked again since.
  const last = settings.findLastIndex(({ isSure }) => isSure);
  const since = settings[last]?.question ?? 0;
  const allowed = settings.filter(({ question }, at) => at >= last || question > since);
  const inForce = made.findLast(({ privacy }) => privacy !== undefined);
  const isInForce = allowed.some(
    ({ change: { privacy, password } }) =>
      privacy === inForce?.privacy && password === inForce?.password,
  );
  const updates = sinceDropped(wanted.filter(({ change }) => change.results === 1));
  const update = updates.find(({ isSure }) => isSure);
  const isUpdated = made.some(({ results }) => results === 1);
  return [
    ...(settings.some(({ isSure }) => isSure) && !isInForce
      ? [`lost: the change of ${report.id} is not in force`]
      : []),
    ...(update && !isUpdated ? [`lost: the results of ${report.id} are not updated`] : []),
  ];
}
