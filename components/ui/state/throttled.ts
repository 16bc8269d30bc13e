import { effect, type ReadonlySignal, signal } from '@preact/signals';

/**
 * Follows a signal, with at most one change in `pauseMs`. The first change is immediate. At the end
 * of a pause, the returned signal gets the latest value. Ignores undefined.
 */
export function throttled<T>(source: ReadonlySignal<T>, pauseMs: number): ReadonlySignal<T> {
  const result = signal(source.peek());
  let appliedAt = 0;
  effect(() => {
    const value = source.value;
    if (value === undefined || value === result.peek()) return;
    const apply = () => {
      appliedAt = Date.now();
      result.value = value;
    };
    const waitMs = appliedAt + pauseMs - Date.now();
    if (waitMs <= 0) return apply();
    const timer = setTimeout(apply, Math.min(waitMs, pauseMs));
    return () => clearTimeout(timer);
  });
  return result;
}
