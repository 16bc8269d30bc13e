import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { isLaterId, mayFollow } from '@/lib/report/report-id';
import { hasWords } from './address-words';
import type { BackupRecord } from './backup-format';
import { type FullReading, fullReadingOf, type RowsBelow, unlistedIds } from './full-reading';
import { MAX_IN_REPLY } from './history-items';
import { type Database, type HistoryDatabase, META, type WriteTransaction } from './history-schema';
import { markedPages } from './marks';
import type { Restored } from './merge';
import { MAX_REPORTS_OF_PAGE } from './page-history';
import type { Reading } from './reading';
import {
  isOtherVersion,
  nextVersion,
  type Position,
  type ReportRecord,
  type ResultRecord,
} from './records';
import { mergeRecords } from './restored-records';
import * as retention from './retention';

/** The stored reports and past results of a page. */
export interface PageRecords {
  reports: Report[];
  past: PastResult[];
}

/**
 * A part of the list of all reports. Omits unlisted rows: reports that the last complete reading
 * covers, but does not contain.
 */
export interface ListedPart {
  /** Newest first. */
  records: ReportRecord[];
  /** Where the next part begins; null after the last. */
  after: Position | null;
  /** The number of listed rows in all parts. */
  count: number;
  /** The last complete reading; undefined if there is none. */
  reading: FullReading | undefined;
}

/** The listed rows among some ids. */
export interface ListedRows {
  records: ReportRecord[];
  /** The last complete reading; undefined if there is none. */
  reading: FullReading | undefined;
}

