import { storage } from 'wxt/utils/storage';
import type { Keeping } from '@/lib/private-windows';
import type { StoredEntry } from '@/lib/storage/stored-item';
import type { Task } from '@/lib/task/task';
import { taskItems } from '@/lib/task/task-items';
import { Batch, type BatchEnd, type BatchPlace, batchTaskId } from './batch';
import {
  BatchRow,
  isMade,
  ROWS_IN_VALUE,
  taskOfRow,
  urlOfRow,
  valueName,
  valueNames,
  valueNumber,
} from './batch-row';
import { createRefusalRuns, type RefusalRuns } from './refusal-runs';
import { createRowCounts, type EndedCounts, isStuck } from './row-counts';

/** The batches of one connection, and how their rows stand. */
export interface BatchBook {
  /** Reads what an earlier worker has stored, and gives what is left to do. Rejects when the store fails. */
  load(): Promise<Task[]>;
  /** The newest first. */
  all(): readonly Batch[];
  get(id: string): Batch | undefined;
  /** Takes in a new batch, without its rows, and takes it out again. Neither is stored. */
  add(batch: Batch): void;
  takeOut(id: string): void;
  /** Takes in a batch as it is now, and stores it; rejects, as if nothing were, where that fails. */
  put(batch: Batch): Promise<void>;
  /** Forgets a batch and all of its rows. */
  remove(id: string): Promise<void>;
  /** Takes in how a row stands; `write` or what `entries` gives stores it. */
  note(place: BatchPlace, row: BatchRow): void;
  /** What is to be stored, by its key, for some rows, and for the batches where one is new. */
  entries(places: readonly BatchPlace[], hasNewBatch?: boolean): StoredEntry[];
  /** Stores how some rows stand; rejects where the browser does not take it. */
  write(places: readonly BatchPlace[]): Promise<void>;
  /** How many rows have ended by themselves. */
  ended(id: string): EndedCounts;
  /** Whether a report was made by a row. */
  hasReport(id: string): boolean;
  /** The first address that was asked for; null where it cannot be read. */
  firstUrl(id: string): string | null;
  /** The batches whose password is gone. */
  locked: Set<string>;
  /** Whether nothing of a batch goes out for now: it is paused, or its password is gone. */
  isHeld(id: string): boolean;
  /** What this worker has heard of refusals. */
  refusals: RefusalRuns;
}

const KEEPINGS = ['disk', 'memory'] as const;

/** With more rows that need a person, all of a batch are read when the worker starts. */
const MOST_STUCK = 200;

/**
 * Makes the book. What cannot be read is left where it stands: another version may have written it.
 * @param signal aborts when nothing more may be stored
 */
export function createBatchBook(connectionId: string, signal: AbortSignal): BatchBook {
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
  const counts = createRowCounts();
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

  function take({ id, row: at }: BatchPlace, row: BatchRow): BatchRow | undefined {
    const all = rowsOf(id);
    const before = all[at];
    all[at] = row;
    rows.set(id, all);
    return before;
  }

  function note(place: BatchPlace, row: BatchRow): void {
    const { id } = place;
    counts.note(id, take(place, row), row);
  }

  function firstUrl(id: string): string | null {
    const [first] = rowsOf(id);
    return first === undefined ? (get(id)?.ended?.firstUrl ?? null) : urlOfRow(first);
  }

  function endOf(id: string): BatchEnd | null {
    if (counts.goingCount(id) > 0) return null;
    const stuck = rowsOf(id).flatMap((row, at) => (isStuck(row) ? [at] : []));
    const isPart = stuck.length > MOST_STUCK || unreadRows.size > 0;
    return isPart ? null : { ...counts.ended(id), firstUrl: firstUrl(id), stuck };
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
    return Array.from(rowsOf(id).slice(first, first + ROWS_IN_VALUE), (row, offset) => {
      const name = batchTaskId({ id, row: first + offset });
      return unreadRows.has(name) ? unreadRows.get(name) : row;
    });
  }

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

  async function write(of: readonly BatchPlace[]): Promise<void> {
    if (!signal.aborted && of.length > 0) await storage.setItems(entries(of));
  }

  function takeOut(id: string): void {
    batches = batches.filter((one) => one.id !== id);
    rows.delete(id);
    counts.remove(id);
  }

  /** The rows of a batch that matter from now on. */
  async function readRows(batch: Batch): Promise<(Task | null)[]> {
    const { id, ended } = batch;
    const all = valueNames(batch);
    const needed = ended && new Set(ended.stuck.map((row) => valueName(id, valueNumber(row))));
    const names = needed === null ? all : all.filter((name) => needed.has(name));
    const values = await placeOf(batch.keeping).rows.read(names);
    if (ended !== null) counts.begin(id, { done: ended.done, gone: ended.gone });
    return names.flatMap((name) => {
      const first = all.indexOf(name) * ROWS_IN_VALUE;
      return (values.get(name) ?? []).map((raw, offset) => {
        const place = { id, row: first + offset };
        const row = BatchRow.safeParse(raw).data;
        if (row === undefined) {
          console.warn('A stored row cannot be read:', batchTaskId(place));
          unreadRows.set(batchTaskId(place), raw);
          return null;
        }
        if (ended === null) note(place, row);
        else take(place, row);
        return taskOfRow(batch, place.row, row);
      });
    });
  }

  return {
    async load() {
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
    all: () => batches,
    get,
    add(batch) {
      batches = [batch, ...batches];
    },
    takeOut,
    async put(batch) {
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
    async remove(id) {
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
    ended: counts.ended,
    hasReport: (id) =>
      [...rows.values()].flat().some((row) => isMade(row) && row.report?.id === id),
    firstUrl,
    locked,
    isHeld: (id) => locked.has(id) || get(id)?.isPaused === true,
    refusals: createRefusalRuns(),
  };
}
