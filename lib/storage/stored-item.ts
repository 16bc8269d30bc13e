import type { StorageItemKey } from 'wxt/utils/storage';

export interface ReadableItem<T> {
  /** Returns undefined if the value is absent or invalid. */
  read(): Promise<T | undefined>;
}

export interface WatchedItem<T> extends ReadableItem<T> {
  /**
   * @param onChange called when any context of the extension has changed the value
   * @returns a function that stops watching
   */
  watch(onChange: (value: T | undefined) => void): () => void;
}

export interface StoredItem<T> extends WatchedItem<T> {
  key: StorageItemKey;
  /** Returns undefined if the value is absent or invalid. */
  parse(raw: unknown): T | undefined;
  write(value: T): Promise<void>;
  remove(): Promise<void>;
  /** Returns the entry for a write of several items at once. */
  entry(value: T): StoredEntry;
  /**
   * Stores and returns the result of `edit`. Undefined removes the item. An unchanged value is not
   * written. In all contexts of the extension, one update of an item runs at a time.
   */
  update(edit: (value: T | undefined) => T | undefined): Promise<T | undefined>;
}

/** Items whose keys have a common prefix. `name` is the rest of the key. */
export interface StoredFamily<T> {
  /** Returns the valid values by their names. */
  read(names: readonly string[]): Promise<Map<string, T>>;
  write(values: ReadonlyMap<string, T>): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
  /** Returns the entry for a write of several items at once. */
  entry(name: string, value: T): StoredEntry;
}

export interface StoredEntry {
  key: StorageItemKey;
  value: unknown;
}
