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
import { type MarkChange, type MarksUndo, markChanges, undoneMarks } from './marks-undo';

/** The marks after a change. */
export interface ChangedMarks {
  marks: Marks;
  /** The change of each mark, for *Undo*; empty if nothing has changed. */
  changes: readonly MarkChange[];
}

/** The marks of a connection. Each function is one transaction, and rejects if it fails. */
export interface StoredMarks {
  /** Returns the open marks, and the last closed tickets. */
  shown(): Promise<Marks>;
  /** Whether a due mark is open. Reads no other marks. */
  hasDue(): Promise<boolean>;
  /** Returns the open mutes that apply to each page, in the order of the page keys. */
  mutes(pages: readonly string[]): Promise<PageMute[][]>;
  /**
   * Applies a change, or undoes changes.
   * @param now ISO 8601
   * @returns the limit that refuses the change; null if a mark has changed since the changes to undo
   */
  change(change: MarksChange | MarksUndo, now: string): Promise<ChangedMarks | MarksLimit | null>;
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
        const records = await store.getAll();
        const changed =
          change.kind === 'undo'
            ? undoneMarks(records, change.changes, now)
            : changedMarks(records, change, now);
        if (changed === null || 'most' in changed) return changed;
        await Promise.all(changed.map((mark) => store.put(mark)));
        return {
          marks: shownMarks(await store.getAll()),
          changes: markChanges(records, changed),
        };
      }),
  };
}
