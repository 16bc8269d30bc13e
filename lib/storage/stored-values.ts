import { type StorageItemKey, storage } from 'wxt/utils/storage';
import { z } from '@/lib/schema';
import type { StoredFamily, StoredItem } from '@/lib/stored-item';
import { type RunExclusive, runExclusive } from './locks';

/** `local` survives the browser, `session` lives in memory until the browser closes. */
export type StorageArea = 'local' | 'session';

export const AREAS: readonly StorageArea[] = ['local', 'session'];

/** Where the work of ordinary windows is stored, or what windows of both kinds have asked for. */
export function areasShownIn(isPrivateWindow: boolean): readonly StorageArea[] {
  return isPrivateWindow ? AREAS : ['local'];
}

/** Reads what the service or the browser could give again: a value that does not parse is none. */
function parsed<T>(schema: z.ZodMiniType<T>, raw: unknown): T | undefined {
  const read = schema.safeParse(raw);
  return read.success ? read.data : undefined;
}

/**
 * Names one value in the browser's storage. One that does not parse counts as absent, and the next
 * write takes its place.
 */
export function storedItem<T>(
  area: StorageArea,
  name: string,
  schema: z.ZodMiniType<T>,
  exclusively: RunExclusive = runExclusive,
): StoredItem<T> {
  const key: StorageItemKey = `${area}:${name}`;
  const read = async () => parsed(schema, await storage.getItem(key));
  const write = (value: T) => storage.setItem(key, value);
  const remove = () => storage.removeItem(key);
  return {
    read,
    write,
    remove,
    update: (edit) =>
      exclusively(key, async () => {
        const before = await read();
        const after = edit(before);
        if (after === before) return after;
        await (after === undefined ? remove() : write(after));
        return after;
      }),
    watch: (onChange) => storage.watch(key, (raw) => onChange(parsed(schema, raw))),
  };
}

/**
 * The same for a list of what a person asked for: entries that do not parse are left where they are
 * and do not hide the others.
 */
export function storedList<T>(
  area: StorageArea,
  name: string,
  entrySchema: z.ZodMiniType<T>,
): StoredItem<T[]> & {
  /** The entries that cannot be read. */
  readUnreadable(): Promise<unknown[]>;
  removeUnreadable(): Promise<void>;
} {
  const raw = storedItem(area, name, z.array(z.unknown()));
  const readable = (entries: unknown[] | undefined) =>
    entries?.flatMap((entry) => parsed(entrySchema, entry) ?? []);
  const unreadable = (entries: unknown[] | undefined) =>
    entries?.filter((entry) => parsed(entrySchema, entry) === undefined) ?? [];

  return {
    read: async () => readable(await raw.read()),
    remove: raw.remove,
    watch: (onChange) => raw.watch((entries) => onChange(readable(entries))),
    async write(values) {
      await raw.update((entries) => [...values, ...unreadable(entries)]);
    },
    async update(edit) {
      let after: T[] | undefined;
      await raw.update((entries) => {
        const before = readable(entries);
        after = edit(before);
        return after === before ? entries : [...(after ?? []), ...unreadable(entries)];
      });
      return after;
    },
    readUnreadable: async () => unreadable(await raw.read()),
    async removeUnreadable() {
      await raw.update((entries) => entries && readable(entries));
    },
  };
}

/** Names many small values whose keys begin alike. One that does not parse counts as absent. */
export function storedFamily<T>(
  area: StorageArea,
  prefix: string,
  schema: z.ZodMiniType<T>,
): StoredFamily<T> {
  const keyOf = (name: string): StorageItemKey => `${area}:${prefix}${name}`;
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
    write: (values) =>
      storage.setItems([...values].map(([name, value]) => ({ key: keyOf(name), value }))),
    remove: (names) => storage.removeItems(names.map(keyOf)),
    clear: () => removeWhere(area, (key) => key.startsWith(prefix)),
  };
}

/**
 * All values whose keys begin alike, and those of them that do not parse. It reads the whole area,
 * so it is for the background alone.
 */
export async function readByPrefix<T>(
  area: StorageArea,
  prefix: string,
  schema: z.ZodMiniType<T>,
): Promise<{ values: T[]; unreadable: { key: string; raw: unknown }[] }> {
  const found = Object.entries(await storage.snapshot(area)).filter(([key]) =>
    key.startsWith(prefix),
  );
  const values: T[] = [];
  const unreadable: { key: string; raw: unknown }[] = [];
  for (const [key, raw] of found) {
    const value = parsed(schema, raw);
    if (value === undefined) unreadable.push({ key, raw });
    else values.push(value);
  }
  return { values, unreadable };
}

/** Removes every value whose key is one of those. */
export async function removeWhere(
  area: StorageArea,
  isOne: (key: string) => boolean,
): Promise<void> {
  const keys = Object.keys(await storage.snapshot(area)).filter(isOne);
  await storage.removeItems(keys.map((key): StorageItemKey => `${area}:${key}`));
}