/** The rows and past results of a connection. Each function is one transaction, and rejects if it fails. */
export interface StoredReports {
  /**
   * Stores the latest versions of reports. A version that equals the stored one is not written.
   * @param reading the unfinished reading that has shown the reports
   * @returns ids of the rows that this call has changed, listed again or removed
   */
  put(records: readonly ReportRecord[], reading?: Reading): Promise<ReadonlySet<string>>;
  /** Adds past results. */
  putPast(results: readonly ResultRecord[]): Promise<void>;
  /**
   * Merges records of a backup, by the rules of `merge.ts`.
   * @param records marks before the results of their pages
   */
  restore(records: readonly BackupRecord[]): Promise<Restored>;
  /**
   * Removes a report and its past results after a person's deletion.
   * @param isPrivate whether the deletion was private. Only an ordinary deletion stores the deleted id.
   * @returns whether anything was stored
   */
  removeDeleted(reportId: string, isPrivate: boolean): Promise<boolean>;
  /**
   * Removes the row of a report that is gone.
   * @returns whether there was a row
   */
  removeGone(reportId: string): Promise<boolean>;
  /** Returns the reports and past results of pages, in the order of their keys. */
  pages(keys: readonly string[]): Promise<PageRecords[]>;
  /** Returns reports, in the order of their ids; undefined if there is none. */
  reports(ids: readonly string[]): Promise<(Report | undefined)[]>;
  /**
   * Returns the age of the newest report of each page, by page key. Omits pages without reports.
   */
  ages(keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Returns at most `most` listed rows. Before a complete reading, all rows are listed. */
  list(after: Position | null, most: number): Promise<ListedPart>;
  listed(ids: readonly string[]): Promise<ListedRows>;
  /** Returns the unfinished reading; null if there is none. */
  unfinishedReading(): Promise<Reading | null>;
  /** Stores the unfinished reading. */
  putReading(reading: Reading): Promise<void>;
  /**
   * Replaces the unfinished reading by a complete one.
   * @param readAt the end of the reading, ISO 8601
   * @param shownSince ids of reports in other answers since the reading began
   * @returns ids of the rows that are newly listed or no longer listed
   */
  completeReading(
    reading: Reading,
    readAt: string,
    shownSince: readonly string[],
  ): Promise<ReadonlySet<string>>;
  /** Whether the last complete reading contains a report. */
  wasRead(id: string): Promise<boolean>;
  /**
   * @param first ids on the first page of the list of all reports
   * @param requestedAt request time of the page
   */
  below(first: readonly string[], requestedAt: number): Promise<RowsBelow>;
  /**
   * Returns rows with a word for each prefix: at least `most`, or else all such rows. If many hundreds
   * of rows have each of the prefixes, searches only the rows with the newest results.
   */
  search(prefixes: readonly string[], most: number): Promise<ReportRecord[]>;
  /** Returns the highest stored request time. */
  latestTime(): Promise<number>;
}

// These limits keep a search within 50 ms, because a search answers a key press. On two cores, Chromium
// reads 1,000 index keys in 5 ms, 100 rows by their ids in 5 ms, and 100 rows of a range in 2 ms.

/** The number of keys for each prefix in the first attempt. */
const FEW_KEYS = 150;
/** The number of keys for all prefixes together in the second attempt. */
const MANY_KEYS = 2_500;
const NEWEST_ROWS = 400;
/** The number of rows to read together by their ids. */
const ROWS_AT_ONCE = 25;

/** Values computed from the rows of an open database. */
interface Cache {
  database: HistoryDatabase;
  /** The number of rows; null if not counted. */
  size: number | null;
  /** Ids of the rows that are not listed; null if not determined. */
  unlisted: Set<string> | null;
}

/** The records of pages: the index of rows by page, and the past results. */
interface PageStores {
  reports: {
    getAllKeys(range: IDBKeyRange, count: number): Promise<string[]>;
    getAll(range: IDBKeyRange, count?: number): Promise<ReportRecord[]>;
  };
  results: { getAll(range: IDBKeyRange): Promise<ResultRecord[]> };
}

const NO_RECORDS: PageRecords = { reports: [], past: [] };

/**
 * If the rows between the first and the last of some pages are at most this number per page, one request
 * reads them all.
 */
const MAX_ROWS_PER_NEIGHBOUR = 4;

/** The index of rows by `seenAt`. */
interface SeenAtIndex {
  getAllKeys(range: IDBKeyRange): Promise<string[]>;
}

/** @param mostRows the limit of rows */
export function createStoredReports(
  { read, write }: Database,
  mostRows = retention.MAX_ROWS,
): StoredReports {
  let cache: Cache | null = null;

  /** Returns the cache of a database. After the database was opened again, the cache is empty. */
  function cacheOf(database: HistoryDatabase): Cache {
    if (cache?.database !== database) cache = { database, size: null, unlisted: null };
    return cache;
  }

  /** Returns the ids of the rows that are not listed. */
  async function unlistedRowIds(
    cached: Cache,
    reading: FullReading | undefined,
    seenAt: SeenAtIndex,
  ): Promise<Set<string>> {
    cached.unlisted ??= reading
      ? unlistedIds(await seenAt.getAllKeys(timesBefore(reading.requestedAt)), reading)
      : new Set();
    return cached.unlisted;
  }

  /**
   * Lists unlisted rows again, after an answer has contained their reports unchanged.
   * @returns the ids of these rows
   */
  async function listAgain(
    transaction: WriteTransaction,
    ids: readonly string[],
  ): Promise<readonly string[]> {
    const meta = transaction.objectStore('meta');
    const cached = cacheOf(transaction.db);
    if (ids.length === 0 || cached.unlisted?.size === 0) return [];
    const reading = await fullReadingIn(meta);
    const seenAt = transaction.objectStore('reports').index('seenAt');
    const unlisted = await unlistedRowIds(cached, reading, seenAt);
    const shown = ids.filter((id) => unlisted.has(id));
    if (reading === undefined || shown.length === 0) return [];
    for (const id of shown) unlisted.delete(id);
    await meta.put({ ...reading, ids: [...reading.ids, ...shown] }, META.reading);
    return shown;
  }

  /** Removes rows beyond the limit. Returns the ids of the removed rows. */
  async function removeExcessRows(transaction: WriteTransaction): Promise<readonly string[]> {
    const reports = transaction.objectStore('reports');
    const cached = cacheOf(transaction.db);
    cached.size ??= await reports.count();
    if (cached.size <= mostRows) return [];
    // Removes one percent more than necessary, because each removal first reads all keys.
    const excess = Math.ceil(cached.size - mostRows + mostRows / 100);
    const reading = await fullReadingIn(transaction.objectStore('meta'));
    const ids = await reports.index('seenAt').getAllKeys();
    const ordered = retention.seenLongestAgo(ids, new Set(reading?.ids));
    const marked = markedPages(await transaction.objectStore('marks').getAll());
    const oldest: ReportRecord[] = [];
    for (let at = 0, left = excess; at < ordered.length && left > 0; at += excess) {
      const part = ordered.slice(at, at + excess).map((id) => reports.get(id));
      const rows = (await Promise.all(part)).filter((row) => row !== undefined);
      oldest.push(...rows);
      left -= rows.filter(({ page }) => !marked.has(page)).length;
    }
    const removal = retention.beyondRowLimit(oldest, excess, marked);
    await applyRemoval(transaction, removal);
    return removal.rows;
  }

  /** Carries out a removal. This is the only function that removes rows and past results. */
  async function applyRemoval(
    transaction: WriteTransaction,
    { rows, results, newPastResults, deletedId }: retention.Removal,
  ): Promise<void> {
    const stores = {
      reports: transaction.objectStore('reports'),
      results: transaction.objectStore('results'),
      deletedReports: transaction.objectStore('deletedReports'),
    };
    const cached = cacheOf(transaction.db);
    const existing = await Promise.all(rows.map((id) => stores.reports.count(id)));
    if (cached.size !== null) cached.size -= existing.filter((count) => count > 0).length;
    for (const id of rows) cached.unlisted?.delete(id);
    await Promise.all([
      ...rows.map((id) => stores.reports.delete(id)),
      ...results.map((key) => stores.results.delete(key)),
      ...(deletedId === null ? [] : [stores.deletedReports.put({ id: deletedId })]),
    ]);
    await addPastResults(transaction, newPastResults);
  }

  /** Adds past results, and removes the oldest past results beyond the limit of a page. */
  async function addPastResults(
    transaction: WriteTransaction,
    results: readonly ResultRecord[],
  ): Promise<void> {
    const store = transaction.objectStore('results');
    await Promise.all(results.map((result) => store.put(result)));
    const pages = [...new Set(results.map(({ page }) => page))];
    const keys = await Promise.all(pages.map((page) => store.getAllKeys(pageRange(page))));
    const crowded = keys.filter(({ length }) => length > retention.MAX_RESULTS_OF_PAGE);
    if (crowded.length === 0) return;
    const marked = markedPages(await transaction.objectStore('marks').getAll());
    for (const pageResults of crowded) {
      await applyRemoval(transaction, retention.beyondResultLimit(pageResults, marked));
    }
  }

  return {
    async put(answered, reading) {
      const changed = new Set<string>();
      await write(async (transaction) => {
        changed.clear();
        const cached = cacheOf(transaction.db);
        const reports = transaction.objectStore('reports');
        const unchanged: string[] = [];
        await Promise.all(
          answered.map(async (record) => {
            const former = await reports.get(record.id);
            const next = nextVersion(former, record);
            if (former !== undefined && !isOtherVersion(former, next)) {
              unchanged.push(record.id);
              return;
            }
            await reports.put(next);
            changed.add(record.id);
            if (former === undefined) {
              if (cached.size !== null) cached.size += 1;
            } else {
              await applyRemoval(transaction, retention.afterReplacement(former, next));
            }
            cached.unlisted?.delete(record.id);
          }),
        );
        for (const id of await listAgain(transaction, unchanged)) changed.add(id);
        for (const id of await removeExcessRows(transaction)) changed.add(id);
        if (reading !== undefined) {
          await transaction.objectStore('meta').put(reading, META.unfinishedReading);
        }
      });
      return changed;
    },
    putPast: (results) => write((transaction) => addPastResults(transaction, results)),
    restore: (records) =>
      write(async (transaction) => {
        const cached = cacheOf(transaction.db);
        cached.size ??= await transaction.objectStore('reports').count();
        const merge = await mergeRecords(transaction, records, mostRows - cached.size);
        await addPastResults(transaction, merge.missingResults);
        cached.size += merge.addedRows;
        // A restored row may be unlisted.
        cached.unlisted = null;
        return merge.counts;
      }),
    removeDeleted: (reportId, isPrivate) =>
      write(async (transaction) => {
        const results = await transaction
          .objectStore('results')
          .index('reportId')
          .getAllKeys(reportId);
        const rows = await transaction.objectStore('reports').count(reportId);
        await applyRemoval(transaction, retention.afterDeletion(reportId, results, isPrivate));
        return rows + results.length > 0;
      }),
    removeGone: (reportId) =>
      write(async (transaction) => {
        const row = await transaction.objectStore('reports').get(reportId);
        await applyRemoval(transaction, retention.afterLoss(row));
        return row !== undefined;
      }),
    pages: (keys) =>
      read(async (database) => {
        const transaction = database.transaction(['reports', 'results']);
        const stores: PageStores = {
          reports: transaction.objectStore('reports').index('page'),
          results: transaction.objectStore('results'),
        };
        const sorted = keys.toSorted();
        const pages = new Map<string, PageRecords>();
        for (let at = 0; at < sorted.length; at += MAX_IN_REPLY) {
          const part = sorted.slice(at, at + MAX_IN_REPLY);
          const records = (await areNeighbours(part, stores))
            ? await neighbouringPages(part, stores)
            : await Promise.all(part.map((page) => recordsOfPage(page, stores)));
          for (const [index, page] of part.entries()) pages.set(page, records[index] ?? NO_RECORDS);
        }
        return keys.map((page) => pages.get(page) ?? NO_RECORDS);
      }),
    reports: (ids) =>
      read(async (database) => {
        const { store } = database.transaction('reports');
        const records = await Promise.all(ids.map((id) => store.get(id)));
        return records.map((record) => record?.report);
      }),
    ages: (keys) =>
      read(async (database) => {
        const index = database.transaction('reports').store.index('page');
        const ages = new Map<string, number>();
        await Promise.all(
          keys.map(async (page) => {
            const first = await index.openKeyCursor(pageRange(page));
            if (first !== null) ages.set(page, first.key[1]);
          }),
        );
        return ages;
      }),
    list: (after, most) =>
      read(async (database) => {
        const transaction = database.transaction(['reports', 'meta']);
        const reports = transaction.objectStore('reports');
        const range = after && IDBKeyRange.lowerBound([...after], true);
        const [reading, all, records] = await Promise.all([
          fullReadingIn(transaction.objectStore('meta')),
          reports.count(),
          reports.index('age').getAll(range, most),
        ]);
        const unlisted = await unlistedRowIds(cacheOf(database), reading, reports.index('seenAt'));
        const last = records.length === most ? records.at(-1) : undefined;
        return {
          records: records.filter(({ id }) => !unlisted.has(id)),
          after: last === undefined ? null : [last.age, last.id],
          count: all - unlisted.size,
          reading,
        };
      }),
    listed: (ids) =>
      read(async (database) => {
        const transaction = database.transaction(['reports', 'meta']);
        const reports = transaction.objectStore('reports');
        const [reading, ...records] = await Promise.all([
          fullReadingIn(transaction.objectStore('meta')),
          ...ids.map((id) => reports.get(id)),
        ]);
        const unlisted = await unlistedRowIds(cacheOf(database), reading, reports.index('seenAt'));
        const existing = records.filter((record) => record !== undefined);
        return { records: existing.filter(({ id }) => !unlisted.has(id)), reading };
      }),
    unfinishedReading: () =>
      read(async (database) => {
        const reading = (await database.get('meta', META.unfinishedReading)) as Reading | undefined;
        return reading ?? null;
      }),
    putReading: (reading) =>
      write(async (transaction) => {
        await transaction.objectStore('meta').put(reading, META.unfinishedReading);
      }),
    completeReading: (unfinished, readAt, shownSince) =>
      write(async (transaction) => {
        const [reports, meta] = [
          transaction.objectStore('reports'),
          transaction.objectStore('meta'),
        ];
        const cached = cacheOf(transaction.db);
        const seenAt = reports.index('seenAt');
        const formerlyUnlisted = await unlistedRowIds(cached, await fullReadingIn(meta), seenAt);
        const reading = fullReadingOf(unfinished, readAt, shownSince);
        const unlisted = unlistedIds(
          await seenAt.getAllKeys(timesBefore(reading.requestedAt)),
          reading,
        );
        const listed = (await reports.count()) - unlisted.size;
        const difference = unfinished.total === null ? 0 : unfinished.total - listed;
        await meta.put({ ...reading, difference } satisfies FullReading, META.reading);
        await meta.delete(META.unfinishedReading);
        cached.unlisted = unlisted;
        return new Set(
          [...formerlyUnlisted, ...unlisted].filter(
            (id) => formerlyUnlisted.has(id) !== unlisted.has(id),
          ),
        );
      }),
    wasRead: (id) =>
      read(async (database) => {
        const reading = await fullReadingIn(database.transaction('meta').store);
        return reading?.ids.includes(id) ?? false;
      }),
    below: (first, requestedAt) =>
      read(async (database) => {
        const last = first.at(-1) ?? '';
        const shown = new Set(first);
        const transaction = database.transaction(['reports', 'meta']);
        const reports = transaction.objectStore('reports');
        const [reading, ids, row] = await Promise.all([
          fullReadingIn(transaction.objectStore('meta')),
          reports.getAllKeys(),
          reports.get(last),
        ]);
        const unlisted = await unlistedRowIds(cacheOf(database), reading, reports.index('seenAt'));
        const isBelow = (id: string) => mayFollow(id, last) && !shown.has(id) && !unlisted.has(id);
        return {
          reading,
          count: ids.filter(isBelow).length,
          isLastKnown:
            reading?.ids.includes(last) === true || (row !== undefined && row.seenAt < requestedAt),
        };
      }),
    search: (prefixes, most) =>
      read(async (database) => {
        const { store } = database.transaction('reports');
        const words = store.index('words');
        let ids = await idsWithWords(prefixes, words, FEW_KEYS);
        if (ids === null) {
          const newest = withWords(await store.index('age').getAll(null, NEWEST_ROWS), prefixes);
          if (newest.length >= most) return newest;
          ids = await idsWithWords(prefixes, words, Math.floor(MANY_KEYS / prefixes.length));
          if (ids === null) return newest;
        }
        ids.sort((one, other) => (isLaterId(one, other) ? -1 : 1));
        const found: ReportRecord[] = [];
        for (let at = 0; at < ids.length && found.length < most; at += ROWS_AT_ONCE) {
          const part = ids.slice(at, at + ROWS_AT_ONCE);
          const rows = await Promise.all(part.map((id) => store.get(id)));
          found.push(...withWords(rows, prefixes));
        }
        return found;
      }),
    latestTime: () =>
      read(async (database) => {
        const transaction = database.transaction(['reports', 'meta']);
        const meta = transaction.objectStore('meta');
        const [last, reading, unfinished] = await Promise.all([
          transaction.objectStore('reports').index('seenAt').openKeyCursor(null, 'prev'),
          fullReadingIn(meta),
          meta.get(META.unfinishedReading) as Promise<Reading | undefined>,
        ]);
        return Math.max(last?.key ?? 0, reading?.requestedAt ?? 0, unfinished?.begunAt ?? 0);
      }),
  };
}

/** Whether few rows between the first and the last page belong to other pages. */
async function areNeighbours(pages: readonly string[], { reports }: PageStores): Promise<boolean> {
  if (pages.length < 2) return false;
  const most = MAX_ROWS_PER_NEIGHBOUR * pages.length;
  return (await reports.getAllKeys(pagesRange(pages), most + 1)).length <= most;
}

/**
 * Reads all records between the first and the last page with one request per store. Thousands of
 * requests, one for each page, take several times as long.
 * @param pages in ascending order
 */
async function neighbouringPages(
  pages: readonly string[],
  { reports, results }: PageStores,
): Promise<PageRecords[]> {
  const range = pagesRange(pages);
  const [own, past] = await Promise.all([reports.getAll(range), results.getAll(range)]);
  const [ownByPage, pastByPage] = [groupedByPage(own), groupedByPage(past)];
  return pages.map((page) => ({
    reports: reportsIn((ownByPage.get(page) ?? []).slice(0, MAX_REPORTS_OF_PAGE)),
    past: pastByPage.get(page) ?? [],
  }));
}

function groupedByPage<Row extends { page: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.page);
    if (group === undefined) groups.set(row.page, [row]);
    else group.push(row);
  }
  return groups;
}

