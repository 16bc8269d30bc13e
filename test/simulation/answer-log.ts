import { isReportGone } from '@/lib/failure';
import type { Report, ReportDetails, ReportList } from '@/lib/report/report';
import { isFiltered, isNewestFirst } from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';
import type { VirtualTime } from './virtual-time';
import type { RequestedPage, Sent } from './worker';

/** The facts about reports in answers that reached a worker. */
export type AnswerLog = ReturnType<typeof createAnswerLog>;

/** A newest list as read, with the facts since its request. */
export interface LoggedList {
  perPage: number;
  reports: readonly Report[];
  total: number | null;
  next: number | null;
  /** Whether the clock was set back before its answer. */
  isAfterSetback: boolean;
  since: readonly ReportFact[];
  /** Ids of the reports that were deleted before the request. */
  deletedBefore: readonly string[];
  /** Reports created before the request. After a worker stop, the next worker may find them again. */
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
  /** Whether the worker cannot have doubted the answer. A 404 needs a confirmation. */
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
 * Returns an empty record of facts.
 * @param exists whether the service has a report
 */
export function createAnswerLog(time: VirtualTime, exists: (reportId: string) => boolean) {
  const requests = new Map<Sent, SentRequest>();
  const lists: NewestList[] = [];
  const reports: ReportFact[] = [];
  const known = new Set<string>();
  let position = 0;
  /** Largest difference so far between the clock and the scenario's time. */
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
    const cuts = Array.from({ length: simultaneous.length + 1 }, (_, cut) =>
      simultaneous.slice(cut),
    );
    return cuts.map((of) => ({ ...list, since: [...of, ...later], deletedBefore, madeBefore }));
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
    /** Whether any answer has shown a report. */
    knows: (id: string) => known.has(id),
    /**
     * Returns the lists that were requested at a time (ISO 8601), each once for each possible order of the
     * facts of that moment. The clock cannot tell whether they were before the request.
     */
    lists(readAt: string, perPage: number): LoggedList[] {
      return lists
        .filter((one) => one.readAt === readAt && one.perPage === perPage)
        .flatMap(withLaterFacts);
    },
  };
}

/**
 * Returns the rows that pages should show: their ids, and the least and the largest total.
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
  let [least, most] = [total, total];
  const changeTotal = (byAtLeast: number, byAtMost = byAtLeast) => {
    if (least !== null) least += byAtLeast;
    if (most !== null) most += byAtMost;
  };
  const deleted = new Set(deletedBefore);
  for (const { id, fact } of since) {
    const isListed = ids.includes(id);
    // A second deletion, for example by the next worker, may be counted or not.
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
      // The list may already have counted a report that was found later.
      changeTotal(fact === 'found' ? 0 : 1, 1);
    } else if (isListed) {
      ids = ids.filter((other) => other !== id);
      changeTotal(-1);
    } else if (hasMorePages) {
      // A deletion of a report that is not shown reduces the total. A report that is gone may have been
      // gone before.
      changeTotal(-1, fact === 'gone' ? 0 : -1);
    }
  }
  return { ids, least, most };
}
