import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { FollowedItem } from '@/lib/model/followed-item';

/** A stored value as a signal: what it is now, and every change from now on. */
export function storedSignal<T>(item: FollowedItem<T>): ReadonlySignal<T | undefined> {
  const value = signal(item.value());
  item.onChange((changed) => {
    value.value = changed;
  });
  return value;
}

/** The same for a list, which is empty where nothing is stored. */
export function storedListSignal<T>(item: FollowedItem<T[]>): ReadonlySignal<readonly T[]> {
  const stored = storedSignal(item);
  return computed(() => stored.value ?? []);
}
