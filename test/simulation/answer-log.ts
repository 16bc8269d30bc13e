import { isReportGone } from '@/lib/failure';
import type { Report, ReportDetails, ReportList } from '@/lib/report/report';
import { isFiltered, isNewestFirst } from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';
import type { VirtualTime } from './virtual-time';
import type { RequestedPage, Sent } from './worker';

/** A log of the facts about reports in the answers that reached a worker. */
export type AnswerLog = ReturnType<typeof createAnswerLog>;

/** A newest list that a worker has read, with the facts after its request. */
export interface LoggedList {
  perPage: number;
  reports: readonly Report[];
  total: number | null;
  next: number | null;
  /** Whether the clock was set back before the answer. */
  isAfterSetback: boolean;
  /** The facts after the request. */
  since: readonly ReportFact[];
  /** Ids of the reports that were deleted before the request. */
  deletedBefore: readonly string[];
  /** The creations before the request. After a worker stop, the next worker may find these reports again. */
  madeBefore: readonly ReportFact[];
}

export interface ReportFact {
  id: string;
  /**
   * - `made`: the answer to a creation contained the report.
   * - `found`: a list contained the report for the first time.
   * - `deleted`, `gone`: the answer to a deletion or a read says that the report does not exist.
   */
  fact: 'made' | 'found' | 'deleted' | 'gone';
  /** Whether the answer alone proves the fact. A 404 needs a confirmation by another answer. */
  isCertain: boolean;
  /** Position in the order of all requests and answers. */
  position: number;
  /** Milliseconds since the start of the scenario. */
  at: number;
}

interface SentRequest {
  position: number;
  at: number;
  readAt: string;
}

type NewestList = Omit<LoggedList, 'since' | 'deletedBefore' | 'madeBefore'> & SentRequest;

/**
 * @param exists whether the service has a report
 */
export function createAnswerLog(time: VirtualTime, exists: (reportId: string) => boolean) {
  const requests = new Map<Sent, SentRequest>();
  const lists: NewestList[] = [];
  const reports: ReportFact[] = [];
  const known = new Set<string>();
  let position = 0;
  /** The largest difference so far between the clock and the scenario's time. */
  let largestLead = Number.NEGATIVE_INFINITY;
  const clockLead = () => time.now() - time.elapsed();

  function note(id: string, fact: ReportFact['fact'], isCertain = true): void {
    known.add(id);
    reports.push({ id, fact, isCertain, position, at: time.elapsed() });
  }

  function noteList(sent: Sent, { reports: rows, total, next }: ReportList): void {
    const { page, ...query } = sent.what as RequestedPage;
    const request = requests.get(sent);
    if (request && page === 1 && isNewestFirst(query) && !isFiltered(query)) {
      const isAfterSetback = clockLead() < largestLead;
      const { perPage } = query;
      lists.push({ ...request, perPage, reports: rows, total, next, isAfterSetback });
    }
    for (const { id } of rows) if (!known.has(id)) note(id, 'found');
  }

  /** Returns the list once for each possible order of its request and the facts of the same moment. */
  function withLaterFacts(list: NewestList): LoggedList[] {
    // The clock of a connection may be a few milliseconds ahead.
    const simultaneous = reports.filter(({ at }) => Math.abs(at - list.at) <= 10);
    const later = reports.filter(
      (one) => one.position > list.position && !simultaneous.includes(one),
    );
    const before = reports.filter(
      (one) => one.position < list.position && !simultaneous.includes(one),
    );
    const deletedBefore = before.flatMap(({ id, fact }) => (fact === 'deleted' ? id : []));
    const madeBefore = before.filter(({ fact }) => fact === 'made');
    // The last facts of the moment: none, one, two and so on.
    const endings = Array.from({ length: simultaneous.length + 1 }, (_, start) =>
      simultaneous.slice(start),
    );
    return endings.map((ending) => ({
      ...list,
      since: [...ending, ...later],
      deletedBefore,
      madeBefore,
    }));
  }

  return {
    noteRequest(sent: Sent): void {
      position += 1;
      largestLead = Math.max(largestLead, clockLead());
      requests.set(sent, {
        position,
        at: sent.at,
        readAt: new Date(time.now()).toISOString(),
      });
    },
    noteAnswer(sent: Sent, outcome: Result<unknown>): void {
      position += 1;
      const { verb, about } = sent;
      if (hasFailed(outcome)) {
        const is404 = (verb === 'remove' || verb === 'get') && isReportGone(outcome.failure);
        if (is404 && !exists(about)) note(about, verb === 'get' ? 'gone' : 'deleted', false);
      } else if (verb === 'list') noteList(sent, outcome.value as ReportList);
      else if (verb === 'remove') note(about, 'deleted');
      else if (verb === 'create' && outcome.value)
        note((outcome.value as ReportDetails).id, 'made');
    },
    knows: (id: string) => known.has(id),
    /**
     * Returns the lists that were requested at a time (ISO 8601). The clock cannot tell whether other facts
     * of this moment precede the request. So each list is returned once for each possible order.
     */
    lists(readAt: string, perPage: number): LoggedList[] {
      return lists
        .filter((one) => one.readAt === readAt && one.perPage === perPage)
        .flatMap(withLaterFacts);
    },
  };
}

/**
 * Returns the ids of the rows that pages should show, with the smallest and the largest possible total.
 * @param isOurs whether a report in a list is the outcome of a job
 * @param positionOf position of a report in the order of creation
 */
export function expectedRows(
  {
    perPage,
    reports,
    total,
    next,
    since,
    deletedBefore,
  }: Omit<LoggedList, 'madeBefore' | 'isAfterSetback'>,
  isOurs: (id: string) => boolean,
  positionOf: (id: string) => number,
) {
  let ids = reports.map(({ id }) => id);
  let hasMorePages = next !== null;
  let minTotal = total;
  let maxTotal = total;
  const changeTotal = (minChange: number, maxChange = minChange) => {
    if (minTotal !== null) minTotal += minChange;
    if (maxTotal !== null) maxTotal += maxChange;
  };
  const deleted = new Set(deletedBefore);
  for (const { id, fact } of since) {
    const isListed = ids.includes(id);
    // The product may count a second deletion of a report, for example by the next worker, or not.
    if (deleted.has(id)) {
      changeTotal(-1, 0);
      continue;
    }
    if (fact === 'deleted' || fact === 'gone') deleted.add(id);
    if (fact === 'made' || fact === 'found') {
      if (isListed || (fact === 'found' && !isOurs(id))) continue;
      hasMorePages ||= ids.length >= perPage;
      const all = [id, ...ids];
      // Answers may arrive in another order than the creations.
      all.sort((one, other) => positionOf(other) - positionOf(one));
      ids = all.slice(0, perPage);
      // The total of the list may already contain a report that is found later.
      changeTotal(fact === 'found' ? 0 : 1, 1);
    } else if (isListed) {
      ids = ids.filter((other) => other !== id);
      changeTotal(-1);
    } else if (hasMorePages) {
      // A deletion of a report on another page reduces the total. A report that is gone may have been gone
      // before the list.
      changeTotal(-1, fact === 'gone' ? 0 : -1);
    }
  }
  return { ids, minTotal, maxTotal };
}
