import { isDeepStrictEqual } from 'node:util';
import { createdReportId, removedReportId } from '@/lib/jobs/job';
import type { RecentOperation } from '@/lib/jobs/types';
import { type ExpectedList, expectedList, type LoggedList, type ReportFact } from './answer-log';
import type { Service } from './service';
import type { Simulation } from './simulation';
import { tolerate } from './tolerated-violations';

interface ShownList {
  ids: string[];
  total: number | null;
}

/** A list with the facts that pages have possibly applied. */
type ListWithFacts = Omit<LoggedList, 'earlierCreations'>;

/** Returns a violation if the shown reports differ from the newest list and the facts after its request. */
export async function shownListViolations(simulation: Simulation): Promise<string[]> {
  const { person, browser, scenario, answerLog } = simulation;
  const { connection, queue } = await simulation.readSharedState();
  // If the person confused the accounts, the outcomes may be of another account than the newest list.
  const hasConfusedAccounts = person.hasSplitAccount() || person.hasMixedAccounts();
  if (!connection?.newest || hasConfusedAccounts) return [];
  const { recentOperations } = queue;
  const newestList = await simulation.readNewestList();
  const hasPrivateWindow = scenario.steps.some((step) => 'isPrivate' in step && step.isPrivate);
  // The stored list lacks reports of private operations, so a page reads the list again.
  if (newestList === null && hasPrivateWindow) return [];
  const { mergedUpTo, readAt, perPage } = connection.newest;
  const loggedLists = answerLog.listsReadAt(readAt, perPage);
  const privatelyCreated = privatelyCreatedIds(recentOperations);
  const latestEnd = latestEndOnDisk(recentOperations, privatelyCreated);
  if (mergedUpTo < latestEnd || newestList === null || loggedLists.length === 0) {
    return ['the shared state lacks the latest outcomes'];
  }

  const shown: ShownList = {
    ids: newestList.reports.map(({ id }) => id),
    total: newestList.total,
  };
  const lists = possibleLists(simulation, loggedLists, shown, { hasPrivateWindow });
  const expectedLists = await allExpectedLists(simulation, lists, shown, privatelyCreated);

  // Only a later list determines the order of found reports. Only numeric ids have an order.
  const isOrderKnown =
    scenario.traits.ids !== 'nonNumeric' &&
    !loggedLists.some(({ laterFacts }) => laterFacts.some(({ kind }) => kind === 'found'));
  if (expectedLists.some((expected) => isSameList(shown, expected, isOrderKnown))) return [];
  if (loggedLists.some(({ isAfterClockSetback }) => isAfterClockSetback)) {
    // The extension orders answers by the clock.
    return tolerate('the clock was set back before a list was read', 1);
  }
  if (browser.counts.browserStarts > 0 && person.requested.some(({ isPrivate }) => isPrivate)) {
    // A lookup may have found the report of a private operation, which ended with the browser.
    return tolerate('a private window was used when the browser ended', 1);
  }
  return [`shown is ${JSON.stringify(shown)} instead of ${JSON.stringify(expectedLists[0])}`];
}

/**
 * Returns the logged lists, each in several variants: with facts that a new worker adds, and without facts
 * that a private window hides.
 */
function possibleLists(
  { browser, service }: Simulation,
  loggedLists: readonly LoggedList[],
  shown: ShownList,
  { hasPrivateWindow }: { hasPrivateWindow: boolean },
): ListWithFacts[] {
  const lists: ListWithFacts[] = [...loggedLists];
  if (browser.counts.workerStops > 0) {
    const withEarlierCreations = loggedLists.map((list) => ({
      ...list,
      // The next worker finds only the reports whose answers the last worker has not stored.
      laterFacts: [
        ...list.earlierCreations.filter(({ reportId }) => shown.ids.includes(reportId)),
        ...list.laterFacts,
      ],
    }));
    lists.push(...withEarlierCreations);
    // A worker may stop before it stores the answer to a deletion. Only the repeated deletion then counts.
    lists.push(
      ...lists.map((list) => ({ ...list, laterFacts: withLastDeletions(list.laterFacts) })),
    );
  }
  if (!hasPrivateWindow) return lists;
  const withoutPrivateReports = lists.map((list) => ({
    ...list,
    laterFacts: list.laterFacts.filter(
      ({ reportId }) => shown.ids.includes(reportId) || !isCreatedInScenario(service, reportId),
    ),
  }));
  return [...lists, ...withoutPrivateReports];
}

/** Returns the facts with only the last deletion of each report. */
function withLastDeletions(facts: readonly ReportFact[]): ReportFact[] {
  const isRepeated = ({ reportId }: ReportFact, index: number) =>
    facts.slice(index + 1).some((later) => later.kind === 'deleted' && later.reportId === reportId);
  return facts.filter((fact, index) => fact.kind !== 'deleted' || !isRepeated(fact, index));
}

