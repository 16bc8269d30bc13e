import { isReportGone } from '@/lib/failure';
import type { Report, ReportDetails, ReportList } from '@/lib/report/report';
import { isFiltered, isNewestFirst } from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';
import type { VirtualTime } from './virtual-time';
import type { AskedList, Sent } from './worker';

/** What the browser has heard of reports, by the answers that reached a worker. */
export type Heard = ReturnType<typeof createHeard>;

/** The newest reports as a list showed them, and what was heard since it was asked for. */
export interface HeardList {
  perPage: number;
  reports: readonly Report[];
  total: number | null;
  next: number | null;
  /** Whether the clock was set back before its answer. */
  isAfterSetback: boolean;
  since: readonly HeardReport[];
  /** Ids of the reports that were deleted before. */
  deletedBefore: readonly string[];
  /** What was made before, and may have been found again by the worker after one that was stopped. */
  madeBefore: readonly HeardReport[];
}

export interface HeardReport {
  id: string;
  /**
   * What an answer said: the report was made, a search found it for the first time, it was deleted, or a
   * read met that it is no more.
   */
  said: 'made' | 'found' | 'deleted' | 'gone';
  /** In the order of all requests and answers. */
  place: number;
  /** In milliseconds since the history's start. */
  at: number;
}

interface Begun {
  place: number;
  at: number;
  readAt: string;
}

type NewestList = Omit<HeardList, 'since' | 'deletedBefore' | 'madeBefore'> & Begun;

/** Makes what is heard, of which nothing was asked yet. */
export function createHeard(time: VirtualTime) {
  const asked = new Map<Sent, Begun>();
  const lists: NewestList[] = [];
  const reports: HeardReport[] = [];
  const known = new Set<string>();
  let place = 0;
  /** How far the clock was ahead of the history's time at the most. */
  let mostAhead = Number.NEGATIVE_INFINITY;
  const ahead = () => time.now() - time.elapsed();

  function note(id: string, said: HeardReport['said']): void {
    known.add(id);
    reports.push({ id, said, place, at: time.elapsed() });
  }

  function noteList(sent: Sent, { reports: rows, total, next }: ReportList): void {
    const { page, ...query } = sent.what as AskedList;
    const begun = asked.get(sent);
    if (begun && page === 1 && isNewestFirst(query) && !isFiltered(query)) {
      const isAfterSetback = ahead() < mostAhead;
      const { perPage } = query;
      lists.push({ ...begun, perPage, reports: rows, total, next, isAfterSetback });
    }
    for (const { id } of rows) if (!known.has(id)) note(id, 'found');
  }

  return {
    ask(sent: Sent): void {
      place += 1;
      mostAhead = Math.max(mostAhead, ahead());
      asked.set(sent, {
        ...{ place, at: sent.at, readAt: new Date(time.now()).toISOString() },
      });
    },
    answer(sent: Sent, outcome: Result<unknown>): void {
      place += 1;
      const { verb, about } = sent;
      if (hasFailed(outcome)) {
        const isTold = (verb === 'remove' || verb === 'get') && isReportGone(outcome.failure);
        if (isTold) note(about, verb === 'get' ? 'gone' : 'deleted');
      } else if (verb === 'list') noteList(sent, outcome.value as ReportList);
      else if (verb === 'remove') note(about, 'deleted');
      else if (verb === 'create' && outcome.value)
        note((outcome.value as ReportDetails).id, 'made');
    },
    /** Whether any answer has shown a report. */
    knows: (id: string) => known.has(id),
    /**
     * The list that was asked for at a time, ISO 8601. Of what was heard in that very moment nobody can
     * tell by the clock whether it was before.
     */
    lists(readAt: string, perPage: number): HeardList[] {
      const list = lists.findLast((one) => one.readAt === readAt && one.perPage === perPage);
      if (list === undefined) return [];
      // The clock of a connection may run a few milliseconds ahead.
      const then = reports.filter(({ at }) => Math.abs(at - list.at) <= 10);
      const later = reports.filter((one) => one.place > list.place && !then.includes(one));
      const before = reports.filter((one) => one.place < list.place && !then.includes(one));
      const deletedBefore = before.flatMap(({ id, said }) => (said === 'deleted' ? id : []));
      const madeBefore = before.filter(({ said }) => said === 'made');
      const cuts = Array.from({ length: then.length + 1 }, (_, cut) => then.slice(cut));
      return cuts.map((of) => ({ ...list, since: [...of, ...later], deletedBefore, madeBefore }));
    },
  };
}

/**
 * What pages are to show of a list by now: the ids of the rows, and how many there are in all, at the least
 * and at the most.
 * @param isOurs whether a report that a search has found is what a task has become
 * @param placeOf the place of a report among all, in the order in which they were made
 */
export function expectedRows(
  {
    perPage,
    reports,
    total,
    next,
    since,
    deletedBefore,
  }: Omit<HeardList, 'madeBefore' | 'isAfterSetback'>,
  isOurs: (id: string) => boolean,
  placeOf: (id: string) => number,
) {
  let ids = reports.map(({ id }) => id);
  let isPart = next !== null;
  let [least, most] = [total, total];
  const count = (fewer: number, more = fewer) => {
    if (least !== null) least += fewer;
    if (most !== null) most += more;
  };
  const deleted = new Set(deletedBefore);
  for (const { id, said } of since) {
    const isThere = ids.includes(id);
    // What is deleted once more, as by the worker after one that was stopped, may be counted so.
    if (deleted.has(id)) {
      count(-1, 0);
      continue;
    }
    if (said === 'deleted' || said === 'gone') deleted.add(id);
    if (said === 'made' || said === 'found') {
      if (isThere || (said === 'found' && !isOurs(id))) continue;
      isPart ||= ids.length >= perPage;
      const all = [id, ...ids];
      // An answer may come after those of reports that were made later.
      all.sort((one, other) => placeOf(other) - placeOf(one));
      ids = all.slice(0, perPage);
      // The list may have counted one that was found late.
      count(said === 'found' ? 0 : 1, 1);
    } else if (isThere) {
      ids = ids.filter((other) => other !== id);
      count(-1);
    } else if (isPart) {
      // It is counted where a deletion has met it, and may have been gone before the list.
      count(-1, said === 'gone' ? 0 : -1);
    }
  }
  return { ids, least, most };
}
