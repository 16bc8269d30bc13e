import type { QueueView } from '@/lib/submission/queue-view';
import { highestId } from '@/lib/submission/submission-match';

/**
 * The highest ids of all reports that were seen, null where ids are no numbers. What private windows
 * have read counts for their submissions alone, since those of others are on the disk.
 */
export interface NewestIds {
  restore(view: QueueView | undefined, privateView: QueueView | undefined): void;
  note(ids: readonly string[], isPrivateWindow: boolean): void;
  of(isPrivateWindow: boolean): string | null;
}

/**
 * Makes the knowledge of a worker that has seen none.
 * @param isPrivate whether a report was asked for in a private window
 */
export function createNewestIds(isPrivate: (id: string) => boolean): NewestIds {
  let ordinary: string | null = null;
  let any: string | null = null;
  return {
    restore(view, privateView) {
      ordinary = view?.newestId ?? null;
      any = privateView?.newestId ?? ordinary;
    },
    note(ids, isPrivateWindow) {
      any = newestOf(any, ids);
      if (isPrivateWindow) return;
      ordinary = newestOf(
        ordinary,
        ids.filter((id) => !isPrivate(id)),
      );
    },
    of: (isPrivateWindow) => (isPrivateWindow ? any : ordinary),
  };
}

function newestOf(newest: string | null, ids: readonly string[]): string | null {
  if (ids.length === 0) return newest;
  return highestId(newest === null ? ids : [...ids, newest]);
}
