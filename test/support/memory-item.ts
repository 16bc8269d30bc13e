import type { StoredItem } from '@/lib/storage/stored-item';

/** A stored value in memory. Like the browser's storage it keeps copies and tells who watches. */
export interface MemoryItem<T> extends StoredItem<T> {
  /** What is stored at this moment. */
  readonly stored: T | undefined;
  /** Everything that was ever written, in order. */
  readonly written: readonly T[];
}

/** Makes a stored value that starts as given. */
export function createMemoryItem<T>(initial?: T): MemoryItem<T> {
  let stored = structuredClone(initial);
  const written: T[] = [];
  const watchers = new Set<(value: T | undefined) => void>();

  function change(value: T | undefined): void {
    stored = structuredClone(value);
    for (const tell of watchers) tell(structuredClone(value));
  }

  const item: MemoryItem<T> = {
    get stored() {
      return structuredClone(stored);
    },
    written,
    read: async () => structuredClone(stored),
    async write(value) {
      written.push(structuredClone(value));
      change(value);
    },
    async remove() {
      change(undefined);
    },
    async update(edit) {
      const before = structuredClone(stored);
      const after = edit(before);
      if (after === before) return after;
      // By the item's own methods, so that a test which makes them fail makes this fail too.
      await (after === undefined ? item.remove() : item.write(after));
      return after;
    },
    watch(onChange) {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
  };
  return item;
}
