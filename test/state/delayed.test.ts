import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { delayed } from '@/lib/state/delayed';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function follow() {
  const source = signal('idle');
  const shown = delayed(source, (value, before) =>
    value === 'busy' && before === 'idle' ? 50 : 0,
  );
  return { source, shown };
}

it('a delayed signal takes over at once what need not last', () => {
  const { source, shown } = follow();
  expect(shown.value).toBe('idle');
  source.value = 'done';
  expect(shown.value).toBe('done');
});

it('a delayed signal takes over what has lasted', () => {
  const { source, shown } = follow();
  source.value = 'busy';
  vi.advanceTimersByTime(49);
  expect(shown.value).toBe('idle');
  vi.advanceTimersByTime(1);
  expect(shown.value).toBe('busy');
  source.value = 'done';
  expect(shown.value).toBe('done');
});

it('a delayed signal never has what did not last', () => {
  const { source, shown } = follow();
  const seen: string[] = [];
  shown.subscribe((value) => seen.push(value));
  source.value = 'busy';
  vi.advanceTimersByTime(30);
  source.value = 'done';
  vi.advanceTimersByTime(100);
  expect(seen).toEqual(['idle', 'done']);
});

it('how long a value must last may depend on what it takes the place of', () => {
  const { source, shown } = follow();
  source.value = 'done';
  source.value = 'busy';
  expect(shown.value).toBe('busy');
});
