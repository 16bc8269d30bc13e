import { isReportGone } from '@/lib/failure';
import type { Report, ReportDetails, ReportList } from '@/lib/report/report';
import { isFiltered, isNewestFirst } from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';
import type { VirtualTime } from './virtual-time';
import type { RequestedPage, SentRequest } from './worker';

/** Facts about reports in the answers that reached a worker. */
export type AnswerLog = ReturnType<typeof createAnswerLog>;

/** A newest list that a worker has read. */
export interface LoggedList {
  perPage: number;
  reports: readonly Report[];
  total: number | null;
  nextPage: number | null;
  /** Whether the clock was set back before the answer. */
  isAfterClockSetback: boolean;
  /** The facts after the request, in order. */
  laterFacts: readonly ReportFact[];
  /** The deletions before the request. */
  earlierDeletions: readonly ReportFact[];
  /** The 404 answers to deletions and reads before the request. */
  earlier404s: readonly ReportFact[];
  /** The creations before the request. The next worker may find these reports again. */
  earlierCreations: readonly ReportFact[];
}

export interface ReportFact {
  reportId: string;
  /**
   * - `created`: the answer to a creation contained the report.
   * - `found`: a list contained the report for the first time.
   * - `deleted`, `gone`: the answer to a deletion or a read says that the report does not exist.
   */
  kind: 'created' | 'found' | 'deleted' | 'gone';
  /** Whether the answer alone proves the fact. A 404 needs a confirmation by another answer. */
  isCertain: boolean;
  /** Position in the order of all requests and answers. */
  position: number;
  /** Milliseconds since the start of the scenario. */
  at: number;
}

interface RequestTime {
  position: number;
  at: number;
  /** The time by the clock, ISO 8601. */
  readAt: string;
}

/**
 * Facts within this time of a request may precede or follow the request. The clock of a connection may be a
 * few milliseconds ahead.
 */
const SIMULTANEOUS_MS = 10;

type NewestList = RequestTime &
  Omit<LoggedList, 'laterFacts' | 'earlierDeletions' | 'earlier404s' | 'earlierCreations'>;

/** @param exists whether the service has a report */
export function createAnswerLog(time: VirtualTime, exists: (reportId: string) => boolean) {
  const requestTimes = new Map<SentRequest, RequestTime>();
  const newestLists: NewestList[] = [];
  const facts: ReportFact[] = [];
  const idsInAnswers = new Set<string>();
  let position = 0;
  let largestClockLead = Number.NEGATIVE_INFINITY;

  /** Returns the difference between the clock and the scenario's time. */
  function clockLead(): number {
    return time.now() - time.elapsed();
  }

  function addFact(reportId: string, kind: ReportFact['kind'], isCertain = true): void {
    idsInAnswers.add(reportId);
    facts.push({ reportId, kind, isCertain, position, at: time.elapsed() });
  }

  function logList(sent: SentRequest, { reports, total, next }: ReportList): void {
    const { page, ...query } = sent.content as RequestedPage;
    const requestTime = requestTimes.get(sent);
    if (requestTime && page === 1 && isNewestFirst(query) && !isFiltered(query)) {
      newestLists.push({
        ...requestTime,
        perPage: query.perPage,
        reports,
        total,
        nextPage: next,
        isAfterClockSetback: clockLead() < largestClockLead,
      });
    }
    for (const { id } of reports) if (!idsInAnswers.has(id)) addFact(id, 'found');
  }

  /** Returns the list once for each possible order of the list's request and simultaneous facts. */
  function inEachOrder(list: NewestList): LoggedList[] {
    const simultaneous = facts.filter(({ at }) => Math.abs(at - list.at) <= SIMULTANEOUS_MS);
    const others = facts.filter((fact) => !simultaneous.includes(fact));
    const earlier = others.filter((fact) => fact.position < list.position);
    const later = others.filter((fact) => fact.position > list.position);
    const lists: LoggedList[] = [];
    for (let start = 0; start <= simultaneous.length; start += 1) {
      lists.push({
        ...list,
        laterFacts: [...simultaneous.slice(start), ...later],
        earlierDeletions: earlier.filter(({ kind }) => kind === 'deleted'),
        earlier404s: earlier.filter(({ isCertain }) => !isCertain),
        earlierCreations: earlier.filter(({ kind }) => kind === 'created'),
      });
    }
    return lists;
  }

  return {
    logRequest(sent: SentRequest): void {
      position += 1;
      largestClockLead = Math.max(largestClockLead, clockLead());
      requestTimes.set(sent, {
        position,
        at: sent.at,
        readAt: new Date(time.now()).toISOString(),
      });
    },
    logAnswer(sent: SentRequest, result: Result<unknown>): void {
      position += 1;
      const { verb, target } = sent;
      if (hasFailed(result)) {
        const is404 = (verb === 'remove' || verb === 'get') && isReportGone(result.failure);
        if (is404 && !exists(target)) addFact(target, verb === 'get' ? 'gone' : 'deleted', false);
        return;
      }
      if (verb === 'list') logList(sent, result.value as ReportList);
      if (verb === 'remove') addFact(target, 'deleted');
      const created = verb === 'create' ? (result.value as ReportDetails | null) : null;
      if (created) addFact(created.id, 'created');
    },
    containsReport: (reportId: string) => idsInAnswers.has(reportId),
    /**
     * Returns each newest list that was requested at `readAt`, once for each possible order of the
     * request and the simultaneous facts.
     * @param readAt ISO 8601
     */
    listsReadAt(readAt: string, perPage: number): LoggedList[] {
      return newestLists
        .filter((list) => list.readAt === readAt && list.perPage === perPage)
        .flatMap(inEachOrder);
    },
  };
}

