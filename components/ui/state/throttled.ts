import { effect, type ReadonlySignal, signal } from '@preact/signals';

/**
 * Follows a signal, with at most one change in `pauseMs` milliseconds. The first change is
 * immediate. At the end of a pause, the signal gets the latest value. Ignores undefined.
 */
export function throttled<T>(source: ReadonlySignal<T>, pauseMs: number): ReadonlySignal<T> {
  const result = signal(source.peek());
  let appliedAt = 0;
  effect(() => {
    const now = source.value;
    if (now === undefined || now === result.peek()) return;
    const apply = () => {
      appliedAt = Date.now();
      result.value = now;
    };
    const wait = appliedAt + pauseMs - Date.now();
    if (wait <= 0) return apply();
    const timer = setTimeout(apply, Math.min(wait, pauseMs));
    return () => clearTimeout(timer);
  });
  return result;
}
