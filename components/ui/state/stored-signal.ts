import { type ReadonlySignal, signal } from '@preact/signals';
import type { WatchedItem } from '@/lib/storage/stored-item';

/**
 * Follows a stored item. The signal is undefined until the caller has read the item and calls
 * `begin`.
 */
export function followedSignal<T>(item: WatchedItem<T>) {
  const value = signal<T | undefined>(undefined);
  let hasChanged = false;
  const end = item.watch((changed) => {
    hasChanged = true;
    value.value = changed;
  });
  return {
    value: value as ReadonlySignal<T | undefined>,
    /** Sets the first value, unless a change has already arrived. */
    begin(stored: T | undefined): void {
      if (!hasChanged) value.value = stored;
    },
    /** Stops following. */
    end,
  };
}

/** Resolves with a signal that follows the changes of a stored item. */
export async function storedSignal<T>(
  item: WatchedItem<T>,
): Promise<ReadonlySignal<T | undefined>> {
  const followed = followedSignal(item);
  followed.begin(await item.read());
  return followed.value;
}