/** Applies the facts to each list, in each possible order and with each possible set of ignored facts. */
async function allExpectedLists(
  simulation: Simulation,
  lists: readonly ListWithFacts[],
  shown: ShownList,
  privatelyCreated: ReadonlySet<string>,
): Promise<ExpectedList[]> {
  const { service } = simulation;
  const { connection, queue } = await simulation.readSharedState();
  const requestedAt = connection?.newest?.requestedAt ?? 0;
  const laterOperations = queue.recentOperations.filter(({ endedAt }) => endedAt > requestedAt);
  const deletedLater = new Set(
    laterOperations.flatMap((recent) =>
      recent.operation.subject.kind === 'delete' ? (removedReportId(recent) ?? []) : [],
    ),
  );
  const createdLater = new Set(laterOperations.map(createdReportId));
  // The end of the browser removes the outcomes of reports that the list still shows.
  const idsOfOutcomes = new Set([
    ...queue.recentOperations.flatMap((recent) => createdReportId(recent) ?? []),
    ...shown.ids,
  ]);
  const isOutcomeOfJob = (id: string) => idsOfOutcomes.has(id) && isCreatedInScenario(service, id);
  const positionOf = (id: string) => service.rows.findIndex(({ report }) => report.id === id);
  const expectedLists: ExpectedList[] = [];
  for (const ignoredIds of await possiblyIgnoredDeletions(simulation)) {
    for (const list of lists) {
      // The list may have been requested between a 404 and its confirmation, which ends the deletion. The 404
      // answers the deletion, or the read after an unclear answer to the deletion.
      const confirmedLater = list.earlier404s.filter(
        ({ reportId }, index) =>
          deletedLater.has(reportId) &&
          list.earlier404s.findIndex((fact) => fact.reportId === reportId) === index,
      );
      const facts = [...confirmedLater, ...list.laterFacts].filter((fact) =>
        mayHaveEffect(fact, ignoredIds, shown.ids),
      );
      for (const laterFacts of possibleOrders(facts, privatelyCreated)) {
        expectedLists.push(
          expectedList(
            { ...list, laterFacts },
            isOutcomeOfJob,
            (id) => createdLater.has(id),
            positionOf,
          ),
        );
      }
    }
  }
  return expectedLists;
}

function isCreatedInScenario({ rows }: Service, reportId: string): boolean {
  return rows.some(({ report, draft }) => report.id === reportId && draft !== undefined);
}

function privatelyCreatedIds(recentOperations: readonly RecentOperation[]): ReadonlySet<string> {
  return new Set(
    recentOperations.flatMap((recent) => (recent.isPrivate ? (createdReportId(recent) ?? []) : [])),
  );
}

/** Returns the latest end of an operation that the list on disk must include. */
function latestEndOnDisk(
  recentOperations: readonly RecentOperation[],
  privatelyCreated: ReadonlySet<string>,
): number {
  // The list on disk contains private reports only after a later list.
  const latest = recentOperations.findLast(
    (recent) => !recent.isPrivate && !privatelyCreated.has(removedReportId(recent) ?? ''),
  );
  return latest?.endedAt ?? 0;
}

/** Returns sets of report ids. The shown list may ignore the deletions of one of these sets. */
async function possiblyIgnoredDeletions(simulation: Simulation): Promise<string[][]> {
  const { singles } = await simulation.readShownQueue();
  const openDeletions = singles.flatMap(({ first: { subject } }) =>
    subject.kind === 'delete' ? subject.report.id : [],
  );
  if (simulation.browser.counts.workerStops === 0) return [openDeletions];
  // A person may have paused these batches, or removed them from the list.
  const deletionsOfBatches = simulation.person.requested.flatMap(({ batchId, request }) =>
    batchId !== null && request.kind === 'delete' ? request.report.id : [],
  );
  return [
    openDeletions,
    // A deletion may have succeeded before the worker stopped, and may then fail in the next worker.
    [...openDeletions, ...deletionsOfBatches],
    // The list on disk may lack a deleted report whose deletion fails in the next worker.
    openDeletions.filter(simulation.service.exists),
  ];
}

function mayHaveEffect(
  { reportId, kind, isCertain }: ReportFact,
  ignoredIds: readonly string[],
  shownIds: readonly string[],
): boolean {
  if (kind === 'created' || kind === 'found') return true;
  // An unconfirmed 404 changes nothing.
  return !ignoredIds.includes(reportId) && (isCertain || !shownIds.includes(reportId));
}

/** Returns the orders in which an extension page may apply facts. */
function possibleOrders(
  facts: readonly ReportFact[],
  privatelyCreated: ReadonlySet<string>,
): ReportFact[][] {
  // A 404 may take effect only after its confirmation.
  const certain = facts.filter(({ isCertain }) => isCertain);
  const uncertain = facts.filter(({ isCertain }) => !isCertain);
  // A page adds private reports to the list on disk, which may contain later outcomes.
  const privateFacts = facts.filter(({ reportId }) => privatelyCreated.has(reportId));
  const otherFacts = facts.filter(({ reportId }) => !privatelyCreated.has(reportId));
  // The page may apply deletions of private reports before creations of private reports.
  const isAddition = ({ kind }: ReportFact) => kind === 'created' || kind === 'found';
  const additions = privateFacts.filter(isAddition);
  const removals = privateFacts.filter((fact) => !isAddition(fact));
  return [
    [...facts],
    [...certain, ...uncertain],
    [...otherFacts, ...privateFacts],
    [...otherFacts, ...removals, ...additions],
  ];
}

function isSameList(shown: ShownList, expected: ExpectedList, isOrderKnown: boolean): boolean {
  const comparable = (ids: string[]) => (isOrderKnown ? ids : ids.toSorted());
  if (!isDeepStrictEqual(comparable(shown.ids), comparable(expected.ids))) return false;
  const { minTotal, maxTotal } = expected;
  if (minTotal === null || maxTotal === null) return shown.total === null;
  return shown.total !== null && shown.total >= minTotal && shown.total <= maxTotal;
}
