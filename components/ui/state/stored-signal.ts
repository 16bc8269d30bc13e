import { type ReadonlySignal, signal } from '@preact/signals';
import type { WatchedItem } from '@/lib/storage/stored-item';

/** A stored value as a signal: what it is now, and every change from now on. */
export async function storedSignal<T>(
  item: WatchedItem<T>,
): Promise<ReadonlySignal<T | undefined>> {
  const value = signal<T | undefined>(undefined);
  let hasChanged = false;
  // Before it is read, so that no change is missed.
  item.watch((changed) => {
    hasChanged = true;
    value.value = changed;
  });
  const stored = await item.read();
  if (!hasChanged) value.value = stored;
  return value;
}
