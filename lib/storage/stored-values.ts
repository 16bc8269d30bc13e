import { browser } from 'wxt/browser';
import { type StorageItemKey, storage } from 'wxt/utils/storage';
import type { z } from '@/lib/schema';
import { type RunExclusive, runExclusive } from './locks';
import type { StoredFamily, StoredItem } from './stored-item';

/** `local` is on disk; `session` is in memory until the browser closes. */
export type StorageArea = 'local' | 'session';

/** The browser could not read its storage. */
export class StorageReadError extends Error {}

/** @throws StorageReadError */
function readWith<T>(read: Promise<T>): Promise<T> {
  return read.catch((cause: unknown) => {
    throw new StorageReadError("The browser's storage cannot be read", { cause });
  });
}

/** Returns undefined if the value is invalid. */
function parseWith<T>(schema: z.ZodMiniType<T>, raw: unknown): T | undefined {
  const result = schema.safeParse(raw);
  return result.success ? result.data : undefined;
}

interface StoredItemOptions {
  exclusively?: RunExclusive;
  /** Chromium stores and sends JSON text three times as fast as an object with many parts. */
  isText?: boolean;
}

/** An invalid value counts as absent, and stays in storage until the next write. */
export function storedItem<T>(
  area: StorageArea,
  name: string,
  schema: z.ZodMiniType<T>,
  options: StoredItemOptions = {},
): StoredItem<T> {
  return itemWith(area, name, (stored) => parseWith(schema, stored), options);
}

interface TrustedItemOptions<T> extends StoredItemOptions {
  /** Called with each value that is read. */
  derive?: (stored: T) => T;
}

/**
 * Defines an item without a schema, so that the popup loads no schema. This version has written all
 * values in `session`. Another version may have written a value in `local`: see
 * `checkTrustedItems`.
 */
export function trustedItem<T>(
  area: StorageArea,
  name: string,
  { derive = (stored) => stored, ...options }: TrustedItemOptions<T> = {},
): StoredItem<T> {
  const parse = (stored: unknown) => (stored == null ? undefined : derive(stored as T));
  return itemWith(area, name, parse, options);
}

function itemWith<T>(
  area: StorageArea,
  name: string,
  parseValue: (stored: unknown) => T | undefined,
  { exclusively = runExclusive, isText = false }: StoredItemOptions,
): StoredItem<T> {
  const key: StorageItemKey = `${area}:${name}`;
  const toStored = (value: T): unknown => (isText ? JSON.stringify(value) : value);
  const parse = (stored: unknown) => parseValue(isText ? fromText(stored) : stored);
  const read = async () => parse(await readWith(storage.getItem(key)));
  const write = (value: T) => storage.setItem(key, toStored(value));
  const remove = () => storage.removeItem(key);
  return {
    key,
    parse,
    read,
    write,
    remove,
    entry: (value) => ({ key, value: toStored(value) }),
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

/** Parses JSON; undefined if invalid. Returns objects unchanged, which earlier versions stored. */
export function fromText(stored: unknown): unknown {
  try {
    return typeof stored === 'string' ? JSON.parse(stored) : stored;
  } catch {
    return undefined;
  }
}

/** Returns the value of an item; undefined if the value is absent or invalid. */
export type StoredValueOf = <T>(item: StoredItem<T>) => T | undefined;

/** Reads several items in one call, which is faster than one call for each item. */
export async function readTogether(
  items: readonly Pick<StoredItem<unknown>, 'key'>[],
): Promise<StoredValueOf> {
  const stored = await readWith(storage.getItems(items.map(({ key }) => key)));
  const values = new Map(stored.map(({ key, value }) => [key, value]));
  return (item) => item.parse(values.get(item.key));
}

/** Defines items whose keys have a common prefix. An invalid value counts as absent. */
export function storedFamily<T>(
  area: StorageArea,
  prefix: string,
  schema: z.ZodMiniType<T>,
): StoredFamily<T> {
  const keyOf = (name: string): StorageItemKey => `${area}:${prefix}${name}`;
  const entry = (name: string, value: T) => ({ key: keyOf(name), value });
  return {
    async read(names) {
      const stored = await readWith(storage.getItems(names.map(keyOf)));
      const values = new Map<string, T>();
      for (const [index, name] of names.entries()) {
        const value = parseWith(schema, stored[index]?.value);
        if (value !== undefined) values.set(name, value);
      }
      return values;
    },
    write: (values) => storage.setItems([...values].map(([name, value]) => entry(name, value))),
    remove: (names) => storage.removeItems(names.map(keyOf)),
    entry,
  };
}

/** Does not read the values, because reading the values of large batches (15 MB) takes a second. */
function keysIn(area: StorageArea): Promise<string[]> {
  return browser.storage[area].getKeys();
}

/** Logs invalid values, which stay in storage. */
export async function readByPrefix<T>(
  area: StorageArea,
  prefix: string,
  schema: z.ZodMiniType<T>,
): Promise<T[]> {
  const keys = (await keysIn(area)).filter((key) => key.startsWith(prefix));
  const itemKeys = keys.map((key): StorageItemKey => `${area}:${key}`);
  const stored = await readWith(storage.getItems(itemKeys));
  return stored.flatMap(({ key, value: raw }) => {
    const isRemovedMeanwhile = raw === null;
    if (isRemovedMeanwhile) return [];
    const value = parseWith(schema, raw);
    if (value === undefined) console.warn('A stored value cannot be read:', key);
    return value ?? [];
  });
}

export async function removeWhere(
  area: StorageArea,
  condition: (key: string) => boolean,
): Promise<void> {
  const keys = (await keysIn(area)).filter(condition);
  await storage.removeItems(keys.map((key): StorageItemKey => `${area}:${key}`));
}
