import { type ReadonlySignal, signal } from '@preact/signals';
import type { WatchedItem } from '@/lib/storage/stored-item';

/** Follows a stored value that is read elsewhere, together with others. */
export function followedSignal<T>(item: WatchedItem<T>) {
  const value = signal<T | undefined>(undefined);
  let hasChanged = false;
  item.watch((changed) => {
    hasChanged = true;
    value.value = changed;
  });
  return {
    value: value as ReadonlySignal<T | undefined>,
    /** Takes in what was read: a change that has come meanwhile is newer. */
    begin(stored: T | undefined): void {
      if (!hasChanged) value.value = stored;
    },
  };
}

/** A stored value as a signal: what it is now, and every change from now on. */
export async function storedSignal<T>(
  item: WatchedItem<T>,
): Promise<ReadonlySignal<T | undefined>> {
  const followed = followedSignal(item);
  followed.begin(await item.read());
  return followed.value;
}
