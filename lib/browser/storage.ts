import { browser } from 'wxt/browser';
import type { StoredItem, StoredItems } from '@/lib/model/stored-item';

/** `local` survives the browser, `session` lives in memory until the browser closes. */
export type StorageArea = 'local' | 'session';

/**
 * Names one value in the browser's storage.
 * @param isValue tells a usable value from one that was written by hand or by another version
 */
export function storedItem<T>(
  area: StorageArea,
  key: string,
  isValue: (raw: unknown) => raw is T,
): StoredItem<T> {
  const storage = browser.storage[area];
  const usable = (raw: unknown) => (isValue(raw) ? raw : undefined);
  return {
    read: async () => usable((await storage.get(key))[key]),
    write: (value) => storage.set({ [key]: value }),
    remove: () => storage.remove(key),
    watch(onChange) {
      const listener = (changes: Record<string, { newValue?: unknown }>) => {
        if (key in changes) onChange(usable(changes[key]?.newValue));
      };
      storage.onChanged.addListener(listener);
      return () => storage.onChanged.removeListener(listener);
    },
  };
}

/** Names many small values whose keys begin alike. */
export function storedItems<T>(
  area: StorageArea,
  prefix: string,
  isValue: (raw: unknown) => raw is T,
): StoredItems<T> {
  const storage = browser.storage[area];
  return {
    async read(keys) {
      const stored = await storage.get(keys.map((key) => prefix + key));
      const values = new Map<string, T>();
      for (const key of keys) {
        const raw = stored[prefix + key];
        if (isValue(raw)) values.set(key, raw);
      }
      return values;
    },
    write: (values) =>
      storage.set(Object.fromEntries([...values].map(([key, value]) => [prefix + key, value]))),
    remove: (keys) => storage.remove(keys.map((key) => prefix + key)),
    clear: () => removeItems(area, (key) => key.startsWith(prefix)),
  };
}

/** Reads all usable values whose keys begin alike. */
export async function readByPrefix<T>(
  area: StorageArea,
  prefix: string,
  isValue: (raw: unknown) => raw is T,
): Promise<T[]> {
  const storage: Keyed = browser.storage[area];
  // Where keys can be read by themselves, all other values are left alone.
  const keys = (await storage.getKeys?.())?.filter((key) => key.startsWith(prefix));
  if (keys?.length === 0) return [];
  const found = Object.entries(await storage.get(keys ?? null));
  return found.flatMap(([key, raw]) => (key.startsWith(prefix) && isValue(raw) ? [raw] : []));
}

/** Browsers before Chrome 130 cannot tell their keys alone. */
interface Keyed {
  getKeys?(): Promise<string[]>;
  get(keys: string[] | null): Promise<Record<string, unknown>>;
}

/** Writes several values in one step. */
export function writeItems(area: StorageArea, values: Record<string, unknown>): Promise<void> {
  return browser.storage[area].set(values);
}

/** Removes every value whose key is one of those. */
export async function removeItems(
  area: StorageArea,
  isOne: (key: string) => boolean,
): Promise<void> {
  const storage = browser.storage[area];
  await storage.remove(Object.keys(await storage.get(null)).filter(isOne));
}

/** Keeps `storage.local` from content scripts, in browsers that can. */
export async function limitStorageToTrustedContexts(): Promise<void> {
  const local: { setAccessLevel?(level: { accessLevel: string }): Promise<void> } =
    browser.storage.local;
  await local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
}
