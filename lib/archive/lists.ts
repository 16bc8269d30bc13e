import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Keeping } from '@/lib/private-windows';
import type { Report, ReportList } from '@/lib/report/report';
import { placeOf, type ReportPlace } from '@/lib/report/report-page';
import {
  isFiltered,
  isNewestFirst,
  isSameQuery,
  newestOf,
  type ReportQuery,
  searchText,
} from '@/lib/report/report-query';
import { createLatestWrite } from '@/lib/storage/latest-write';
import { otherSpellings } from '@/lib/url/search-spellings';
import type { archiveItems } from './archive-items';
import { isMatch, isSortedByDate } from './local-list';
import { MOST_LISTS, type StoredList } from './stored-list';

/** Keeps the stored lists in step with the service. Pages read them from the store alone. */
export interface Lists {
  /**
   * Reads a list from the service and stores it, unless the same was asked for again and answered in
   * the meantime. What was created and forgotten while the answer was on its way is merged into it.
   */
  read(readList: ListReader, query: ReportQuery, keeping: Keeping): Promise<Outcome<null>>;
  /** Stores an answer that was read elsewhere: it was asked for then, in milliseconds since the epoch. */
  take(query: ReportQuery, list: ReportList, begunAt: number): Promise<void>;
  // What became of reports, wherever they are listed. None of these rejects.
  /** A report was made. */
  add(report: Report): Promise<void>;
  /** A report is no more. */
  drop(id: string): Promise<void>;
  /** Lists reports where they are by now, and gives the places of those that were listed elsewhere. */
  move(reports: readonly Report[]): Promise<ReportPlace[]>;
}

/** Reads a list of the service. */
type ListReader = (query: ReportQuery) => Promise<Outcome<ReportList>>;

type ListItem = ReturnType<typeof archiveItems.lists>;

interface ListTools {
  ordinary: ListItem;
  /** Searches and filters that are kept in memory. */
  inMemory: ListItem;
  /** Whether a report was forgotten since an answer was asked for. */
  isForgotten(id: string, begunAt: number): boolean;
  signal: AbortSignal;
  now(): number;
}

/** The answer to a query, and how it came about. */
interface Answer extends Pick<StoredList, 'query' | 'asked'> {
  list: ReportList;
  begunAt: number;
}

/** No answer is on its way while more reports are made. */
const MOST_CREATED = 100;

