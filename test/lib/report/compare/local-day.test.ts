import { expect, it } from 'vitest';
import { dayOf, endOfDay, isDay, startOfDay } from '@/lib/report/compare/local-day';

it.each([
  [new Date(2026, 10, 3), 0, '2026-11-03'],
  [new Date(2026, 10, 3, 23, 59), 0, '2026-11-03'],
  [new Date(2026, 0, 1, 1), 1, '2025-12-31'],
  // In some time zones, one of these thirty days has 25 hours.
  [new Date(2026, 10, 26, 0, 30), 30, '2026-10-27'],
])('dayOf returns for %s and %i days earlier %s', (time, days, day) => {
  expect(dayOf(time, days)).toBe(day);
});

it('a day begins and ends at midnight in local time', () => {
  expect(startOfDay('2026-12-31')).toBe(new Date(2026, 11, 31).toISOString());
  expect(endOfDay('2026-12-31')).toBe(new Date(2027, 0, 1).toISOString());
});

it('isDay accepts only days', () => {
  expect(isDay('2026-11-03')).toBe(true);
  expect(isDay('2028-02-29')).toBe(true);
  const texts = [
    '2026-11-3',
    '2026-99-99',
    '2026-02-29',
    '2026-11-31',
    'Nov 3',
    '2026-11-03T10:00',
  ];
  const others = [...texts, 3, null];
  expect(others.filter(isDay)).toEqual([]);
});
