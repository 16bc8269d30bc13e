import type { StoredItem } from '@/lib/stored-item';

/** The item, changed no more once the signal aborts. */
export function untilAborted<T>(item: StoredItem<T>, signal: AbortSignal): StoredItem<T> {
  return {
    ...item,
    write: async (value) => (signal.aborted ? undefined : item.write(value)),
    remove: async () => (signal.aborted ? undefined : item.remove()),
    update: (edit) => item.update((value) => (signal.aborted ? value : edit(value))),
  };
}
