import { browser } from 'wxt/browser';
import type { StoredItem, StoredItems } from '@/lib/stored-item';

/** `local` survives the browser, `session` lives in memory until the browser closes. */
export type StorageArea = 'local' | 'session';

let tellUnreadable: (() => Promise<void> | undefined) | undefined;

/**
 * Runs each time that a value of `local` is met which its guard refuses. What waits for the value
 * also waits for the promise, where there is one, and then looks again. `session` ends with the
 * browser and so outlives no version: what is refused there is as good as absent.
 */
export function onUnreadable(listener: () => Promise<void> | undefined): void {
  tellUnreadable = listener;
}

/** Reads of an area that have not gone out yet. */
const waiting = new Map<
  StorageArea,
  { keys: string[]; stored: Promise<Record<string, unknown>> }
>();

/** Reads one value. What is asked for in one go is read in one go: each question takes its time. */
async function readTogether(area: StorageArea, key: string): Promise<unknown> {
  let group = waiting.get(area);
  if (group === undefined) {
    const keys: string[] = [];
    const send = () => {
      waiting.delete(area);
      return browser.storage[area].get(keys);
    };
    group = { keys, stored: Promise.resolve().then(send) };
    waiting.set(area, group);
  }
  group.keys.push(key);
  return (await group.stored)[key];
}

/**
 * Names one value in the browser's storage.
 * @param isValue tells a usable value from one that was written by hand or by another version
 */
// Each bundle leaves out the items that it never uses.
/* @__NO_SIDE_EFFECTS__ */
export function storedItem<T>(
  area: StorageArea,
  key: string,
  isValue: (raw: unknown) => raw is T,
): StoredItem<T> {
  const storage = browser.storage[area];
  const usable = (raw: unknown) => (isValue(raw) ? raw : undefined);
  const isRefused = (raw: unknown) => area === 'local' && raw !== undefined && !isValue(raw);
  return {
    async read() {
      const raw = await readTogether(area, key);
      const settled = isRefused(raw) ? tellUnreadable?.() : undefined;
      if (settled === undefined) return usable(raw);
      await settled;
      return usable(await readTogether(area, key));
    },
    write: (value) => writeItems(area, { [key]: value }),
    remove: () => removeItems(area, [key]),
    watch(onChange) {
      const listener = (changes: Record<string, { newValue?: unknown }>) => {
        if (!(key in changes)) return;
        const raw = changes[key]?.newValue;
        if (isRefused(raw)) void tellUnreadable?.();
        onChange(usable(raw));
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
  return {
    async read(keys) {
      const stored = await Promise.all(keys.map((key) => readTogether(area, prefix + key)));
      const values = new Map<string, T>();
      let isAnyRefused = false;
      for (const [at, key] of keys.entries()) {
        const raw = stored[at];
        if (isValue(raw)) values.set(key, raw);
        else isAnyRefused ||= raw !== undefined;
      }
      if (isAnyRefused && area === 'local') await tellUnreadable?.();
      return values;
    },
    write: (values) =>
      writeItems(
        area,
        Object.fromEntries([...values].map(([key, value]) => [prefix + key, value])),
      ),
    remove: (keys) =>
      removeItems(
        area,
        keys.map((key) => prefix + key),
      ),
    clear: () => removeItemsWhere(area, (key) => key.startsWith(prefix)),
  };
}

/**
 * Reads all usable values whose keys begin alike.
 * @param isValue is also told how the key goes on
 */
export async function readByPrefix<T>(
  area: StorageArea,
  prefix: string,
  isValue: (raw: unknown, name: string) => raw is T,
): Promise<T[]> {
  const storage: Keyed = browser.storage[area];
  // Where keys can be read by themselves, all other values are left alone.
  const all = await storage.getKeys?.();
  const keys = all?.filter((key) => key.startsWith(prefix));
  if (keys?.length === 0) return [];
  const stored = Object.entries(await storage.get(keys ?? null));
  const found = stored.filter(([key]) => key.startsWith(prefix));
  const values = found.flatMap(([key, raw]) =>
    isValue(raw, key.slice(prefix.length)) ? [raw] : [],
  );
  if (values.length < found.length && area === 'local') await tellUnreadable?.();
  return values;
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

/** Removes several values in one step. */
export function removeItems(area: StorageArea, keys: readonly string[]): Promise<void> {
  return browser.storage[area].remove([...keys]);
}

/** Removes every value whose key is one of those, given all that are there. */
export async function removeItemsWhere(
  area: StorageArea,
  isOne: (key: string, keys: readonly string[]) => boolean,
): Promise<void> {
  const storage = browser.storage[area];
  const keys = Object.keys(await storage.get(null));
  await removeItems(
    area,
    keys.filter((key) => isOne(key, keys)),
  );
}

/** All of `local` as it lies there, whoever wrote it: for the background alone. */
export const localStore = {
  async read(keys: readonly string[] | null): Promise<Record<string, unknown>> {
    if (keys === null) return browser.storage.local.get(null);
    const values = await Promise.all(keys.map((key) => readTogether('local', key)));
    return Object.fromEntries(
      keys.flatMap((key, at) => (values[at] === undefined ? [] : [[key, values[at]]])),
    );
  },
  write: (values: Record<string, unknown>): Promise<void> => writeItems('local', values),
  remove: (keys: readonly string[]): Promise<void> => removeItems('local', keys),
};

/** Keeps `storage.local` from content scripts, in browsers that can. */
export async function limitStorageToTrustedContexts(): Promise<void> {
  const local: { setAccessLevel?(level: { accessLevel: string }): Promise<void> } =
    browser.storage.local;
  await local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
}
