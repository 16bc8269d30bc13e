import type { IDBPTransaction } from 'idb';
import { isLaterId } from '@/lib/report/report-id';
import { deleteHistory, listHistories } from './histories';
import {
  type HistoryDatabase,
  type HistorySchema,
  hasDatabases,
  isUnavailable,
  openHistoryDatabase,
} from './history-schema';
import { MOST_REPORTS_OF_PAGE, MOST_RESULTS_OF_PAGE } from './page-history';
import {
  type HistoryRecords,
  isChanged,
  type PageRecords,
  type ReportRecord,
  type ResultRecord,
  replacedResult,
} from './records';

type Transaction = IDBPTransaction<HistorySchema, ('reports' | 'results')[], 'readwrite'>;

/** So many reports are kept; beyond, those that were seen longest ago go, a tenth at a time. */
const MOST_REPORTS = 100_000;
/** A start that so many reports have is common: it does not choose among them where another is rarer. */
const COMMON_START = 150;
/** So many reports that have the rare starts are read, the latest. */
const MOST_CANDIDATES = 60;
/** A transaction that fails is tried so often in all. */
const MOST_ATTEMPTS = 3;

/** Deletes the databases of all connections but some. */
export async function deleteDatabases(keptId: string | null): Promise<void> {
  const others = (await listHistories()).filter(({ connectionId }) => connectionId !== keptId);
  await Promise.all(others.map(({ connectionId }) => deleteHistory(connectionId)));
}

/**
 * Opens the database of a connection; null where the browser has none, as Firefox that never remembers
 * history. It is closed when the signal aborts, and not opened after that.
 * @param most how many reports are kept
 */
