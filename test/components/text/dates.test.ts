import { describe, expect, it, vi } from 'vitest';
import {
  relativeTime,
  shortDate,
  shortDay,
  shortRetryTime,
  shortTime,
} from '@/components/text/dates';
import { countText } from '@/components/text/language';
import { useMessageKeys } from '../../support/message-keys';

useMessageKeys();

const iso = '2026-11-03T09:41:00.000Z';

describe('dates', () => {
  it('are written with their year, and with the time only where it matters', () => {
    expect(shortDate(iso)).toMatch(/2026.*\d:\d\d/);
    expect(shortDay(iso)).toContain('2026');
    expect(shortDay(iso)).not.toMatch(/\d:\d\d/);
  });

  it('are left out of times of today', () => {
    const now = new Date();
    expect(shortTime(now.toISOString())).not.toContain(String(now.getFullYear()));
    expect(shortTime(iso)).toContain('2026');
  });

  it.each(['09:41:00.000Z', '09:40:59.001Z', '09:40:00.001Z', '09:40:10Z'])(
    'tell a moment to try again at %s by the end of its minute',
    (time) => {
      expect(shortRetryTime(`2026-11-03T${time}`)).toBe(shortTime(iso));
    },
  );
});

describe('how long ago something was', () => {
  const now = new Date(2026, 10, 12, 9, 30);

  /** A moment by the reader's own clock, as the service would send it. */
  function at(...[month, day, hour, minute = 30]: [number, number, number, number?]): string {
    return new Date(2026, month - 1, day, hour, minute).toISOString();
  }

  it.each([
    ['now', at(11, 12, 9)],
    ['now', new Date(now.getTime() - 59_000).toISOString()],
    ['now', new Date(now.getTime() + 59_000).toISOString()],
    ['1m ago', at(11, 12, 9, 29)],
    ['59m ago', at(11, 12, 8, 31)],
    ['1h ago', at(11, 12, 8)],
    ['23h ago', at(11, 11, 10)],
    ['yesterday', at(11, 11, 9)],
    ['yesterday', at(11, 11, 0, 0)],
    ['2d ago', at(11, 10, 23, 59)],
    ['6d ago', at(11, 6, 0)],
    ['Nov 5', at(11, 5, 23)],
    ['Jan 1', at(1, 1, 0)],
    ['Dec 31, 2025', new Date(2025, 11, 31, 23).toISOString()],
    ['Nov 13', at(11, 13, 9)],
  ])('is said as %s', (words, iso) => {
    expect(relativeTime(iso, now)).toBe(words);
  });

  it('counts from the present', () => {
    expect(relativeTime(new Date().toISOString())).toBe('now');
  });
});

it('dates and numbers are in the language of the messages, whatever that of the browser is', async () => {
  expect([countText(12_345), shortTime(iso)]).toEqual(['12,345', expect.stringMatching(/AM|PM/)]);
  useMessageKeys({ language: 'de' });
  vi.resetModules();
  const german = await import('@/components/text/dates');
  const now = new Date(2026, 10, 12, 9, 30);
  expect(german.relativeTime(new Date(2026, 10, 9).toISOString(), now)).toMatch(/^vor 3 T/);
  expect(german.shortDay(iso)).toBe('03.11.2026');
  expect(german.shortTime(new Date().toISOString())).toMatch(/^\d\d:\d\d$/);
  expect(countText(12_345)).toBe('12.345');
});
