import type { Check } from '@/lib/report/content/checks';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { isLaterId } from '@/lib/report/report-id';
import { hasWords } from './address-words';
import type { BackupRecord } from './backup-format';
import { coverageOf, type FullReading, type NotedReading, unlistedIds } from './full-reading';
import { type Database, type HistoryDatabase, META, type WriteTransaction } from './history-schema';
import { markedPages } from './marks';
import type { Restored } from './merge';
import { MAX_REPORTS_OF_PAGE } from './page-history';
import {
  hasOtherReport,
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

/** A part of the list of all reports. */
export interface ListedPart {
  /** Newest first. */
  records: ReportRecord[];
  /** Where the next part begins; null after the last. */
  after: Position | null;
  /** The number of listed rows in all parts. */
  count: number;
  reading: FullReading;
}

/** The rows and past results of a connection. Each function is one transaction, and rejects if it fails. */
export interface StoredReports {
  /**
   * Stores the latest versions of reports. A version that equals the stored one is not written.
   * @returns keys of the pages whose reports have changed
   */
  put(records: readonly ReportRecord[]): Promise<ReadonlySet<string>>;
  /** Adds past results. */
  putPast(results: readonly ResultRecord[]): Promise<void>;
  /** Merges records of a backup, by the rules of `merge.ts`. Marks come before the results of their pages. */
  restore(records: readonly BackupRecord[]): Promise<Restored>;
  /**
   * Removes a report and its past results after a person's deletion.
   * @param isPrivate whether the id of the report must not be stored
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
  /** Returns the findings of the current results of reports, by id. Reports without findings are left out. */
  found(ids: readonly string[]): Promise<ReadonlyMap<string, readonly Check[]>>;
  /** Returns the age of the newest report of each page that has one, by page key. */
  ages(keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Returns at most `most` listed rows; null if all reports were never read. */
  list(after: Position | null, most: number): Promise<ListedPart | null>;
  /**
   * Notes a complete reading.
   * @param shownSince ids that other answers have shown since the reading began
   */
  noteReading(reading: NotedReading, shownSince: readonly string[]): Promise<void>;
  /** Returns rows that may have words with these starts; not all if very many have each of them. */
  candidates(starts: readonly string[]): Promise<ReportRecord[]>;
  /** Returns the highest stored request time. */
  latestTime(): Promise<number>;
}

/** With this number of rows, a start is common. Its rows are not all looked at if another start is rarer. */
const COMMON_START = 150;
/** If all starts are common, the rows of so many starts are compared, up to a limit of rows of each. */
const MAX_COMPARED = 3;
const MAX_KEYS = 5_000;
const MAX_CANDIDATES = 60;

/** What is known about an open database without reading it again. */
interface Cache {
  database: HistoryDatabase;
  /** The number of rows; null if not counted. */
  size: number | null;
  /** Ids of the rows that are not listed; null if not determined. */
  hidden: Set<string> | null;
}

/** @param mostRows the limit of rows */
export function createStoredReports(
  { read, write }: Database,
  mostRows = retention.MAX_ROWS,
): StoredReports {
  let cache: Cache | null = null;

  /** Returns an empty cache after the database was opened again. */
  function cacheOf(database: HistoryDatabase): Cache {
    if (cache?.database !== database) cache = { database, size: null, hidden: null };
    return cache;
  }

  /**
   * Returns the ids of the rows that are not listed.
   * @param idsBefore returns the ids of the rows that no answer has changed since a request time
   */
  async function hiddenIds(
    known: Cache,
    reading: FullReading | undefined,
    idsBefore: (time: number) => Promise<string[]>,
  ): Promise<Set<string>> {
    known.hidden ??= reading
      ? unlistedIds(await idsBefore(reading.requestedAt), reading)
      : new Set();
    return known.hidden;
  }

  /** Lists the unchanged rows of an answer that the last complete reading lacked. */
  async function listAgain(
    transaction: WriteTransaction,
    ids: readonly string[],
  ): Promise<readonly string[]> {
    const meta = transaction.objectStore('meta');
    const known = cacheOf(transaction.db);
    if (ids.length === 0 || known.hidden?.size === 0) return [];
    const reading = (await meta.get(META.reading)) as FullReading | undefined;
    const seenAt = transaction.objectStore('reports').index('seenAt');
    const hidden = await hiddenIds(known, reading, (time) => seenAt.getAllKeys(before(time)));
    const shown = ids.filter((id) => hidden.has(id));
    if (reading === undefined || shown.length === 0) return [];
    for (const id of shown) hidden.delete(id);
    await meta.put({ ...reading, ids: [...reading.ids, ...shown] }, META.reading);
    return shown;
  }

  /** Removes rows beyond the limit. */
  async function trim(transaction: WriteTransaction): Promise<void> {
    const reports = transaction.objectStore('reports');
    const known = cacheOf(transaction.db);
    known.size ??= await reports.count();
    if (known.size <= mostRows) return;
    // Further rows are removed at once, because finding them reads all keys.
    const excess = Math.ceil(known.size - mostRows + mostRows / 100);
    const reading = (await transaction.objectStore('meta').get(META.reading)) as
      | FullReading
      | undefined;
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
    await apply(transaction, retention.beyondRowLimit(oldest, excess, marked));
  }

  /** Carries out a removal. This is the only function that removes rows and past results. */
  async function apply(
    transaction: WriteTransaction,
    { rows, results, joining, deletedId }: retention.Removal,
  ): Promise<void> {
    const stores = {
      reports: transaction.objectStore('reports'),
      results: transaction.objectStore('results'),
      deletedReports: transaction.objectStore('deletedReports'),
    };
    const known = cacheOf(transaction.db);
    const existing = await Promise.all(rows.map((id) => stores.reports.count(id)));
    if (known.size !== null) known.size -= existing.filter((count) => count > 0).length;
    for (const id of rows) known.hidden?.delete(id);
    await Promise.all([
      ...rows.map((id) => stores.reports.delete(id)),
      ...results.map((key) => stores.results.delete(key)),
      ...(deletedId === null ? [] : [stores.deletedReports.put({ id: deletedId })]),
    ]);
    await join(transaction, joining);
  }

  /** Adds past results, and removes those beyond the limit of a page. */
  async function join(
    transaction: WriteTransaction,
    results: readonly ResultRecord[],
  ): Promise<void> {
    const store = transaction.objectStore('results');
    await Promise.all(results.map((result) => store.put(result)));
    const pages = [...new Set(results.map(({ page }) => page))];
    const keys = await Promise.all(pages.map((page) => store.getAllKeys(allOf(page))));
    const crowded = keys.filter(({ length }) => length > retention.MAX_RESULTS_OF_PAGE);
    if (crowded.length === 0) return;
    const marked = markedPages(await transaction.objectStore('marks').getAll());
    for (const ofPage of crowded) {
      await apply(transaction, retention.beyondResultLimit(ofPage, marked));
    }
  }

  return {
    async put(answered) {
      const changed = new Set<string>();
      await write(async (transaction) => {
        changed.clear();
        const known = cacheOf(transaction.db);
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
            if (former === undefined) {
              if (known.size !== null) known.size += 1;
            } else {
              await apply(transaction, retention.afterReplacement(former, next));
            }
            known.hidden?.delete(record.id);
            if (!hasOtherReport(former, next)) return;
            changed.add(next.page);
            if (former !== undefined) changed.add(former.page);
          }),
        );
        for (const id of await listAgain(transaction, unchanged)) {
          const row = answered.find((record) => record.id === id);
          if (row !== undefined) changed.add(row.page);
        }
        await trim(transaction);
      });
      return changed;
    },
    putPast: (results) => write((transaction) => join(transaction, results)),
    restore: (records) =>
      write(async (transaction) => {
        const known = cacheOf(transaction.db);
        known.size ??= await transaction.objectStore('reports').count();
        const merge = await mergeRecords(transaction, records, mostRows - known.size);
        await join(transaction, merge.missingResults);
        known.size += merge.addedRows;
        // The last complete reading may lack a restored row.
        known.hidden = null;
        return merge.restored;
      }),
    removeDeleted: (reportId, isPrivate) =>
      write(async (transaction) => {
        const results = await transaction
          .objectStore('results')
          .index('reportId')
          .getAllKeys(reportId);
        const rows = await transaction.objectStore('reports').count(reportId);
        await apply(transaction, retention.afterDeletion(reportId, results, isPrivate));
        return rows + results.length > 0;
      }),
    removeGone: (reportId) =>
      write(async (transaction) => {
        const row = await transaction.objectStore('reports').get(reportId);
        await apply(transaction, retention.afterLoss(row));
        return row !== undefined;
      }),
    pages: (keys) =>
      read((database) => {
        const transaction = database.transaction(['reports', 'results']);
        const [reports, results] = [
          transaction.objectStore('reports').index('page'),
          transaction.objectStore('results'),
        ];
        return Promise.all(
          keys.map(async (page): Promise<PageRecords> => {
            const [own, past] = await Promise.all([
              reports.getAll(allOf(page), MAX_REPORTS_OF_PAGE),
              results.getAll(allOf(page)),
            ]);
            return { reports: own.map(({ report }) => report), past };
          }),
        );
      }),
    reports: (ids) =>
      read(async (database) => {
        const { store } = database.transaction('reports');
        const records = await Promise.all(ids.map((id) => store.get(id)));
        return records.map((record) => record?.report);
      }),
    found: (ids) =>
      read(async (database) => {
        const { store } = database.transaction('reports');
        const records = await Promise.all(ids.map((id) => store.get(id)));
        return new Map(
          records.flatMap((record) => (record?.found ? [[record.id, record.found] as const] : [])),
        );
      }),
    ages: (keys) =>
      read(async (database) => {
        const index = database.transaction('reports').store.index('page');
        const ages = new Map<string, number>();
        await Promise.all(
          keys.map(async (page) => {
            const first = await index.openKeyCursor(allOf(page));
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
          transaction.objectStore('meta').get(META.reading) as Promise<FullReading | undefined>,
          reports.count(),
          reports.index('age').getAll(range, most),
        ]);
        if (reading === undefined) return null;
        const seenAt = reports.index('seenAt');
        const hidden = await hiddenIds(cacheOf(database), reading, (time) =>
          seenAt.getAllKeys(before(time)),
        );
        const last = records.length === most ? records.at(-1) : undefined;
        return {
          records: records.filter(({ id }) => !hidden.has(id)),
          after: last === undefined ? null : [last.age, last.id],
          count: all - hidden.size,
          reading,
        };
      }),
    noteReading: (noted, shownSince) =>
      write(async (transaction) => {
        const { requestedAt, readAt, reportIds, total } = noted;
        const reading: FullReading = {
          requestedAt,
          readAt,
          difference: 0,
          ids: [...new Set([...reportIds, ...shownSince])],
          coverage: coverageOf(noted),
        };
        const reports = transaction.objectStore('reports');
        const former = await reports.index('seenAt').getAllKeys(before(requestedAt));
        const hidden = unlistedIds(former, reading);
        const all = await reports.count();
        const difference = total - (all - hidden.size);
        await transaction.objectStore('meta').put({ ...reading, difference }, META.reading);
        cacheOf(transaction.db).hidden = hidden;
      }),
    candidates: (starts) =>
      read(async (database) => {
        const { store } = database.transaction('reports');
        const idsWith = (start: string, most: number) =>
          store.index('words').getAllKeys(IDBKeyRange.bound(start, `${start}\uffff`), most);
        // Of common starts, the longest chooses best.
        const longestFirst = starts.toSorted((one, other) => other.length - one.length);
        const first = await Promise.all(longestFirst.map((start) => idsWith(start, COMMON_START)));
        const rare = first.filter((ids) => ids.length < COMMON_START);
        const chosen =
          rare.length > 0 || starts.length === 1
            ? rare
            : await Promise.all(
                longestFirst.slice(0, MAX_COMPARED).map((start) => idsWith(start, MAX_KEYS)),
              );
        const [fewest, ...others] = chosen
          .toSorted((one, other) => one.length - other.length)
          .map((ids) => new Set(ids));
        const left = [...(fewest ?? new Set(first[0]))].filter((id) =>
          others.every((ids) => ids.has(id)),
        );
        const latest = left.sort((one, other) => (isLaterId(one, other) ? -1 : 1));
        const records = await Promise.all(
          latest.slice(0, MAX_CANDIDATES).map((id) => store.get(id)),
        );
        return records.flatMap((record) =>
          record && hasWords(record.words, starts) ? record : [],
        );
      }),
    latestTime: () =>
      read(async (database) => {
        const transaction = database.transaction(['reports', 'meta']);
        const [last, reading] = await Promise.all([
          transaction.objectStore('reports').index('seenAt').openKeyCursor(null, 'prev'),
          transaction.objectStore('meta').get(META.reading) as Promise<FullReading | undefined>,
        ]);
        return Math.max(last?.key ?? 0, reading?.requestedAt ?? 0);
      }),
  };
}

/** All keys that begin with a page: arrays sort after numbers and texts. */
function allOf(page: string): IDBKeyRange {
  return IDBKeyRange.bound([page], [page, []]);
}

/** All request times before another one. */
function before(time: number): IDBKeyRange {
  return IDBKeyRange.upperBound(time, true);
}
