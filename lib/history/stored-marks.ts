import type { Database } from './history-schema';
import { changedMarks, type Marks, type MarksChange, shownMarks } from './marks';

/** The marks of a connection. Each function is one transaction, and rejects if it fails. */
export interface StoredMarks {
  /** Returns the open marks, and the last closed tickets. */
  shown(): Promise<Marks>;
  /**
   * Applies a change, and returns the marks like `shown`.
   * @param now ISO 8601
   * @returns null if the limit of open marks is reached
   */
  change(change: MarksChange, now: string): Promise<Marks | null>;
}

export function createStoredMarks({ read, write }: Database): StoredMarks {
  return {
    shown: () => read(async (database) => shownMarks(await database.getAll('marks'))),
    change: (change, now) =>
      write(async (transaction) => {
        const store = transaction.objectStore('marks');
        const changed = changedMarks(await store.getAll(), change, now);
        if (changed === 'full') return null;
        await Promise.all(changed.map((mark) => store.put(mark)));
        return shownMarks(await store.getAll());
      }),
  };
}
