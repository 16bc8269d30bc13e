import type { StoredItem } from '@/lib/stored-item';

/** A stored value that was read, and has been followed from then on. */
export interface FollowedItem<T> {
  /** Undefined where there is none or it cannot be read. */
  value(): T | undefined;
  /** Calls back with each new value; one listener at most. */
  onChange(listener: (value: T | undefined) => void): void;
}

/** Reads a stored value and follows it, so that no change between the two is missed. */
export async function followed<T>(item: StoredItem<T>): Promise<FollowedItem<T>> {
  let value: T | undefined;
  let hasChanged = false;
  let tell: (value: T | undefined) => void = () => {};
  const reading = item.read();
  // The question goes out first: nothing is told of before this task has ended.
  await null;
  item.watch((changed) => {
    value = changed;
    hasChanged = true;
    tell(changed);
  });
  const stored = await reading;
  if (!hasChanged) value = stored;
  return {
    value: () => value,
    onChange(listener) {
      tell = listener;
    },
  };
}
