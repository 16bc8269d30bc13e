import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Report, ReportList } from '@/lib/report/report';
import {
  isFiltered,
  isNewestFirst,
  isSameQuery,
  RECENT_REPORTS_QUERY,
  type ReportQuery,
} from '@/lib/report/report-query';
import { cutToSize, isNewer, type StoredList } from '@/lib/report/stored-list';
import type { StoredItem } from '@/lib/stored-item';

/** Keeps a stored list in step with the service. Pages read it from the store alone. */
export interface ListCache {
  /**
   * Reads a list from the service and stores it, unless another was asked for in the meantime. An
   * answer that was on its way while a report was created, changed or deleted is older than that
   * change: it is dropped and asked for again.
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
  /** Counts the changes, so that an answer can tell that it has been overtaken. */
  let changes = 0;
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
    for (;;) {
      requests += 1;
      const request = requests;
      const changesAtStart = changes;
      const readAt = new Date(now()).toISOString();
      const outcome = await readList(query);
      if (hasFailed(outcome)) return outcome;
      if (changes !== changesAtStart) continue;
      if (!isSameQuery(asked, query) || request < newestAnswer) return { value: null };
      newestAnswer = request;
      try {
        await exclusively(() => store({ ...outcome.value, query, readAt }));
        return { value: null };
      } catch {
        return { failure: { code: 'notStored' } };
      }
    }
  }

  async function edit(
    change: (list: StoredList) => Report[],
    /** What it does to the number of all reports, as far as the list tells. */
    countChange: (list: StoredList) => number = () => 0,
  ): Promise<void> {
    changes += 1;
    await exclusively(async () => {
      const list = await current();
      if (list === undefined) return;
      const total = list.total === null ? null : list.total + countChange(list);
      await store({ ...list, total, reports: change(list) });
    }).catch(() => {});
  }

  return {
    read,
    async refresh() {
      const query = asked ?? (await current().catch(() => undefined))?.query;
      return read(query ?? RECENT_REPORTS_QUERY);
    },
    current,
    add: (...created) =>
      edit(
        ({ reports, query }) => {
          if (!isNewestFirst(query)) return reports;
          return [...created, ...without(created, reports)].slice(0, query.perPage);
        },
        ({ reports, query }) => (isFiltered(query) ? 0 : without(reports, created).length),
      ),
    replace: (report) =>
      edit(({ reports }) => reports.map((known) => (known.id === report.id ? report : known))),
    remove: (id) =>
      edit(
        ({ reports }) => reports.filter((report) => report.id !== id),
        ({ reports }) => (reports.some((report) => report.id === id) ? -1 : 0),
      ),
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

/** The reports that are not among others. */
function without(others: readonly Report[], reports: readonly Report[]): Report[] {
  const ids = new Set(others.map(({ id }) => id));
  return reports.filter(({ id }) => !ids.has(id));
}
