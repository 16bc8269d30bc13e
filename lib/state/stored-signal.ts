import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { StoredItem } from '@/lib/model/stored-item';

/** A stored value as a signal: what it was when the page opened, and every change since. */
export function storedSignal<T>(
  item: StoredItem<T>,
  stored: T | undefined,
): ReadonlySignal<T | undefined> {
  const value = signal(stored);
  item.watch((changed) => {
    value.value = changed;
  });
  return value;
}

/** Reads a stored value, and follows it from then on. */
export async function readSignal<T>(item: StoredItem<T>): Promise<ReadonlySignal<T | undefined>> {
  return storedSignal(item, await item.read());
}

/** The same for a list, which is empty where nothing is stored. */
export async function readListSignal<T>(
  item: StoredItem<T[]>,
): Promise<ReadonlySignal<readonly T[]>> {
  const stored = await readSignal(item);
  return computed(() => stored.value ?? []);
}
