import { type ReadonlySignal, signal } from '@preact/signals';
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
