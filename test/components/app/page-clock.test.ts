import { computed, effect } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPageClock } from '@/components/app/page-clock';

const START = Date.UTC(2026, 10, 30);

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('isPast', () => {
  it('is true for the current time and earlier times', () => {
    const { isPast } = createPageClock();
    expect([isPast(START), isPast(START - 1), isPast(START + 1)]).toEqual([true, true, false]);
  });

  it('changes derived values exactly at each time', () => {
    const { isPast } = createPageClock();
    const shown: boolean[][] = [];
    const both = computed(() => [isPast(START + 5_000), isPast(START + 1_000)]);
    effect(() => {
      shown.push(both.value);
    });
    vi.advanceTimersByTime(999);
    expect(shown).toEqual([[false, false]]);
    vi.advanceTimersByTime(1);
    expect(shown.at(-1)).toEqual([false, true]);
    vi.advanceTimersByTime(4_000);
    expect(shown.at(-1)).toEqual([true, true]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('checks again after ten minutes at most, because the clock of the computer may jump', () => {
    const { isPast } = createPageClock();
    const isDue = computed(() => isPast(START + 3_600_000));
    effect(() => void isDue.value);
    vi.setSystemTime(START + 3_600_000);
    vi.advanceTimersByTime(600_000);
    expect(isDue.value).toBe(true);
  });
});
