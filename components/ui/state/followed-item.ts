import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { WatchedItem } from '@/lib/storage/stored-item';

/**
 * The stored value of whatever a name stands for by now, such as the account of the connection that
 * stands; undefined while it is not known, or nothing is named.
 */
export function followedItem<T>(
  name: ReadonlySignal<string | undefined>,
  itemOf: (name: string) => WatchedItem<T>,
): ReadonlySignal<T | undefined> {
  const value = signal<T | undefined>(undefined);
  effect(() => {
    value.value = undefined;
    const current = name.value;
    if (current === undefined) return;
    const item = itemOf(current);
    let isOld = false;
    const stop = item.watch((changed) => {
      isOld = true;
      value.value = changed;
    });
    item.read().then(
      (stored) => {
        // Name or value may have changed in the meantime.
        if (name.value === current && !isOld) value.value = stored;
      },
      // A page goes without what cannot be read.
      () => {},
    );
    return () => {
      isOld = true;
      stop();
    };
  });
  return value;
}
