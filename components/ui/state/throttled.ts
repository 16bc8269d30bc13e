import { effect, type ReadonlySignal, signal } from '@preact/signals';

/**
 * What a signal says, at most once in so many milliseconds: its first change is taken at once, and of
 * later ones the last when the time is over. While it says undefined, nothing is taken.
 */
export function throttled<T>(source: ReadonlySignal<T>, pauseMs: number): ReadonlySignal<T> {
  const taken = signal(source.peek());
  let takenAt = 0;
  effect(() => {
    const now = source.value;
    if (now === undefined || now === taken.peek()) return;
    const take = () => {
      takenAt = Date.now();
      taken.value = now;
    };
    const wait = takenAt + pauseMs - Date.now();
    if (wait <= 0) return take();
    const timer = setTimeout(take, Math.min(wait, pauseMs));
    return () => clearTimeout(timer);
  });
  return taken;
}
