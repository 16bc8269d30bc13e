import { mutesOfPages, type PageMute } from '@/lib/report/mutes';
import type { Database } from './history-schema';
import {
  changedMarks,
  keysOfKind,
  type Marks,
  type MarksChange,
  type MarksLimit,
  openMarks,
  openMutes,
  shownMarks,
} from './marks';

/** The marks of a connection. Each function is one transaction, and rejects if it fails. */
export interface StoredMarks {
  /** Returns the open marks, and the last closed tickets. */
  shown(): Promise<Marks>;
  /** Whether a due mark is open. Reads no other marks. */
  hasDue(): Promise<boolean>;
  /** Returns the open mutes that apply to each page, in the order of the page keys. */
  mutes(pages: readonly string[]): Promise<PageMute[][]>;
  /**
   * Applies a change, and returns the marks like `shown`.
   * @param now ISO 8601
   * @returns the limit that refuses the change
   */
  change(change: MarksChange, now: string): Promise<Marks | MarksLimit>;
}

export function createStoredMarks({ read, write }: Database): StoredMarks {
  return {
    shown: () => read(async (database) => shownMarks(await database.getAll('marks'))),
    hasDue: () =>
      read(
        async (database) =>
          openMarks(await database.getAll('marks', keysOfKind('due'))).due.length > 0,
      ),
    mutes: (pages) =>
      read(async (database) => {
        const records = await database.getAll('marks', keysOfKind('mute'));
        return mutesOfPages(openMutes(records), pages);
      }),
    change: (change, now) =>
      write(async (transaction) => {
        const store = transaction.objectStore('marks');
        const changed = changedMarks(await store.getAll(), change, now);
        if ('most' in changed) return changed;
        await Promise.all(changed.map((mark) => store.put(mark)));
        return shownMarks(await store.getAll());
      }),
  };
}
