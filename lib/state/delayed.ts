import { effect, type ReadonlySignal, signal } from '@preact/signals';

/**
 * Follows a signal, but takes over some of its values only when they have lasted.
 * @param delay how long a value must last before it takes the place of the one before, in
 * milliseconds; 0 to be taken over at once
 */
export function delayed<T>(
  source: ReadonlySignal<T>,
  delay: (value: T, before: T) => number,
): ReadonlySignal<T> {
  const followed = signal(source.peek());
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const value = source.value;
    const wait = delay(value, followed.peek());
    clearTimeout(timer);
    const take = () => {
      followed.value = value;
    };
    if (wait === 0) take();
    else timer = setTimeout(take, wait);
  });
  return followed;
}