async function recordsOfPage(page: string, { reports, results }: PageStores): Promise<PageRecords> {
  const range = pageRange(page);
  const [own, past] = await Promise.all([
    reports.getAll(range, MAX_REPORTS_OF_PAGE),
    results.getAll(range),
  ]);
  return { reports: reportsIn(own), past };
}

function reportsIn(records: readonly ReportRecord[]): Report[] {
  return records.map(({ report }) => report);
}

/** The index of rows by the words of their addresses. */
interface WordsIndex {
  getAllKeys(range: IDBKeyRange, count: number): Promise<string[]>;
}

/**
 * Returns the ids of all rows that have the rare ones of some prefixes. A row of these ids may lack a
 * word for another prefix.
 * @param most the number of keys to read for each prefix. A prefix with fewer keys is rare.
 * @returns null if no prefix is rare
 */
async function idsWithWords(
  prefixes: readonly string[],
  words: WordsIndex,
  most: number,
): Promise<string[] | null> {
  const ids = await Promise.all(
    prefixes.map((prefix) => words.getAllKeys(IDBKeyRange.bound(prefix, `${prefix}\uffff`), most)),
  );
  const rare = ids.filter(({ length }) => length < most);
  return rare.length > 0 ? idsInAll(rare) : null;
}

/** Returns the rows that have a word for each prefix. */
function withWords(
  rows: readonly (ReportRecord | undefined)[],
  prefixes: readonly string[],
): ReportRecord[] {
  return rows.filter((row) => row !== undefined).filter(({ words }) => hasWords(words, prefixes));
}

/** Returns the ids that are in all lists. */
function idsInAll(lists: readonly (readonly string[])[]): string[] {
  const [shortest, ...others] = lists
    .toSorted((one, other) => one.length - other.length)
    .map((ids) => new Set(ids));
  return [...(shortest ?? [])].filter((id) => others.every((ids) => ids.has(id)));
}

/** Returns the last complete reading; undefined if there is none. */
function fullReadingIn(meta: {
  get(key: string): Promise<unknown>;
}): Promise<FullReading | undefined> {
  return meta.get(META.reading) as Promise<FullReading | undefined>;
}

/** Returns the range of all keys that begin with a page. Arrays sort after numbers and texts. */
function pageRange(page: string): IDBKeyRange {
  return IDBKeyRange.bound([page], [page, []]);
}

/** Returns the range of all keys from the first to the last page. */
function pagesRange(pages: readonly string[]): IDBKeyRange {
  return IDBKeyRange.bound([pages[0]], [pages.at(-1), []]);
}

function timesBefore(time: number): IDBKeyRange {
  return IDBKeyRange.upperBound(time, true);
}
