import { isReportGone } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Report, ReportDetails, ReportList } from '@/lib/report/report';
import { isFiltered, isNewestFirst } from '@/lib/report/report-query';
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
  since: readonly HeardReport[];
}

/** What an answer said of a report: that it was made or is no more, or a search found it for the first time. */
interface HeardReport {
  id: string;
  said: 'made' | 'found' | 'gone';
  /** In the order of all requests and answers. */
  place: number;
}

interface NewestList extends Omit<HeardList, 'since'> {
  place: number;
  readAt: string;
}

/** Makes what is heard, of which nothing was asked yet. */
export function createHeard(time: VirtualTime) {
  const asked = new Map<Sent, { place: number; readAt: string }>();
  const lists: NewestList[] = [];
  const reports: HeardReport[] = [];
  const known = new Set<string>();
  let place = 0;

  function note(id: string, said: HeardReport['said']): void {
    known.add(id);
    reports.push({ id, said, place });
  }

  function noteList(sent: Sent, { reports: rows, total, next }: ReportList): void {
    const { page, ...query } = sent.what as AskedList;
    const begun = asked.get(sent);
    if (begun && page === 1 && isNewestFirst(query) && !isFiltered(query)) {
      lists.push({ ...begun, perPage: query.perPage, reports: rows, total, next });
      for (const { id } of rows) known.add(id);
    }
    for (const { id } of rows) if (!known.has(id)) note(id, 'found');
  }

  return {
    ask(sent: Sent): void {
      place += 1;
      asked.set(sent, { place, readAt: new Date(time.now()).toISOString() });
    },
    answer(sent: Sent, outcome: Outcome<unknown>): void {
      place += 1;
      const { verb, about } = sent;
      if (hasFailed(outcome)) {
        const isTold = (verb === 'remove' || verb === 'get') && isReportGone(outcome.failure);
        if (isTold) note(about, 'gone');
      } else if (verb === 'list') noteList(sent, outcome.value as ReportList);
      else if (verb === 'remove') note(about, 'gone');
      else if (verb === 'create' && outcome.value)
        note((outcome.value as ReportDetails).id, 'made');
    },
    /** Whether any answer has shown a report. */
    knows: (id: string) => known.has(id),
    /** The list that was asked for at a time, ISO 8601. */
    list(readAt: string, perPage: number): HeardList | undefined {
      const list = lists.findLast((one) => one.readAt === readAt && one.perPage === perPage);
      return list && { ...list, since: reports.filter((one) => one.place > list.place) };
    },
  };
}

/**
 * What pages are to show of a list by now: the ids of the rows, and how many there are in all.
 * @param isOurs whether a report that a search has found is what a task has become
 */
export function expectedRows(
  { perPage, reports, total, next, since }: HeardList,
  isOurs: (id: string) => boolean,
) {
  let ids = reports.map(({ id }) => id);
  let count = total;
  for (const { id, said } of since) {
    const isGone = said === 'gone';
    const isThere = ids.includes(id);
    if (isGone) ids = ids.filter((other) => other !== id);
    else if (!isThere && (said === 'made' || isOurs(id))) ids = [id, ...ids].slice(0, perPage);
    else continue;
    if (count !== null && !isGone) count += 1;
    if (count !== null && isGone && (isThere || next !== null)) count -= 1;
  }
  return { ids, total: count };
}
