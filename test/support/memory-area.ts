import type { StoreArea } from '@/lib/background/store-keeper';

/** A whole store in memory. Like the browser's it keeps copies, as JSON. */
export interface MemoryArea extends StoreArea {
  /** What is stored at this moment. */
  readonly stored: Record<string, unknown>;
  /** Each call, in order: its name, and the keys that it is about. */
  readonly calls: readonly [name: keyof StoreArea, keys: readonly string[] | null][];
}

/** Makes a store that starts as given. */
export function createMemoryArea(initial: Record<string, unknown> = {}): MemoryArea {
  const stored = new Map(Object.entries(copy(initial)));
  const calls: [keyof StoreArea, readonly string[] | null][] = [];
  return {
    get stored() {
      return copy(Object.fromEntries(stored));
    },
    calls,
    async read(keys) {
      calls.push(['read', keys]);
      const entries = [...stored].filter(([key]) => keys === null || keys.includes(key));
      return copy(Object.fromEntries(entries));
    },
    async write(values) {
      calls.push(['write', Object.keys(values)]);
      for (const [key, value] of Object.entries(copy(values))) stored.set(key, value);
    },
    async remove(keys) {
      calls.push(['remove', keys]);
      for (const key of keys) stored.delete(key);
    },
  };
}

function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}
