import { hasFailed, type Outcome } from '@/lib/outcome';
import { changedList, type ListChange } from '@/lib/report/list-change';
import type { Report, ReportList } from '@/lib/report/report';
import { isSameQuery, RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { cutToSize, isNewer, type StoredList } from '@/lib/report/stored-list';
import type { StoredItem } from '@/lib/stored-item';

/** Keeps a stored list in step with the service. Pages read it from the store alone. */
export interface ListCache {
  /**
   * Reads a list from the service and stores it, unless another was asked for in the meantime. An
   * answer that was on its way while a report was created, changed or deleted may be older than
   * that change: it is asked for again, once. What changes during the second read is merged into its
   * answer, so that every read ends.
   */
  read(query: ReportQuery): Promise<Outcome<null>>;
  /** Reads again what was last asked for. */
  refresh(): Promise<Outcome<null>>;
  /** The list as stored, undefined where none was ever read. */
  current(): Promise<StoredList | undefined>;
  /** Shows created reports, the newest first, before the service lists them. Never rejects. */
  add(...created: readonly Report[]): Promise<void>;
  /** Shows a report as the service last gave it, where it is in the list. Never rejects. */
  replace(report: Report): Promise<void>;
  /** Takes a report out of the list. Never rejects. */
  remove(id: string): Promise<void>;
}

interface ListCacheTools {
  /** Where the list is stored, and where else if that is full. */
  items: readonly [StoredItem<StoredList>, ...StoredItem<StoredList>[]];
  readList(query: ReportQuery): Promise<Outcome<ReportList>>;
  /** Whether a report is not to be stored here. */
  isLeftOut(report: Report): boolean;
  /** Runs one change of the list after the other. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Makes the cache of one connection's list. */
export function createListCache(tools: ListCacheTools): ListCache {
  const { items, readList, isLeftOut, exclusively, now } = tools;
  /** What was last asked for, in this life of the worker. */
  let asked: ReportQuery | undefined;
  /** For each read under way the changes since its request, which its answer may have missed. */
  const missedByReads = new Set<ListChange[]>();
  /** Counts the requests, so that an answer can tell that a later one was faster. */
  let requests = 0;
  let newestAnswer = 0;

  async function current(): Promise<StoredList | undefined> {
    let newest: StoredList | undefined;
    for (const stored of await Promise.all(items.map((item) => item.read()))) {
      if (stored !== undefined && isNewer(stored, newest)) newest = stored;
    }
    return newest;
  }

  /** Stores the list in the first place that takes it, and nowhere else; rejects where none does. */
  async function store(list: StoredList): Promise<void> {
    const reports = list.reports.filter((report) => !isLeftOut(report));
    const stored = cutToSize({ ...list, reports });
    const isTaken = await firstOf(items, (item) => item.write(stored));
    const others = items.filter((item) => item !== isTaken);
    await Promise.all(others.map((item) => item.remove()));
    if (isTaken === undefined) throw new Error('The browser stores no list.');
  }

  async function read(query: ReportQuery): Promise<Outcome<null>> {
    asked = query;
    const missed: ListChange[] = [];
    missedByReads.add(missed);
    try {
      let answer = await ask(query);
      if (missed.length > 0 && !hasFailed(answer.outcome)) {
        missed.length = 0;
        answer = await ask(query);
      }
      return await take(answer, missed);
    } finally {
      missedByReads.delete(missed);
    }
  }

  async function ask(query: ReportQuery) {
    requests += 1;
    const request = requests;
    const readAt = new Date(now()).toISOString();
    return { request, query, readAt, outcome: await readList(query) };
  }

  async function take(
    { request, query, readAt, outcome }: Awaited<ReturnType<typeof ask>>,
    missed: readonly ListChange[],
  ): Promise<Outcome<null>> {
    if (hasFailed(outcome)) return outcome;
    const isAsked = asked !== undefined && isSameQuery(asked, query);
    if (!isAsked || request < newestAnswer) return { value: null };
    newestAnswer = request;
    const answer: StoredList = { ...outcome.value, query, readAt };
    const merged = missed.reduce((list, change) => changedList(list, change, true), answer);
    try {
      await exclusively(() => store(merged));
      return { value: null };
    } catch {
      return { failure: { code: 'notStored' } };
    }
  }

  async function edit(change: ListChange): Promise<void> {
    for (const missed of missedByReads) missed.push(change);
    await exclusively(async () => {
      const list = await current();
      if (list !== undefined) await store(changedList(list, change));
    }).catch(() => {});
  }

  return {
    read,
    async refresh() {
      const query = asked ?? (await current().catch(() => undefined))?.query;
      return read(query ?? RECENT_REPORTS_QUERY);
    },
    current,
    add: (...reports) => edit({ kind: 'created', reports }),
    replace: (report) => edit({ kind: 'changed', report }),
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
