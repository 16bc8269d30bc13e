import type { Report } from '@/lib/report/report';
import { type Batch, type BatchPlace, batchTaskId } from './batch';
import { batchItems } from './batch-items';

/** The batches of one connection, and what has become of their creations. */
export interface BatchBook {
  /** Reads what an earlier worker has stored. Rejects when the store fails. */
  load(): Promise<void>;
  /** The newest first. */
  all(): readonly Batch[];
  get(id: string): Batch | undefined;
  /** All, with a new one among them: they are stored with its tasks, and then adopted. */
  including(batch: Batch): Batch[];
  adopt(batches: readonly Batch[]): void;
  /** Stores a batch as it is now, in place of the former; rejects where the browser does not take it. */
  put(batch: Batch): Promise<void>;
  /** Forgets a batch and what has become of its creations. */
  remove(id: string): Promise<void>;
  /** Whether what a creation has become is stored. */
  hasRow(place: BatchPlace): boolean;
  /** Stores what a creation has become. */
  noteRow(place: BatchPlace, url: string, report: Report | null): Promise<void>;
  /** Stores ratings that have come. */
  rate(reports: readonly Report[]): Promise<void>;
  doneCount(id: string): number;
  /** The ids of the reports without a rating, with their places. */
  unrated: ReadonlyMap<string, BatchPlace>;
  /** The batches whose password is gone. */
  locked: Set<string>;
}

/** More are nobody's concern; the oldest goes, once nothing of it is open. */
export const MOST_BATCHES = 10;

/**
 * Makes the book.
 * @param signal aborts when nothing more may be stored
 */
export function createBatchBook(connectionId: string, signal: AbortSignal): BatchBook {
  const item = batchItems.all(connectionId);
  const rows = batchItems.rows(connectionId);
  let batches: readonly Batch[] = [];
  const done = new Map<string, Set<number>>();
  const unrated = new Map<string, BatchPlace>();

  function take(place: BatchPlace, report: Report | null): void {
    const made = done.get(place.id) ?? new Set();
    done.set(place.id, made.add(place.row));
    if (report?.result === null) unrated.set(report.id, place);
    else if (report) unrated.delete(report.id);
  }

  function placesOf({ id, size }: Batch): BatchPlace[] {
    return Array.from({ length: size }, (_, row) => ({ id, row }));
  }

  async function keep(next: readonly Batch[]): Promise<void> {
    if (!signal.aborted) await item.write([...next]);
    batches = next;
  }

  async function remove(id: string): Promise<void> {
    const batch = batches.find((one) => one.id === id);
    if (batch === undefined) return;
    // Rows that no batch names would never be removed.
    await rows.remove(placesOf(batch).map(batchTaskId));
    for (const [reportId, place] of unrated) if (place.id === id) unrated.delete(reportId);
    done.delete(id);
    await keep(batches.filter((one) => one !== batch));
  }

  return {
    async load() {
      batches = (await item.read()) ?? [];
      for (const batch of batches) {
        const places = placesOf(batch);
        const stored = await rows.read(places.map(batchTaskId));
        for (const place of places) {
          const row = stored.get(batchTaskId(place));
          if (row) take(place, row.report);
        }
      }
    },
    all: () => batches,
    get: (id) => batches.find((one) => one.id === id),
    including: (batch) => [batch, ...batches],
    adopt(next) {
      batches = next;
    },
    put: (batch) => keep(batches.map((one) => (one.id === batch.id ? batch : one))),
    remove,
    hasRow: ({ id, row }) => done.get(id)?.has(row) ?? false,
    async noteRow(place, url, report) {
      take(place, report);
      if (signal.aborted) return;
      await rows.write(new Map([[batchTaskId(place), { url, report }]])).catch(() => {});
    },
    async rate(reports) {
      const named = reports.flatMap((report) => {
        const place = unrated.get(report.id);
        return place ? [{ name: batchTaskId(place), place, report }] : [];
      });
      const stored = await rows.read(named.map(({ name }) => name));
      for (const { place, report } of named) take(place, report);
      if (signal.aborted) return;
      const rated = named.flatMap(({ name, report }) => {
        const row = stored.get(name);
        return row ? [[name, { ...row, report }] as const] : [];
      });
      await rows.write(new Map(rated)).catch(() => {});
    },
    doneCount: (id) => done.get(id)?.size ?? 0,
    unrated,
    locked: new Set(),
  };
}
