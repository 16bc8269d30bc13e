import { hasFailed, type Outcome } from '@/lib/outcome';
import { changedList, type ListChange } from '@/lib/report/list-change';
import type { Report, ReportList } from '@/lib/report/report';
import { isSameQuery, RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import {
  cutToSize,
  newestLists,
  type StoredList,
  type StoredLists,
} from '@/lib/report/stored-list';
import type { StoredItem } from '@/lib/stored-item';

/** Keeps the stored lists in step with the service. Pages read them from the store alone. */
export interface ListCache {
  /**
   * Reads a list from the service and stores it, unless the same was asked for again and answered in
   * the meantime. An answer that was on its way while a report was created, changed or deleted may
   * be older than that change: it is asked for again, once. What changes during the second read is
   * merged into its answer, so that every read ends.
   */
  read(query: ReportQuery): Promise<Outcome<null>>;
  /** Reads again what was last asked for. */
  refresh(): Promise<Outcome<null>>;
  /** The lists as stored, none where none was ever read. */
  current(): Promise<StoredLists>;
  /** Shows created reports, the newest first, before the service lists them. Never rejects. */
  add(...created: readonly Report[]): Promise<void>;
  /** Shows a report as the service last gave it, wherever it is listed. Never rejects. */
  replace(report: Report): Promise<void>;
  /** Takes a report out of the lists. Never rejects. */
  remove(id: string): Promise<void>;
}

interface ListCacheTools {
  /** Where the lists are stored, and where else if that is full. */
  items: readonly StoredItem<StoredLists>[];
  readList(query: ReportQuery): Promise<Outcome<ReportList>>;
  /** Whether a report is not to be stored here. */
  isLeftOut(report: Report): boolean;
  /** Runs one change of the lists after the other. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** A list that is being read. */
interface Read {
  query: ReportQuery;
  /** The changes since its request, which its answer may have missed. */
  missed: ListChange[];
}

/** Makes the cache of one connection's lists. */
export function createListCache(tools: ListCacheTools): ListCache {
  const { items, readList, isLeftOut, exclusively, now } = tools;
  /** What was last asked for, in this life of the worker. */
  let asked: ReportQuery | undefined;
  /** In the order of their requests. A read leaves when a later one of its query is answered. */
  const underWay = new Set<Read>();

  async function current(): Promise<StoredLists> {
    return newestLists(...(await Promise.all(items.map((item) => item.read()))));
  }

  /** Stores the lists in the first place that takes them, and nowhere else; rejects where none does. */
  async function store(lists: readonly StoredList[]): Promise<void> {
    const stored = cutToSize(lists.map(withoutLeftOut));
    const isTaken = await firstOf(items, (item) => item.write(stored));
    const others = items.filter((item) => item !== isTaken);
    await Promise.all(others.map((item) => item.remove()));
    if (isTaken === undefined) throw new Error('The browser stores no list.');
  }

  function withoutLeftOut(list: StoredList): StoredList {
    const reports = list.reports.filter((report) => !isLeftOut(report));
    const count = list.reports.length - reports.length;
    return count === 0 ? list : { ...list, reports, leftOut: count + (list.leftOut ?? 0) };
  }

  async function read(query: ReportQuery): Promise<Outcome<null>> {
    asked = query;
    const reading: Read = { query, missed: [] };
    try {
      let answer = await ask(reading);
      if (reading.missed.length > 0 && underWay.has(reading) && !hasFailed(answer)) {
        answer = await ask(reading);
      }
      if (hasFailed(answer)) return answer;
      return underWay.has(reading) ? await take(answer.value, reading) : { value: null };
    } finally {
      underWay.delete(reading);
    }
  }

  async function ask(reading: Read): Promise<Outcome<StoredList>> {
    // The last in order, also where it asks for the second time.
    underWay.delete(reading);
    underWay.add(reading);
    reading.missed = [];
    const { query } = reading;
    const readAt = new Date(now()).toISOString();
    const outcome = await readList(query);
    return hasFailed(outcome) ? outcome : { value: { ...outcome.value, query, readAt } };
  }

  async function take(answer: StoredList, reading: Read): Promise<Outcome<null>> {
    const isSame = ({ query }: Pick<Read, 'query'>) => isSameQuery(query, answer.query);
    for (const earlier of underWay) {
      if (earlier === reading) break;
      if (isSame(earlier)) underWay.delete(earlier);
    }
    const list = reading.missed.reduce(
      (merged, change) => changedList(merged, change, true),
      answer,
    );
    const news: ListChange = { kind: 'changed', reports: list.reports };
    try {
      await exclusively(async () => {
        const others = (await current().catch(() => [])).filter((other) => !isSame(other));
        await store([list, ...others.map((other) => changedList(other, news))]);
      });
      return { value: null };
    } catch {
      return { failure: { code: 'notStored' } };
    }
  }

  async function edit(change: ListChange): Promise<void> {
    for (const { missed } of underWay) missed.push(change);
    await exclusively(async () => {
      const lists = await current();
      if (lists.length > 0) await store(lists.map((list) => changedList(list, change)));
    }).catch(() => {});
  }

  return {
    read,
    async refresh() {
      const [newest] = asked ? [] : await current().catch(() => []);
      return read(asked ?? newest?.query ?? RECENT_REPORTS_QUERY);
    },
    current,
    add: (...reports) => edit({ kind: 'created', reports }),
    replace: (report) => edit({ kind: 'changed', reports: [report] }),
    remove: (id) => edit({ kind: 'deleted', id }),
  };
}

/** The first item for which the work succeeds, undefined where it fails for all. */
async function firstOf<T>(items: readonly T[], work: (item: T) => Promise<void>) {
  for (const item of items) {
    try {
      await work(item);
      return item;
    } catch {
      // The next one may have room.
    }
  }
  return undefined;
}
