import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { datesApart } from '@/components/text/dates-apart';
import { useMessageKeys } from '../../support/message-keys';

beforeEach(() => {
  vi.setSystemTime(new Date(2026, 10, 12, 9, 30));
  useMessageKeys();
});
afterEach(() => void vi.useRealTimers());

/** Returns the texts of dates in November, with plain spaces. */
function textsOf(...dates: [day: number, hour: number][]): string[] {
  const isos = dates.map(([day, hour]) => new Date(2026, 10, day, hour, 5).toISOString());
  return datesApart(isos).map((text) => text.replace(/\s/g, ' '));
}

it('returns days if each date has its own day', () => {
  expect(textsOf([3, 9])).toEqual(['Nov 3']);
  expect(textsOf([3, 9], [5, 9])).toEqual(['Nov 3', 'Nov 5']);
});

it('returns times if all dates are of one day', () => {
  expect(textsOf([3, 9], [3, 16])).toEqual(['9:05 AM', '4:05 PM']);
});

it('returns days if only some dates share a day', () => {
  expect(textsOf([3, 9], [5, 9], [5, 16])).toEqual(['Nov 3', 'Nov 5', 'Nov 5']);
});
