import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  daysInYear,
  daysText,
  relativeTime,
  shortDate,
  shortDay,
  shortRetryTime,
  shortTime,
  timeInYear,
} from '@/components/text/dates';
import { countText } from '@/components/text/language';
import { useMessageKeys } from '../../support/message-keys';

const iso = '2026-11-03T09:41:00.000Z';
const now = new Date(2026, 10, 12, 9, 30);

beforeEach(() => {
  vi.setSystemTime(now);
  useMessageKeys();
});
afterEach(() => void vi.useRealTimers());

/** Returns a local time in the form that the service sends. */
function isoOf(
  month: number,
  ...rest: [day: number, hour: number, minute: number, second?: number]
) {
  return new Date(2026, month - 1, ...rest).toISOString();
}

it('shortDate has year and time, shortDay has no time, and shortTime of today has only the time', () => {
  expect(shortDate(iso)).toMatch(/2026.*\d:\d\d/);
  expect(shortDay(iso)).toMatch(/^(?!.*\d:\d\d).*2026/);
  expect(shortTime(iso)).toBe(shortDate(iso));
  expect(shortTime(new Date().toISOString())).toMatch(/^\d+:\d\d\s[AP]M$/);
});

it('timeInYear omits only the current year', () => {
  expect(timeInYear(iso)).toMatch(/^Nov 3, 9:41\sAM$/);
  expect(timeInYear('2025-11-03T09:41:00.000Z')).toMatch(/2025.*9:41/);
});

it.each([
  [[], null],
  [[isoOf(11, 3, 9, 41)], 'Nov 3, 2026'],
  [[isoOf(11, 3, 9, 41), isoOf(11, 3, 23, 59)], 'Nov 3, 2026'],
  [[isoOf(11, 19, 8, 0), isoOf(11, 3, 9, 41), isoOf(11, 5, 9, 41)], 'Nov 3 – 19, 2026'],
  [[isoOf(12, 19, 8, 0), isoOf(11, 3, 9, 41)], 'Nov 3 – Dec 19, 2026'],
])('daysText(%j) returns %s', (isos, words) => {
  expect(daysText(isos)).toBe(words);
});

it.each([
  [[isoOf(11, 3, 9, 41)], 'Nov 3'],
  [[isoOf(11, 19, 8, 0), isoOf(11, 3, 9, 41), isoOf(11, 5, 9, 41)], 'Nov 3 – 19'],
  [[isoOf(12, 19, 8, 0), isoOf(11, 3, 9, 41)], 'Nov 3 – Dec 19'],
])('daysInYear(%j) returns %s', (isos, words) => {
  expect(daysInYear(isos, now)).toBe(words);
  // In another year, the text contains the year.
  expect(daysInYear(isos, new Date(2027, 10, 12))).toBe(daysText(isos));
});

it.each(['09:41:00.000Z', '09:40:59.001Z', '09:40:00.001Z', '09:40:10Z'])(
  'shortRetryTime rounds %s up to 09:41',
  (time) => {
    expect(shortRetryTime(`2026-11-03T${time}`)).toBe(shortTime(iso));
  },
);

it.each([
  ['now', isoOf(11, 12, 9, 30)],
  ['now', isoOf(11, 12, 9, 29, 1)],
  ['now', isoOf(11, 12, 9, 30, 59)],
  ['1m ago', isoOf(11, 12, 9, 29)],
  ['59m ago', isoOf(11, 12, 8, 31)],
  ['1h ago', isoOf(11, 12, 8, 30)],
  ['23h ago', isoOf(11, 11, 10, 30)],
  ['yesterday', isoOf(11, 11, 9, 30)],
  ['yesterday', isoOf(11, 11, 0, 0)],
  ['2d ago', isoOf(11, 10, 23, 59)],
  ['6d ago', isoOf(11, 6, 0, 30)],
  ['Nov 5', isoOf(11, 5, 23, 30)],
  ['Jan 1', isoOf(1, 1, 0, 30)],
  ['Dec 31, 2025', new Date(2025, 11, 31, 23).toISOString()],
  ['Nov 13', isoOf(11, 13, 9, 30)],
])('relativeTime returns %s for the time %s', (words, iso) => {
  expect(relativeTime(iso, now)).toBe(words);
});

it('dates and numbers have the language of the messages, not of the browser', () => {
  const nowIso = new Date().toISOString();
  expect([countText(12_345), relativeTime(nowIso)]).toEqual(['12,345', 'now']);
  useMessageKeys({ language: 'de' });
  expect(relativeTime(new Date(2026, 10, 9).toISOString(), now)).toMatch(/^vor 3 T/);
  expect(shortDay(iso)).toBe('03.11.2026');
  expect(shortTime(nowIso)).toMatch(/^\d\d:\d\d$/);
  expect(countText(12_345)).toBe('12.345');
});

it('shortDay is short enough for a row in Brazilian Portuguese', () => {
  useMessageKeys({ language: 'pt-BR' });
  expect(shortDay(iso)).toBe('03/11/2026');
});
