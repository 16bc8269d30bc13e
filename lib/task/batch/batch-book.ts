import { storage } from 'wxt/utils/storage';
import type { Keeping } from '@/lib/private-windows';
import type { StoredEntry } from '@/lib/storage/stored-item';
import type { Standing } from '@/lib/task/standing';
import { taskItems } from '@/lib/task/store/task-items';
import type { Task } from '@/lib/task/task';
import { Batch, type BatchEnd, type BatchLine, type BatchPlace, batchTaskId } from './batch';
import {
  BatchRow,
  isUntouched,
  ROWS_IN_VALUE,
  standingOfRow,
  taskOfRow,
  urlOfRow,
  valueName,
  valueNames,
  valueNumber,
} from './batch-row';
import { createRefusalRuns } from './refusal-runs';

/** The batches of one connection, and how their rows stand. */
export type BatchBook = ReturnType<typeof createBatchBook>;

/** How many rows of a batch stand so; those that were taken back aside. */
export type RowCounts = Pick<BatchLine, 'waiting' | 'underWay' | 'failed' | 'done' | 'gone'>;

const NO_ROWS: RowCounts = { waiting: 0, underWay: 0, failed: 0, done: 0, gone: 0 };

const KEEPINGS = ['disk', 'memory'] as const;

/** With more rows that need a person, all of a batch are read when the worker starts. */
const MOST_STUCK = 200;

/**
 * Makes the book. What cannot be read is left where it stands: another version may have written it.
 * @param signal aborts when nothing more may be stored
 */