/** The reports that pages should show. */
export interface ExpectedList {
  ids: string[];
  /** Null if the service sends no total. */
  minTotal: number | null;
  maxTotal: number | null;
}

/**
 * Applies the later facts to a list.
 * @param isOutcomeOfJob whether a report in a list is the outcome of a job
 * @param isLaterOutcome whether a report is the outcome of a job that ended after the list's request
 * @param positionOf position of a report in the order of creation
 */
export function expectedList(
  list: Omit<LoggedList, 'earlier404s' | 'earlierCreations' | 'isAfterClockSetback'>,
  isOutcomeOfJob: (reportId: string) => boolean,
  isLaterOutcome: (reportId: string) => boolean,
  positionOf: (reportId: string) => number,
): ExpectedList {
  let ids = list.reports.map(({ id }) => id);
  let hasMorePages = list.nextPage !== null;
  let minTotal = list.total;
  let maxTotal = list.total;
  const changeTotal = (minChange: number, maxChange: number) => {
    if (minTotal !== null) minTotal += minChange;
    if (maxTotal !== null) maxTotal += maxChange;
  };
  const listedIds = new Set(ids);
  const createdIds = new Set(
    list.laterFacts.flatMap(({ reportId, kind }) => (kind === 'created' ? reportId : [])),
  );
  const deletedIds = new Set(list.earlierDeletions.map(({ reportId }) => reportId));
  for (const { reportId, kind } of list.laterFacts) {
    const isListed = ids.includes(reportId);
    // A second deletion of a report, for example by the next worker, may or may not change the total.
    if (deletedIds.has(reportId)) {
      changeTotal(-1, 0);
      continue;
    }
    if (kind === 'created' || kind === 'found') {
      if (isListed || (kind === 'found' && !isOutcomeOfJob(reportId))) continue;
      hasMorePages ||= ids.length >= list.perPage;
      // Answers may arrive in another order than the creations.
      const newestFirst = [reportId, ...ids].sort(
        (one, other) => positionOf(other) - positionOf(one),
      );
      ids = newestFirst.slice(0, list.perPage);
      // The creation of a listed report may end by a lookup after newer reports have filled the page. The
      // extension page then counts the report again, because no row shows that the list contains the report.
      const removedIds = newestFirst.slice(list.perPage);
      const isCountedAgain = (id: string) =>
        listedIds.has(id) && isLaterOutcome(id) && !createdIds.has(id);
      changeTotal(0, removedIds.filter(isCountedAgain).length);
      // The total of the list may already contain a report that is found later.
      changeTotal(kind === 'found' ? 0 : 1, 1);
      continue;
    }
    deletedIds.add(reportId);
    if (isListed) {
      ids = ids.filter((id) => id !== reportId);
      changeTotal(-1, -1);
    } else if (hasMorePages) {
      // The report is on another page of the list. A report that is gone may already be missing in the total.
      changeTotal(-1, kind === 'gone' ? 0 : -1);
    }
  }
  return { ids, minTotal, maxTotal };
}