export async function openDatabase(
  connectionId: string,
  signal: AbortSignal,
  most = MOST_REPORTS,
): Promise<HistoryRecords | null> {
  if (!hasDatabases()) return null;
  let opening: Promise<HistoryDatabase> | null = null;
  /** How many reports there are; null while they are not counted. */
  let size: number | null = null;

  function forget(): void {
    void opening?.then((database) => database.close()).catch(() => {});
    opening = null;
    size = null;
  }
  signal.addEventListener('abort', forget);

  function open(): Promise<HistoryDatabase> {
    signal.throwIfAborted();
    opening ??= openHistoryDatabase(connectionId, forget);
    return opening;
  }

  /** Does something with the database. After a failure it is opened anew. */
  async function run<T>(work: (database: HistoryDatabase) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work(await open());
      } catch (error) {
        forget();
        if (attempt === MOST_ATTEMPTS || signal.aborted) throw error;
      }
    }
  }

  function write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return run(async (database) => {
      const transaction = database.transaction(['reports', 'results'], 'readwrite');
      try {
        const [result] = await Promise.all([work(transaction), transaction.done]);
        return result;
      } catch (error) {
        transaction.done.catch(() => {});
        abort(transaction);
        throw error;
      }
    });
  }

  /** Makes room, where there are too many reports. */
  async function trim(transaction: Transaction): Promise<void> {
    const reports = transaction.objectStore('reports');
    size ??= await reports.count();
    if (size <= most) return;
    const oldest = await reports.index('seenAt').getAllKeys(null, size - most + most / 10);
    await Promise.all(oldest.map((id) => removeReport(transaction, id)));
    size -= oldest.length;
  }

  const records: HistoryRecords = {
    async put(all) {
      const changed = new Set<string>();
      let added = 0;
      await write(async (transaction) => {
        await Promise.all(
          all.map(async (record) => {
            const former = await transaction.objectStore('reports').get(record.id);
            await replace(transaction, former, record);
            added += Number(former === undefined);
            if (!isChanged(former, record)) return;
            changed.add(record.page);
            if (former !== undefined) changed.add(former.page);
          }),
        );
        if (size !== null) size += added;
        await trim(transaction);
      });
      return changed;
    },
    putPast: (results) =>
      write(async (transaction) => {
        await Promise.all(results.map((one) => keepResult(transaction, one)));
      }),
    remove: (reportId) =>
      write(async (transaction) => {
        const former = await transaction.objectStore('reports').get(reportId);
        await removeReport(transaction, reportId);
        if (size !== null && former !== undefined) size -= 1;
        return former?.page;
      }),
    pages: (keys) =>
      run((database) => {
        const transaction = database.transaction(['reports', 'results']);
        const [reports, results] = [
          transaction.objectStore('reports').index('page'),
          transaction.objectStore('results'),
        ];
        return Promise.all(
          keys.map(async (page): Promise<PageRecords> => {
            const [own, past] = await Promise.all([
              reports.getAll(allOf(page), MOST_REPORTS_OF_PAGE),
              results.getAll(allOf(page)),
            ]);
            return { reports: own.map(({ report }) => report), past };
          }),
        );
      }),
    reports: (ids) =>
      run(async (database) => {
        const { store } = database.transaction('reports');
        const found = await Promise.all(ids.map((id) => store.get(id)));
        return found.map((record) => record?.report);
      }),
    ages: (keys) =>
      run(async (database) => {
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
    newest: (number, after) =>
      run((database) => {
        const range = after && IDBKeyRange.lowerBound([...after], true);
        return database.getAllFromIndex('reports', 'age', range, number);
      }),
    countSeen: (since) =>
      run((database) =>
        database.countFromIndex('reports', 'seenAt', IDBKeyRange.lowerBound(since)),
      ),
    candidates: (starts) =>
      run(async (database) => {
        const { store } = database.transaction('reports');
        // Of common ones, the longest says most.
        const longestFirst = starts.toSorted((one, other) => other.length - one.length);
        const lists = await Promise.all(
          longestFirst.map((start) =>
            store
              .index('words')
              .getAllKeys(IDBKeyRange.bound(start, `${start}\uffff`), COMMON_START),
          ),
        );
        const [rarest = [], ...others] = lists.toSorted((one, other) => one.length - other.length);
        const rare = others.filter((ids) => ids.length < COMMON_START).map((ids) => new Set(ids));
        const left = [...new Set(rarest)].filter((id) => rare.every((ids) => ids.has(id)));
        const latest = left.sort((one, other) => (isLaterId(one, other) ? -1 : 1));
        const found = await Promise.all(
          latest.slice(0, MOST_CANDIDATES).map((id) => store.get(id)),
        );
        return found.filter((record) => record !== undefined);
      }),
    marks: () => run((database) => database.getAll('marks')),
    changeMarks: (put, removedKeys) =>
      run(async (database) => {
        const { store, done } = database.transaction('marks', 'readwrite');
        const changes = [
          ...put.map((mark) => store.put(mark)),
          ...removedKeys.map((key) => store.delete(key)),
        ];
        await Promise.all([...changes, done]);
      }),
  };
  try {
    await open();
  } catch (error) {
    forget();
    if (!signal.aborted && isUnavailable(error)) return null;
    throw error;
  }
  return records;
}

/** All keys that begin with a page: arrays sort after numbers and texts. */
function allOf(page: string): IDBKeyRange {
  return IDBKeyRange.bound([page], [page, []]);
}

async function replace(
  transaction: Transaction,
  former: ReportRecord | undefined,
  record: ReportRecord,
): Promise<void> {
  const { id, page } = record;
  await transaction.objectStore('reports').put(record);
  if (former === undefined) return;
  if (former.page !== page) return removeResults(transaction, id);
  const past = replacedResult(former, record);
  if (past !== null) await keepResult(transaction, past);
}

async function keepResult(transaction: Transaction, result: ResultRecord): Promise<void> {
  const results = transaction.objectStore('results');
  await results.put(result);
  const keys = await results.getAllKeys(allOf(result.page));
  const excess = keys.slice(0, Math.max(0, keys.length - MOST_RESULTS_OF_PAGE));
  await Promise.all(excess.map((key) => results.delete(key)));
}

/** A report that is gone takes its past results along. */
async function removeReport(transaction: Transaction, reportId: string): Promise<void> {
  await transaction.objectStore('reports').delete(reportId);
  await removeResults(transaction, reportId);
}

async function removeResults(transaction: Transaction, reportId: string): Promise<void> {
  const results = transaction.objectStore('results');
  const keys = await results.index('reportId').getAllKeys(reportId);
  await Promise.all(keys.map((key) => results.delete(key)));
}

/** One that has ended cannot be aborted any more. */
function abort(transaction: Transaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended.
  }
}
