import { type ReadonlySignal, signal } from '@preact/signals';
import type { StoredItem } from '@/lib/stored-item';

type ReadableItem<T> = Pick<StoredItem<T>, 'read' | 'watch'>;

/** A stored value as a signal: what it is now, and every change from now on. */
export async function storedSignal<T>(
  item: ReadableItem<T>,
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
