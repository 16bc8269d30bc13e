import { isDeepStrictEqual } from 'node:util';
import { createdReportId, removedReportId } from '@/lib/jobs/job';
import type { RecentOperation } from '@/lib/jobs/types';
import { expectedRows, type ReportFact } from './answer-log';
import type { World } from './simulation';
import { excuse } from './tolerated-violations';

/** Returns a finding if the shown reports differ from the latest newest list and the facts after it. */
export async function shownFindings({
  shown,
  newest,
  view,
  answerLog,
  service,
  ...world
}: World): Promise<string[]> {
  const { connection, queue } = await shown();
  // With confused accounts, outcomes and newest list may be of another connection or account.
  const hasConfusedAccounts = world.person.hasSplitAccount() || world.person.hasMixedAccounts();
  if (!connection?.newest || hasConfusedAccounts) return [];
  const { mergedUpTo, readAt, perPage } = connection.newest;
  const { recentOperations } = queue;
  const madePrivately = new Set(
    recentOperations.flatMap((one) => (one.isPrivate ? (createdReportId(one) ?? []) : [])),
  );
  // The list on disk contains private reports only after a later list.
  const isOnDisk = (one: RecentOperation) =>
    !one.isPrivate && !madePrivately.has(removedReportId(one) ?? '');
  const last = recentOperations.findLast(isOnDisk)?.endedAt ?? 0;
  const rows = await newest();
  const hasPrivateWindow = world.scenario.steps.some(
    (step) => 'isPrivate' in step && step.isPrivate,
  );
  // The stored list lacks reports of private operations, so a page reads the list again.
  if (rows === null && hasPrivateWindow) return [];
  const lists = answerLog.lists(readAt, perPage);
  if (mergedUpTo < last || rows === null || lists.length === 0) {
    return ['the shared state lacks the latest outcomes'];
  }
  const actual = { ids: rows.reports.map(({ id }) => id), total: rows.total };
  const ended = recentOperations.flatMap((one) => createdReportId(one) ?? []);
  // An end of the browser removes the outcomes of reports that the list still shows.
  const found = new Set([...ended, ...actual.ids]);
  const isMadeHere = (id: string) =>
    service.rows.some(({ report, draft }) => report.id === id && draft);
  const isOurs = (id: string) => found.has(id) && isMadeHere(id);
  const positionOf = (id: string) => service.rows.findIndex(({ report }) => report.id === id);
  // A deletion may have succeeded before the worker stopped, and may then fail in the next worker.
  const { singles } = await view();
  const deleting = singles.flatMap(({ first: { subject } }) =>
    subject.kind === 'delete' ? subject.report.id : [],
  );
  // Deletions in batches that a person may have paused or removed from the list.
  const ofBatches = world.person.requested.flatMap(({ batch, request }) =>
    batch !== null && request.kind === 'delete' ? request.report.id : [],
  );
  const hasStopped = world.browser.counts.stops > 0;
  const uncertain = hasStopped ? [...deleting, ...ofBatches] : deleting;
  // The list on disk may lack a deleted report whose deletion fails in the next worker.
  const undeleted = hasStopped ? deleting.filter(service.exists) : deleting;
  const known = lists.flatMap(({ madeBefore, ...list }) => [
    list,
    ...(hasStopped ? [{ ...list, since: [...madeBefore, ...list.since] }] : []),
  ]);
  const listsWithoutPrivate = known.map(({ since, ...list }) => ({
    ...list,
    since: since.filter(({ id }) => actual.ids.includes(id) || !isMadeHere(id)),
  }));
  const expected = [deleting, uncertain, undeleted].flatMap((ids) =>
    [...known, ...(hasPrivateWindow ? listsWithoutPrivate : [])].flatMap(({ since, ...list }) => {
      const isPossible = ({ id, fact, isCertain }: ReportFact) => {
        if (fact === 'made' || fact === 'found') return true;
        // An unconfirmed 404 changes nothing.
        return !ids.includes(id) && (isCertain || !actual.ids.includes(id));
      };
      const facts = since.filter(isPossible);
      // A 404 may take effect only after its confirmation.
      const certain = facts.filter(({ isCertain }) => isCertain);
      const uncertainFacts = facts.filter(({ isCertain }) => !isCertain);
      // A page adds private reports to the list on disk, which may contain later outcomes.
      const ofDisk = facts.filter(({ id }) => !madePrivately.has(id));
      const added = facts.filter(({ id }) => madePrivately.has(id));
      // The page may apply deletions of private reports before creations of private reports.
      const isCreated = ({ fact }: ReportFact) => fact === 'made' || fact === 'found';
      const removedFirst = added.toSorted(
        (one, other) => Number(isCreated(one)) - Number(isCreated(other)),
      );
      const orders = [
        facts,
        [...certain, ...uncertainFacts],
        [...ofDisk, ...added],
        [...ofDisk, ...removedFirst],
      ];
      return orders.map((order) => expectedRows({ ...list, since: order }, isOurs, positionOf));
    }),
  );
  // Before another list, the order of two found reports is unknown. Ids that are words have no order.
  const isOrderUnknown =
    world.scenario.traits.ids === 'words' ||
    lists.some(({ since }) => since.some(({ fact }) => fact === 'found'));
  const inOrder = (ids: string[]) => (isOrderUnknown ? ids.toSorted() : ids);
  const matchesActual = ({ ids, minTotal, maxTotal }: (typeof expected)[number]) =>
    isDeepStrictEqual(inOrder(actual.ids), inOrder(ids)) &&
    (minTotal === null || maxTotal === null
      ? actual.total === null
      : actual.total !== null && actual.total >= minTotal && actual.total <= maxTotal);
  if (expected.some(matchesActual)) return [];
  // A lookup may have found the report of another operation, which the end of the browser has removed.
  const isOfPrivateWindow =
    world.browser.counts.starts > 0 && world.person.requested.some(({ isPrivate }) => isPrivate);
  // The product orders answers by the clock.
  if (lists.some(({ isAfterSetback }) => isAfterSetback)) {
    return excuse('the clock was set back before a list was read', 1);
  }
  return isOfPrivateWindow
    ? excuse('a private window was used when the browser ended', 1)
    : [`shown is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected[0])}`];
}
