import type { Database } from './history-schema';
import { changedMark, type Marks, type MarksChange, openMarks } from './marks';

/** The marks of a connection. Each function is one transaction, and rejects if it fails. */
export interface StoredMarks {
  /** Returns the open marks. */
  open(): Promise<Marks>;
  /**
   * Applies a change, and returns the open marks.
   * @param now ISO 8601
   * @returns null if the limit of open marks refuses the new one
   */
  change(change: MarksChange, now: string): Promise<Marks | null>;
}

export function createStoredMarks({ read, write }: Database): StoredMarks {
  return {
    open: () => read(async (database) => openMarks(await database.getAll('marks'))),
    change: (change, now) =>
      write(async (transaction) => {
        const store = transaction.objectStore('marks');
        const mark = changedMark(await store.getAll(), change, now);
        if (mark === 'full') return null;
        if (mark !== null) await store.put(mark);
        return openMarks(await store.getAll());
      }),
  };
}
