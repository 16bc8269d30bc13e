import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Report, ReportList } from '@/lib/report/report';
import {
  isFiltered,
  isSameQuery,
  newestOf,
  type ReportQuery,
  searchText,
} from '@/lib/report/report-query';
import { createLatestWrite } from '@/lib/storage/latest-write';
import type { StoredItem } from '@/lib/storage/stored-item';
import { otherSpellings } from '@/lib/url/search-spellings';
import { changedList, type ListChange } from './list-change';
import { isSortedByDate } from './local-list';
import { MOST_LISTS, type StoredList, type StoredLists } from './stored-list';

/** Keeps the stored lists in step with the service. Pages read them from the store alone. */
export interface Lists {
  /**
   * Reads a list from the service and stores it, unless the same was asked for again and answered in
   * the meantime. An answer that was on its way while a report was created, changed or deleted may
   * be older than that change: it is asked for again, once. What changes during the second read is
   * merged into its answer, so that every read ends.
   */
  read(query: ReportQuery, privateWindow: boolean): Promise<Outcome<null>>;
  /** Reads a further page of a list, which is not stored. */
  readPage(query: ReportQuery, page: number): Promise<Outcome<ReportList>>;
  /** Stores a list that was read elsewhere. */
  take(list: StoredList, privateWindow: boolean): Promise<void>;
  /** Shows what has become of reports, wherever they are listed. Never rejects. */
  edit(change: ListChange): Promise<void>;
  /** The reports of all lists of ordinary windows. */
  known(): Promise<readonly Report[]>;
}

interface ListTools {
  ordinary: StoredItem<StoredLists>;
  /** Searches and filters of private windows, in memory. */
  ofPrivateWindows: StoredItem<StoredLists>;
  readList(query: ReportQuery, page?: number): Promise<Outcome<ReportList>>;
  signal: AbortSignal;
  now(): number;
}

/** A list that is being read. */
interface Read {
  query: ReportQuery;
  /** The changes since its request, which its answer may have missed. */
  missed: ListChange[];
}

/** Lists in one place of the store. */
interface Place {
  lists: StoredLists;
  write(): Promise<void>;
}

/** Makes the lists of one connection. */
export function createLists(tools: ListTools): Lists {
  const { readList, signal, now } = tools;
  const [ordinary, ofPrivateWindows] = [tools.ordinary, tools.ofPrivateWindows].map(placeOf);
  /** In the order of their requests. A read leaves when a later one of its query is answered. */
  const underWay = new Set<Read>();
  /** Whether the service has been seen to sort by something else when it was to sort by date. */
  let ignoresDates = false;

  function placeOf(item: StoredItem<StoredLists>) {
    let place: Promise<Place> | undefined;
    return (): Promise<Place> => {
      place ??= open(item).catch((error) => {
        place = undefined;
        throw error;
      });
      return place;
    };
  }

  async function open(item: StoredItem<StoredLists>): Promise<Place> {
    const place: Place = {
      lists: (await item.read()) ?? [],
      write: createLatestWrite(async () => {
        if (!signal.aborted) await item.write(place.lists);
      }),
    };
    return place;
  }

  async function ask(reading: Read): Promise<Outcome<StoredList>> {
    // The last in order, also where it asks for the second time.
    underWay.delete(reading);
    underWay.add(reading);
    reading.missed = [];
    const { query } = reading;
    const readAt = new Date(now()).toISOString();
    const outcome = await readAs(query);
    return hasFailed(outcome) ? outcome : { value: { ...outcome.value, query, readAt } };
  }

  /** Asks for what a query is after in the words that the service understands. */
  async function readAs(
    query: ReportQuery,
  ): Promise<Outcome<ReportList & Pick<StoredList, 'asked'>>> {
    let asked = query.sortBy === 'generated_at' && ignoresDates ? newestOf(query) : query;
    let outcome = await readList(asked);
    for (const search of otherSpellings(searchText(query.search))) {
      if (hasFailed(outcome) || outcome.value.reports.length > 0) break;
      asked = { ...asked, search };
      outcome = await readList(asked);
    }
    if (!hasFailed(outcome) && !isSortedByDate(outcome.value.reports, asked)) {
      ignoresDates = true;
      asked = newestOf(asked);
      outcome = await readList(asked);
    }
    if (hasFailed(outcome)) return outcome;
    // Where no spelling finds anything, none is right.
    const isAsAsked = asked === query || outcome.value.reports.length === 0;
    return { value: { ...outcome.value, asked: isAsAsked ? null : asked } };
  }

  async function store(list: StoredList, privateWindow: boolean): Promise<void> {
    const isPrivate = privateWindow && isFiltered(list.query);
    const place = await (isPrivate ? ofPrivateWindows : ordinary)?.();
    if (place === undefined) return;
    await edit({ kind: 'changed', reports: list.reports }, false);
    const others = place.lists.filter(({ query }) => !isSameQuery(query, list.query));
    place.lists = [list, ...others].slice(0, MOST_LISTS);
    await place.write();
  }

  /** @param isNews whether the lists that are being read may have missed it */
  async function edit(change: ListChange, isNews: boolean): Promise<void> {
    if (isNews) for (const { missed } of underWay) missed.push(change);
    for (const place of await Promise.all([ordinary?.(), ofPrivateWindows?.()])) {
      if (place === undefined || place.lists.length === 0) continue;
      place.lists = place.lists.map((list) => changedList(list, change));
      if (isNews) await place.write();
    }
  }

  function leaveEarlier(reading: Read): void {
    for (const earlier of underWay) {
      if (earlier === reading) return;
      if (isSameQuery(earlier.query, reading.query)) underWay.delete(earlier);
    }
  }

  return {
    async read(query, privateWindow) {
      const reading: Read = { query, missed: [] };
      try {
        let answer = await ask(reading);
        if (reading.missed.length > 0 && underWay.has(reading) && !hasFailed(answer)) {
          answer = await ask(reading);
        }
        if (hasFailed(answer)) return answer;
        if (!underWay.has(reading)) return { value: null };
        leaveEarlier(reading);
        const { missed } = reading;
        const list = missed.reduce((merged, one) => changedList(merged, one, true), answer.value);
        await store(list, privateWindow);
        return { value: null };
      } catch {
        return { failure: { code: 'notStored' } };
      } finally {
        underWay.delete(reading);
      }
    },
    readPage: readList,
    take: store,
    edit: (change) => edit(change, true).catch(() => {}),
    async known() {
      const place = await ordinary?.();
      return (place?.lists ?? []).flatMap(({ reports }) => reports);
    },
  };
}