/** Makes the lists of one connection. */
export function createLists(tools: ListTools): Lists {
  const { isForgotten, signal, now } = tools;
  const [ordinary, inMemory] = [tools.ordinary, tools.inMemory].map(createPlace);
  const places = [ordinary, inMemory].filter((place) => place !== undefined);
  /** The requests of each query, in their order; an answer leaves with those before it. */
  let underWay: { query: ReportQuery }[] = [];
  /** The reports that were made last, and when. */
  let created: { report: Report; at: number }[] = [];
  /** Whether the service has been seen to sort by something else when it was to sort by date. */
  let ignoresDates = false;

  /** Lists in one place of the store. */
  function createPlace(item: ListItem) {
    let lists: StoredList[] = [];
    let loading: Promise<void> | undefined;
    const write = createLatestWrite(async () => {
      if (!signal.aborted) await item.write(lists);
    });
    async function load(): Promise<void> {
      lists = (await item.read()) ?? [];
    }
    return {
      /** Stores what an edit makes of the lists; the same lists are not written again. */
      async edit(change: (lists: StoredList[]) => StoredList[]): Promise<void> {
        loading ??= load().catch((error) => {
          loading = undefined;
          throw error;
        });
        await loading;
        const changed = change(lists);
        if (changed.every((list, at) => list === lists[at])) return;
        lists = changed;
        await write();
      },
    };
  }

  async function editAll(change: (list: StoredList) => StoredList): Promise<void> {
    const edits = places.map((place) => place.edit((lists) => lists.map(change)).catch(() => {}));
    await Promise.all(edits);
  }

  /** Asks for what a query is after in the words that the service understands. */
  async function ask(readList: ListReader, query: ReportQuery): Promise<Outcome<Answer>> {
    let asked = query.sortBy === 'generated_at' && ignoresDates ? newestOf(query) : query;
    let begunAt = now();
    let outcome = await readList(asked);
    const askAgain = async (changed: ReportQuery) => {
      asked = changed;
      begunAt = now();
      outcome = await readList(asked);
    };
    for (const search of otherSpellings(searchText(query.search))) {
      if (hasFailed(outcome) || outcome.value.reports.length > 0) break;
      await askAgain({ ...asked, search });
    }
    if (!hasFailed(outcome) && !isSortedByDate(outcome.value.reports, asked)) {
      ignoresDates = true;
      await askAgain(newestOf(asked));
    }
    if (hasFailed(outcome)) return outcome;
    const list = outcome.value;
    // Where no spelling finds anything, none is right.
    const isAsAsked = asked === query || list.reports.length === 0;
    return { value: { query, asked: isAsAsked ? null : asked, list, begunAt } };
  }

  async function store({ query, asked, list, begunAt }: Answer, keeping: Keeping): Promise<void> {
    const { reports, unreadable, total, next } = list;
    const left = reports.filter(({ id }) => !isForgotten(id, begunAt));
    const answer: StoredList = {
      ...{ version: 1, query, asked, rows: left.map(placeOf), unreadable, next },
      total: sum(total, left.length - reports.length),
      readAt: new Date(begunAt).toISOString(),
    };
    const missed = created.filter(({ report, at }) => at > begunAt && !isForgotten(report.id, at));
    const merged = missed.reduce((now, { report }) => withCreated(now, report, true), answer);
    await (keeping === 'memory' ? inMemory : ordinary)?.edit((lists) => {
      const others = lists.filter((one) => !isSameQuery(one.query, query));
      return [merged, ...others].slice(0, MOST_LISTS);
    });
  }

  return {
    async read(readList, query, keeping) {
      const reading = { query };
      underWay.push(reading);
      try {
        const answer = await ask(readList, query);
        if (hasFailed(answer)) return answer;
        const at = underWay.indexOf(reading);
        if (at < 0) return { value: null };
        underWay = underWay.filter((one, index) => index > at || !isSameQuery(one.query, query));
        await store(answer.value, isFiltered(query) ? keeping : 'disk');
        return { value: null };
      } catch {
        return { failure: { code: 'notStored' } };
      } finally {
        underWay = underWay.filter((one) => one !== reading);
      }
    },
    take: (query, list, begunAt) => store({ query, asked: null, list, begunAt }, 'disk'),
    async add(report) {
      created = [...created, { report, at: now() }].slice(-MOST_CREATED);
      await editAll((list) => withCreated(list, report));
    },
    drop: (id) => editAll((list) => withoutRow(list, id)),
    async move(reports) {
      const at = new Map(reports.map((report) => [report.id, placeOf(report)]));
      const former: ReportPlace[] = [];
      await editAll((list) => {
        const isMoved = ({ id, page }: ReportPlace) => (at.get(id)?.page ?? page) !== page;
        const moved = list.rows.filter(isMoved);
        former.push(...moved);
        if (moved.length === 0) return list;
        return { ...list, rows: list.rows.map((row) => at.get(row.id) ?? row) };
      });
      return former;
    },
  };
}

/**
 * The list with a report that was made since. One that matches what is asked for comes first, or is left
 * to the service to place.
 * @param isOverlapping the list was read while the report was made, so that it may count it already
 */
function withCreated(list: StoredList, report: Report, isOverlapping = false): StoredList {
  const { query, total, rows } = list;
  if (rows.some(({ id }) => id === report.id) || !isMatch(report, query)) return list;
  const isFirst = isNewestFirst(query);
  // A service may send more rows than it was asked for.
  const most = Math.max(query.perPage, rows.length);
  // On a further page of such a list it may have been counted.
  const isUncounted = isFirst || !isOverlapping || total === rows.length;
  return {
    ...list,
    rows: isFirst ? [placeOf(report), ...rows].slice(0, most) : rows,
    total: sum(total, Number(isUncounted)),
  };
}

function withoutRow(list: StoredList, id: string): StoredList {
  const rows = list.rows.filter((row) => row.id !== id);
  if (rows.length === list.rows.length) return list;
  return { ...list, rows, total: sum(list.total, rows.length - list.rows.length) };
}

function sum(total: number | null, change: number): number | null {
  return total === null ? null : total + change;
}
