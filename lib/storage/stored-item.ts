import type { StorageItemKey } from 'wxt/utils/storage';

/** A value in the browser's storage, for code that only looks at it. */
export interface ReadableItem<T> {
  /** The value, or undefined where there is none or it cannot be read. */
  read(): Promise<T | undefined>;
}

/** The same for code that follows its changes. */
export interface WatchedItem<T> extends ReadableItem<T> {
  /** Calls back with each new value from any context; answers with the way to stop. */
  watch(onChange: (value: T | undefined) => void): () => void;
}

/** One value in the browser's storage, as the code that uses it sees it. */
export interface StoredItem<T> extends WatchedItem<T> {
  key: StorageItemKey;
  /** What is stored under the key, as it is used; undefined where there is none or it cannot be read. */
  parse(raw: unknown): T | undefined;
  write(value: T): Promise<void>;
  remove(): Promise<void>;
  /** A value of this item, to be stored together with others. */
  entry(value: T): StoredEntry;
  /**
   * Stores what the edit makes of the value, and gives it; the same value is not written again, and
   * undefined removes it. No other update of the item happens meanwhile, in any context.
   */
  update(edit: (value: T | undefined) => T | undefined): Promise<T | undefined>;
}

/** Many small values under keys of their own, read and written together. */
export interface StoredFamily<T> {
  /** Those of the names that have a usable value. */
  read(names: readonly string[]): Promise<Map<string, T>>;
  write(values: ReadonlyMap<string, T>): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
  /** A value under one of the names, to be stored together with others. */
  entry(name: string, value: T): StoredEntry;
}

/** A value that is to be stored together with others. */
export interface StoredEntry {
  key: StorageItemKey;
  value: unknown;
}
