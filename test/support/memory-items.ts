import type { StoredFamily } from '@/lib/storage/stored-item';

/** Many stored values in memory. Like the browser's storage it keeps copies. */
export interface MemoryItems<T> extends StoredFamily<T> {
  /** What is stored at this moment, by key. */
  readonly stored: ReadonlyMap<string, T>;
  /** The keys of each write, in order. */
  readonly written: readonly string[][];
}

/** Makes an empty store of many values. */
export function createMemoryItems<T>(): MemoryItems<T> {
  const stored = new Map<string, T>();
  const written: string[][] = [];
  return {
    get stored() {
      return structuredClone(stored);
    },
    written,
    read: async (keys) =>
      structuredClone(new Map([...stored].filter(([key]) => keys.includes(key)))),
    async write(values) {
      written.push([...values.keys()]);
      for (const [key, value] of structuredClone(new Map(values))) stored.set(key, value);
    },
    async remove(keys) {
      for (const key of keys) stored.delete(key);
    },
    clear: async () => stored.clear(),
  };
}
