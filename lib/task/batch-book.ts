import { storage } from 'wxt/utils/storage';
import { hasResult, type Report } from '@/lib/report/report';
import type { StoredEntry } from '@/lib/storage/stored-item';
import type { Batch, BatchPlace } from './batch';
import { batchItems } from './batch-items';
import {
  type BatchRow,
  ROWS_IN_VALUE,
  taskOfRow,
  urlOfRow,
  valueName,
  valueNames,
} from './batch-row';
import { createRefusalRuns, type RefusalRuns } from './refusal-runs';
import type { Task } from './task';

/** The batches of one connection, and how their creations stand. */
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
  /** Takes in how a creation stands; `write` or what `entries` gives stores it. */
  note(place: BatchPlace, row: BatchRow): void;
  /** What is to be stored, by its key, for some creations, and for the batches where one is new. */
  entries(places: readonly BatchPlace[], hasNewBatch?: boolean): StoredEntry[];
  /** Stores how some creations stand; rejects where the browser does not take it. */
  write(places: readonly BatchPlace[]): Promise<void>;
  /** Stores the results of reports that had none. */
  rate(reports: readonly Report[]): Promise<void>;
  doneCount(id: string): number;
  /** Whether a report is what a row has become. */
  hasReport(id: string): boolean;
  /** The first address that was asked for; null where it cannot be read. */
  firstUrl(id: string): string | null;
  /** The batches whose password is gone. */
  locked: Set<string>;
  /** What this worker has heard of refusals. */
  refusals: RefusalRuns;
}

/** More are nobody's concern; the oldest goes, once nothing of it is open. */
export const MOST_BATCHES = 10;

/**
 * Makes the book.
 * @param signal aborts when nothing more may be stored
 */
export function createBatchBook(connectionId: string, signal: AbortSignal): BatchBook {
  const item = batchItems.all(connectionId);
  const storedRows = batchItems.rows(connectionId);
  let batches: readonly Batch[] = [];
  /** Without those that cannot be read: they stay as they are. */
  const rows = new Map<string, BatchRow[]>();
  const done = new Map<string, number>();
  /** The places of reports without a result, by their ids. */
  const unrated = new Map<string, BatchPlace>();

  const rowsOf = (id: string) => rows.get(id) ?? [];

  function note(place: BatchPlace, row: BatchRow): void {
    const { id } = place;
    const all = rowsOf(id);
    if (isMade(row)) {
      if (!isMade(all[place.row])) done.set(id, (done.get(id) ?? 0) + 1);
      if (row.report && hasResult(row.report)) unrated.delete(row.report.id);
      else if (row.report) unrated.set(row.report.id, place);
    }
    all[place.row] = row;
    rows.set(id, all);
  }

  function entries(places: readonly BatchPlace[], hasNewBatch = false): StoredEntry[] {
    const values = new Map<string, BatchRow[]>();
    for (const { id, row } of places) {
      const at = Math.floor(row / ROWS_IN_VALUE);
      const name = valueName(id, at);
      if (values.has(name)) continue;
      values.set(name, rowsOf(id).slice(at * ROWS_IN_VALUE, (at + 1) * ROWS_IN_VALUE));
    }
    const all: StoredEntry[] = hasNewBatch
      ? [{ key: batchItems.key(connectionId), value: batches }]
      : [];
    for (const [name, value] of values) {
      all.push({ key: batchItems.rowsKey(connectionId, name), value });
    }
    return all;
  }

  async function write(places: readonly BatchPlace[]): Promise<void> {
    if (!signal.aborted && places.length > 0) await storage.setItems(entries(places));
  }

  function takeOut(id: string): void {
    batches = batches.filter((one) => one.id !== id);
    rows.delete(id);
    done.delete(id);
    for (const [reportId, place] of unrated) if (place.id === id) unrated.delete(reportId);
  }

  return {
    async load() {
      batches = (await item.read()) ?? [];
      const left: (Task | null)[] = [];
      for (const batch of batches) {
        const names = valueNames(batch);
        const stored = await storedRows.read(names);
        for (const [at, name] of names.entries()) {
          for (const [offset, row] of (stored.get(name) ?? []).entries()) {
            const place = { id: batch.id, row: at * ROWS_IN_VALUE + offset };
            note(place, row);
            left.push(taskOfRow(batch, place.row, row));
          }
        }
      }
      return left.filter((task) => task !== null);
    },
    all: () => batches,
    get: (id) => batches.find((one) => one.id === id),
    add(batch) {
      batches = [batch, ...batches];
    },
    takeOut,
    async put(batch) {
      const former = batches.find((one) => one.id === batch.id);
      const replace = (by: Batch) => {
        batches = batches.map((one) => (one.id === by.id ? by : one));
      };
      // At once: nothing more is to go out of a batch that pauses.
      replace(batch);
      try {
        if (!signal.aborted) await item.write([...batches]);
      } catch (error) {
        if (former) replace(former);
        throw error;
      }
    },
    async remove(id) {
      const batch = batches.find((one) => one.id === id);
      if (batch === undefined) return;
      // Rows that no batch names would never be removed.
      await storedRows.remove(valueNames(batch));
      takeOut(id);
      if (!signal.aborted) await item.write([...batches]);
    },
    note,
    entries,
    write,
    async rate(reports) {
      const places = reports.filter(hasResult).flatMap((report) => {
        const place = unrated.get(report.id);
        const row = place && rowsOf(place.id)[place.row];
        if (place === undefined || !isMade(row)) return [];
        note(place, { ...row, report });
        return [place];
      });
      await write(places).catch(() => {});
    },
    doneCount: (id) => done.get(id) ?? 0,
    hasReport: (id) =>
      [...rows.values()].flat().some((row) => isMade(row) && row.report?.id === id),
    firstUrl(id) {
      const [first] = rowsOf(id);
      return first === undefined ? null : urlOfRow(first);
    },
    locked: new Set(),
    refusals: createRefusalRuns(),
  };
}

function isMade(row: BatchRow | undefined): row is Extract<BatchRow, { state: 'made' }> {
  return typeof row === 'object' && row.state === 'made';
}
