import type { StorageItemKey } from 'wxt/utils/storage';

/** An item of the browser's storage, for code that only reads it. */
export interface ReadableItem<T> {
  /** Returns the value; undefined if it is absent or invalid. */
  read(): Promise<T | undefined>;
}

/** An item of the browser's storage, for code that reads it and follows its changes. */
export interface WatchedItem<T> extends ReadableItem<T> {
  /**
   * Follows the item.
   * @param onChange called when any context of the extension has changed the value
   * @returns a function that ends the calls
   */
  watch(onChange: (value: T | undefined) => void): () => void;
}

/** An item of the browser's storage. */
export interface StoredItem<T> extends WatchedItem<T> {
  key: StorageItemKey;
  /** Parses a stored value; undefined if it is absent or invalid. */
  parse(raw: unknown): T | undefined;
  write(value: T): Promise<void>;
  remove(): Promise<void>;
  /** Returns the entry for a write of several items at once. */
  entry(value: T): StoredEntry;
  /**
   * Stores the result of `edit`, and returns it. Undefined removes the item; an identical value is
   * not written. Updates of the same item run one after another, in all contexts of the extension.
   */
  update(edit: (value: T | undefined) => T | undefined): Promise<T | undefined>;
}

/** Items with a common prefix of their keys, read and written together. */
export interface StoredFamily<T> {
  /** Returns the valid values by their names. */
  read(names: readonly string[]): Promise<Map<string, T>>;
  write(values: ReadonlyMap<string, T>): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
  /** Returns the entry for a write of several items at once. */
  entry(name: string, value: T): StoredEntry;
}

/** One value in a write of several items at once. */
export interface StoredEntry {
  key: StorageItemKey;
  value: unknown;
}
