import { browser } from 'wxt/browser';
import { type StorageItemKey, storage } from 'wxt/utils/storage';
import type { z } from '@/lib/schema';
import { type RunExclusive, runExclusive } from './locks';
import type { StoredFamily, StoredItem } from './stored-item';

/** `local` survives the browser, `session` lives in memory until the browser closes. */
export type StorageArea = 'local' | 'session';

/** A value that does not parse is none. */
function parsed<T>(schema: z.ZodMiniType<T>, raw: unknown): T | undefined {
  const read = schema.safeParse(raw);
  return read.success ? read.data : undefined;
}

interface StoredItemOptions {
  exclusively?: RunExclusive;
  /**
   * Whether it is stored as JSON text: Chromium takes three times as long to store an object of many parts,
   * and to give it to the pages that follow it.
   */
  isText?: boolean;
}

/**
 * Names one value in the browser's storage. One that does not parse counts as absent, and the next
 * write takes its place.
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

/** What a text stands for as JSON, undefined where it is none; anything else was stored before as it is. */
export function fromText(stored: unknown): unknown {
  try {
    return typeof stored === 'string' ? JSON.parse(stored) : stored;
  } catch {
    return undefined;
  }
}

/** Gives each value that was read, by its item; undefined where there is none or it cannot be read. */
export type StoredValues = <T>(item: StoredItem<T>) => T | undefined;

/** Reads several values at once, in one call for each area. */
export async function readTogether(
  items: readonly Pick<StoredItem<unknown>, 'key'>[],
): Promise<StoredValues> {
  const stored = await storage.getItems(items.map(({ key }) => key));
  const values = new Map(stored.map(({ key, value }) => [key, value]));
  return (item) => item.parse(values.get(item.key));
}

/** Names many small values whose keys begin alike. One that does not parse counts as absent. */
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
 * The keys of all that an area holds. Without values: full batches are some fifteen
 * megabytes, which take a second to read.
 */
async function keysIn(area: StorageArea): Promise<string[]> {
  // Chromium before 130 and Firefox before 143 have no such call.
  const stored: { getKeys?(): Promise<string[]> } = browser.storage[area];
  return (await stored.getKeys?.()) ?? Object.keys(await storage.snapshot(area));
}

/** All values whose keys begin alike. One that does not parse is left where it is, and logged. */
export async function readByPrefix<T>(
  area: StorageArea,
  prefix: string,
  schema: z.ZodMiniType<T>,
): Promise<T[]> {
  const keys = (await keysIn(area)).filter((key) => key.startsWith(prefix));
  const stored = await storage.getItems(keys.map((key): StorageItemKey => `${area}:${key}`));
  return stored.flatMap(({ key, value: raw }) => {
    // It was removed meanwhile.
    if (raw === null) return [];
    const value = parsed(schema, raw);
    if (value === undefined) console.warn('A stored value cannot be read:', key);
    return value ?? [];
  });
}

/** Removes every value whose key is one of those. */
export async function removeWhere(
  area: StorageArea,
  isOne: (key: string) => boolean,
): Promise<void> {
  const keys = (await keysIn(area)).filter(isOne);
  await storage.removeItems(keys.map((key): StorageItemKey => `${area}:${key}`));
}
