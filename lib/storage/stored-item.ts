import type { StorageItemKey } from 'wxt/utils/storage';

/** An item of the browser's storage that can be read. */
export interface ReadableItem<T> {
  /** Returns the value; undefined if it is absent or invalid. */
  read(): Promise<T | undefined>;
}

/** An item of the browser's storage that can be read and watched. */
export interface WatchedItem<T> extends ReadableItem<T> {
  /**
   * Watches the item.
   * @param onChange called when any context of the extension has changed the value
   * @returns a function that stops watching
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
   * Stores the result of `edit`, and returns it. If `edit` returns undefined, removes the item. If
   * `edit` returns the same value, writes nothing. Updates of one item run one after another,
   * across all contexts of the extension.
   */
  update(edit: (value: T | undefined) => T | undefined): Promise<T | undefined>;
}

/** The items whose keys have a common prefix. `name` is the rest of the key. */
export interface StoredFamily<T> {
  /** Returns the valid values by their names. */
  read(names: readonly string[]): Promise<Map<string, T>>;
  write(values: ReadonlyMap<string, T>): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
  /** Returns the entry for a write of several items at once. */
  entry(name: string, value: T): StoredEntry;
}

/** A key and its value, for a write of several items at once. */
export interface StoredEntry {
  key: StorageItemKey;
  value: unknown;
}
