/** One value in the browser's storage, as the code that uses it sees it. */
export interface StoredItem<T> {
  /** The value, or undefined where there is none or it cannot be read. */
  read(): Promise<T | undefined>;
  write(value: T): Promise<void>;
  remove(): Promise<void>;
  /** Calls back with each new value from any context; answers with the way to stop. */
  watch(onChange: (value: T | undefined) => void): () => void;
}

/** Many small values under keys of their own, read and written together. */
export interface StoredItems<T> {
  /** Those of the keys that have a usable value. */
  read(keys: readonly string[]): Promise<Map<string, T>>;
  write(values: ReadonlyMap<string, T>): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  /** Removes all of them, whatever their keys. */
  clear(): Promise<void>;
}

/** A stored value whose changes wait for each other, since each builds on the one before. */
export interface SerialItem<T> {
  /** The value, or the initial one where there is none. */
  read(): Promise<T>;
  /** Stores what the edit makes of the value, and gives it; the same value is not written again. */
  change(edit: (value: T) => T): Promise<T>;
  /** Resolves when the last change has ended; none follows. */
  close(): Promise<void>;
}
