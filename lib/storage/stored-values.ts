import { browser } from 'wxt/browser';
import { type StorageItemKey, storage } from 'wxt/utils/storage';
import type { z } from '@/lib/schema';
import { type RunExclusive, runExclusive } from './locks';
import type { StoredFamily, StoredItem } from './stored-item';

/** `local` is on disk; `session` is in memory until the browser closes. */
export type StorageArea = 'local' | 'session';

/** Returns undefined for an invalid value. */
function parsed<T>(schema: z.ZodMiniType<T>, raw: unknown): T | undefined {
  const read = schema.safeParse(raw);
  return read.success ? read.data : undefined;
}

interface StoredItemOptions {
  exclusively?: RunExclusive;
  /**
   * Whether the value is stored as JSON text. Chromium needs three times as long to store an object
   * with many parts and to send it to extension pages.
   */
  isText?: boolean;
}

/**
 * Defines an item of the browser's storage. An invalid value counts as absent, and the next write
 * replaces it.
 */
export function storedItem<T>(
  area: StorageArea,
  name: string,
  schema: z.ZodMiniType<T>,
  { exclusively = runExclusive, isText = false }: StoredItemOptions = {},
): StoredItem<T> {
  const key: StorageItemKey = `${area}:${name}`;
  const raw = (value: T): unknown => (isText ? JSON.stringify(value) : value);
  const parse = (stored: unknown) => parsed(schema, isText ? fromText(stored) : stored);
  const read = async () => parse(await storage.getItem(key));
  const write = (value: T) => storage.setItem(key, raw(value));
  const remove = () => storage.removeItem(key);
  return {
    key,
    parse,
    read,
    write,
    remove,
    entry: (value) => ({ key, value: raw(value) }),
    update: (edit) =>
      exclusively(key, async () => {
        const before = await read();
        const after = edit(before);
        if (after === before) return after;
        await (after === undefined ? remove() : write(after));
        return after;
      }),
    watch: (onChange) => storage.watch(key, (stored) => onChange(parse(stored))),
  };
}

/**
 * Parses a text as JSON; undefined if it is not JSON. Returns other values unchanged: versions
 * before `isText` have stored objects.
 */
export function fromText(stored: unknown): unknown {
  try {
    return typeof stored === 'string' ? JSON.parse(stored) : stored;
  } catch {
    return undefined;
  }
}

/** Returns the value of an item that was read; undefined if it is absent or invalid. */
export type StoredValueOf = <T>(item: StoredItem<T>) => T | undefined;

/** Reads several items, with one call of the browser for each area. */
export async function readTogether(
  items: readonly Pick<StoredItem<unknown>, 'key'>[],
): Promise<StoredValueOf> {
  const stored = await storage.getItems(items.map(({ key }) => key));
  const values = new Map(stored.map(({ key, value }) => [key, value]));
  return (item) => item.parse(values.get(item.key));
}

/** Defines items with a common prefix of their keys. An invalid value counts as absent. */
export function storedFamily<T>(
  area: StorageArea,
  prefix: string,
  schema: z.ZodMiniType<T>,
): StoredFamily<T> {
  const keyOf = (name: string): StorageItemKey => `${area}:${prefix}${name}`;
  const entry = (name: string, value: T) => ({ key: keyOf(name), value });
  return {
    async read(names) {
      const stored = await storage.getItems(names.map(keyOf));
      const values = new Map<string, T>();
      for (const [at, name] of names.entries()) {
        const value = parsed(schema, stored[at]?.value);
        if (value !== undefined) values.set(name, value);
      }
      return values;
    },
    write: (values) => storage.setItems([...values].map(([name, value]) => entry(name, value))),
    remove: (names) => storage.removeItems(names.map(keyOf)),
    entry,
  };
}

/**
 * Returns all keys of an area. Reads the values only in browsers that cannot list keys, because the
 * values of full batches (15 MB) take a second.
 */
async function keysIn(area: StorageArea): Promise<string[]> {
  // Chromium before 130 and Firefox before 143 have no `getKeys`.
  const stored: { getKeys?(): Promise<string[]> } = browser.storage[area];
  return (await stored.getKeys?.()) ?? Object.keys(await storage.snapshot(area));
}

/** Reads all values with a common prefix. Invalid values are logged and stay in storage. */
export async function readByPrefix<T>(
  area: StorageArea,
  prefix: string,
  schema: z.ZodMiniType<T>,
): Promise<T[]> {
  const keys = (await keysIn(area)).filter((key) => key.startsWith(prefix));
  const stored = await storage.getItems(keys.map((key): StorageItemKey => `${area}:${key}`));
  return stored.flatMap(({ key, value: raw }) => {
    // Another call has removed the item since its key was read.
    if (raw === null) return [];
    const value = parsed(schema, raw);
    if (value === undefined) console.warn('A stored value cannot be read:', key);
    return value ?? [];
  });
}

/** Removes every item whose key passes the test. */
export async function removeWhere(
  area: StorageArea,
  isOne: (key: string) => boolean,
): Promise<void> {
  const keys = (await keysIn(area)).filter(isOne);
  await storage.removeItems(keys.map((key): StorageItemKey => `${area}:${key}`));
}