export function createBatchBook(connectionId: string, signal: AbortSignal) {
  const placeOf = (keeping: Keeping) => ({
    item: taskItems.batches(connectionId, keeping),
    rows: taskItems.batchRows(connectionId, keeping),
  });
  let batches: readonly Batch[] = [];
  const unreadBatches = new Map<Keeping, readonly unknown[]>();
  /** Those that were read: of a batch that has ended, few are. */
  const rows = new Map<string, BatchRow[]>();
  /** Rows that cannot be read, as they are stored, by the names of their tasks. */
  const unreadRows = new Map<string, unknown>();
  const counts = new Map<string, RowCounts>();
  /** Of each batch a place before which every row has begun. */
  const begun = new Map<string, number>();
  /** The batches whose password is gone. */
  const locked = new Set<string>();

  const rowsOf = (id: string) => rows.get(id) ?? [];
  const get = (id: string) => batches.find((one) => one.id === id);
  /** The batches that are kept so, as they are stored. */
  function entryOf(kept: Keeping): StoredEntry {
    const others = unreadBatches.get(kept) ?? [];
    return placeOf(kept).item.entry([
      ...batches.filter(({ keeping }) => keeping === kept),
      ...others,
    ]);
  }

  function replace(batch: Batch): void {
    batches = batches.map((one) => (one.id === batch.id ? batch : one));
  }

  const countsOf = (id: string) => counts.get(id) ?? NO_ROWS;

  function count(id: string, row: BatchRow | undefined, by: 1 | -1): void {
    const name = row === undefined ? null : countOf(row);
    if (name === null) return;
    const now = countsOf(id);
    counts.set(id, { ...now, [name]: now[name] + by });
  }

  /** Takes in how a row stands; `write` or what `entries` gives stores it. */
  function note({ id, row: at }: BatchPlace, row: BatchRow): void {
    const all = rowsOf(id);
    count(id, all[at], -1);
    count(id, row, 1);
    all[at] = row;
    rows.set(id, all);
    if (isUntouched(row)) begun.set(id, Math.min(begun.get(id) ?? 0, at));
  }

  /** The tasks of a batch that have never gone out, in order. */
  function* untouched(id: string): Iterable<Task> {
    const batch = get(id);
    if (batch === undefined || countsOf(id).waiting === 0) return;
    const all = rowsOf(id);
    let isFirst = true;
    for (let at = begun.get(id) ?? 0; at < all.length; at += 1) {
      const row = all[at];
      if (row === undefined || !isUntouched(row)) continue;
      if (isFirst) begun.set(id, at);
      isFirst = false;
      const task = taskOfRow(batch, at, row);
      if (task !== null) yield task;
    }
  }

  function firstUrl(id: string): string | null {
    const [first] = rowsOf(id);
    return first === undefined ? (get(id)?.ended?.firstUrl ?? null) : urlOfRow(first);
  }

  function endOf(id: string): BatchEnd | null {
    const { waiting, underWay, done, gone } = countsOf(id);
    if (waiting + underWay > 0) return null;
    const stuck = rowsOf(id).flatMap((row, at) => (countOf(row) === 'failed' ? [at] : []));
    const isPart = stuck.length > MOST_STUCK || unreadRows.size > 0;
    return isPart ? null : { done, gone, firstUrl: firstUrl(id), stuck };
  }

  /** Notes which of some batches have ended or go on again; true where that is news to the store. */
  function noteEnds(ids: ReadonlySet<string>): boolean {
    let isNews = false;
    for (const batch of [...ids].flatMap((id) => get(id) ?? [])) {
      const ended = endOf(batch.id);
      if (JSON.stringify(ended) === JSON.stringify(batch.ended)) continue;
      replace({ ...batch, ended });
      isNews = true;
    }
    return isNews;
  }

  /** What stands in one value. */
  function valueAt(id: string, at: number): unknown[] {
    const first = at * ROWS_IN_VALUE;
    const left = (get(id)?.size ?? 0) - first;
    return Array.from({ length: Math.min(ROWS_IN_VALUE, left) }, (_, offset) => {
      const row = first + offset;
      const name = batchTaskId({ id, row });
      return unreadRows.has(name) ? unreadRows.get(name) : rowsOf(id)[row];
    });
  }

  /** What is to be stored, by its key, for some rows, and for the batches where one is new. */
  function entries(of: readonly BatchPlace[], hasNewBatch = false): StoredEntry[] {
    const values = new Map(of.map(({ id, row }) => [valueName(id, valueNumber(row)), { id, row }]));
    const ids = new Set(of.map(({ id }) => id));
    const isNews = noteEnds(ids);
    const keepings = new Set([...ids].map((id) => get(id)?.keeping ?? 'disk'));
    const ofRows = [...values].map(([name, { id, row }]) =>
      placeOf(get(id)?.keeping ?? 'disk').rows.entry(name, valueAt(id, valueNumber(row))),
    );
    return hasNewBatch || isNews ? [...[...keepings].map(entryOf), ...ofRows] : ofRows;
  }

  /** Stores how some rows stand; rejects where the browser does not take it. */
  async function write(of: readonly BatchPlace[]): Promise<void> {
    if (!signal.aborted && of.length > 0) await storage.setItems(entries(of));
  }

  function takeOut(id: string): void {
    batches = batches.filter((one) => one.id !== id);
    rows.delete(id);
    counts.delete(id);
    begun.delete(id);
  }

  /** The rows of a batch that matter from now on. */
  async function readRows(batch: Batch): Promise<(Task | null)[]> {
    const { id, ended } = batch;
    const all = valueNames(batch);
    const needed = ended && new Set(ended.stuck.map((row) => valueName(id, valueNumber(row))));
    const names = needed === null ? all : all.filter((name) => needed.has(name));
    const values = await placeOf(batch.keeping).rows.read(names);
    const open = names.flatMap((name) => {
      const first = all.indexOf(name) * ROWS_IN_VALUE;
      return (values.get(name) ?? []).map((raw, offset) => {
        const place = { id, row: first + offset };
        const row = BatchRow.safeParse(raw).data;
        if (row === undefined) {
          console.warn('A stored row cannot be read:', batchTaskId(place));
          unreadRows.set(batchTaskId(place), raw);
          return null;
        }
        note(place, row);
        return isUntouched(row) ? null : taskOfRow(batch, place.row, row);
      });
    });
    // Its other rows were not read.
    if (ended) counts.set(id, { ...countsOf(id), done: ended.done, gone: ended.gone });
    return open;
  }

  return {
    /** Reads what an earlier worker has stored, and gives the tasks that have begun. Rejects when the store fails. */
    async load(): Promise<Task[]> {
      const found: Batch[] = [];
      for (const keeping of KEEPINGS) {
        const all = ((await placeOf(keeping).item.read()) ?? []).map((raw) => ({
          raw,
          batch: Batch.safeParse(raw),
        }));
        found.push(...all.flatMap(({ batch }) => batch.data ?? []));
        const unread = all.flatMap(({ raw, batch }) => (batch.success ? [] : [raw]));
        unreadBatches.set(keeping, unread);
        if (unread.length > 0) console.warn('Stored batches cannot be read:', unread.length);
      }
      const newestFirst = (one: Batch, other: Batch) => (one.askedAt < other.askedAt ? 1 : -1);
      batches = found.sort(newestFirst);
      const left: (Task | null)[] = [];
      for (const batch of batches) left.push(...(await readRows(batch)));
      return left.filter((task) => task !== null);
    },
    /** The newest first. */
    all: () => batches,
    get,
    /** Takes in a new batch with its rows, and takes it out again. Neither is stored. */
    add(batch: Batch, added: readonly BatchRow[]): void {
      batches = [batch, ...batches];
      added.forEach((row, at) => {
        note({ id: batch.id, row: at }, row);
      });
    },
    takeOut,
    /** Takes in a batch as it is now, and stores it; rejects, as if nothing were, where that fails. */
    async put(batch: Batch): Promise<void> {
      const former = get(batch.id);
      // At once: nothing more is to go out of a batch that pauses.
      replace(batch);
      try {
        if (!signal.aborted) await storage.setItems([entryOf(batch.keeping)]);
      } catch (error) {
        if (former) replace(former);
        throw error;
      }
    },
    /** Forgets a batch and all of its rows. */
    async remove(id: string): Promise<void> {
      const batch = get(id);
      if (batch === undefined) return;
      // Rows that no batch names would never be removed.
      await placeOf(batch.keeping).rows.remove(valueNames(batch));
      takeOut(id);
      if (!signal.aborted) await storage.setItems([entryOf(batch.keeping)]);
    },
    note,
    entries,
    write,
    untouched,
    /** Whether a row has never gone out. */
    isUntouched({ id, row: at }: BatchPlace): boolean {
      const row = rowsOf(id)[at];
      return row !== undefined && isUntouched(row);
    },
    /** The tasks about some reports that have never gone out. */
    untouchedAbout(reportIds: ReadonlySet<string>): Task[] {
      const isAbout = (row: BatchRow) =>
        typeof row === 'object' && isUntouched(row) && reportIds.has(row.id);
      return batches
        .filter(({ id }) => countsOf(id).waiting > 0)
        .flatMap((batch) =>
          rowsOf(batch.id).flatMap((row, at) =>
            isAbout(row) ? (taskOfRow(batch, at, row) ?? []) : [],
          ),
        );
    },
    counts: countsOf,
    /** Whether a report was made by a row. */
    hasReport: (id: string): boolean => [...rows.values()].flat().some((row) => isMadeOf(row, id)),
    /** The first address that was asked for; null where it cannot be read. */
    firstUrl,
    locked,
    /** Whether nothing of a batch goes out for now: it is paused, or its password is gone. */
    isHeld: (id: string): boolean => locked.has(id) || get(id)?.isPaused === true,
    /** What this worker has heard of refusals. */
    refusals: createRefusalRuns(),
  };
}

/** What a row is counted as; null where it was taken back. */
function countOf(row: BatchRow): keyof RowCounts | null {
  return COUNTED[standingOfRow(row).name];
}

const COUNTED: Record<Standing['name'], keyof RowCounts | null> = {
  waiting: 'waiting',
  sent: 'underWay',
  unknown: 'underWay',
  stuck: 'failed',
  done: 'done',
  gone: 'gone',
  cancelled: null,
};

function isMadeOf(row: BatchRow, reportId: string): boolean {
  return typeof row === 'object' && 'about' in row && row.report?.id === reportId;
}
