import { expect, it, onTestFinished, vi } from 'vitest';
import { painted } from '@/components/ui/state/painted';
import { replaceGlobal } from '../../../support/replace-global';

/** Observes paints that the test causes. */
function observePaints() {
  const observers = new Set<FakeObserver>();
  class FakeObserver {
    constructor(readonly onPaint: () => void) {}
    observe(): void {
      observers.add(this);
    }
    disconnect(): void {
      observers.delete(this);
    }
  }
  replaceGlobal('PerformanceObserver', FakeObserver);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  return observers;
}

it.each<[string, (observers: Iterable<{ onPaint(): void }>) => void]>([
  [
    'the paint',
    (observers) => {
      for (const observer of observers) observer.onPaint();
    },
  ],
  ['the time limit', () => void vi.advanceTimersByTime(500)],
])('painted() resolves after %s, and leaves no observer and no timer', async (_, end) => {
  const observers = observePaints();
  const ended = painted();
  expect(observers.size).toBe(1);
  end(observers);
  await ended;
  expect([observers.size, vi.getTimerCount()]).toEqual([0, 0]);
});
