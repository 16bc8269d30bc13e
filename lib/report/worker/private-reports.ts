import type { StoredItem } from '@/lib/stored-item';

/**
 * Reports that were asked for in private windows. The service lists them like others; here nothing
 * is kept of them but these ids, in memory, until the browser closes.
 */
export interface PrivateReports {
  /** Call it before `has`. Never rejects. */
  load(): Promise<void>;
  has(id: string): boolean;
  /** Never rejects. */
  add(id: string): Promise<void>;
}

const MOST_IDS = 1000;

/** Makes the private reports of one connection. */
export function createPrivateReports(item: StoredItem<string[]>): PrivateReports {
  const ids = new Set<string>();
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    const stored = await item.read().catch(() => undefined);
    for (const id of stored ?? []) ids.add(id);
  }

  return {
    load() {
      loading ??= load();
      return loading;
    },
    has: (id) => ids.has(id),
    async add(id) {
      ids.add(id);
      await item.update((stored = []) => [...stored, id].slice(-MOST_IDS)).catch(() => {});
    },
  };
}
