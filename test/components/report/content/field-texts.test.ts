import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExtraValue } from '@/lib/report/extra-fields';
import { useMessageKeys } from '../../../support/message-keys';

useMessageKeys();
beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  // What writes dates has been made for another place by the tests before.
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe('the value of a field', () => {
  it.each<[ExtraValue, string]>([
    ['Harbour', 'Harbour'],
    [' ', '–'],
    [null, '–'],
    [{ fields: [] }, '–'],
    [true, 'report_yes'],
    [false, 'report_no'],
    [0, '0'],
    [18_204.5, '18204.5'],
    [1_790_000_000, '1790000000'],
    ['2026-10-06', 'Oct 6, 2026'],
    ['2026-10-06T09:41:00+02:00', 'Oct 6, 2026, 4:41 PM'],
    ['2026-10-06 09:41:00', 'Oct 6, 2026, 6:41 PM'],
    ['2026-13-06 09:41:00', '2026-13-06 09:41:00'],
    ['2026-10', '2026-10'],
    ['2026-10-06 or later', '2026-10-06 or later'],
  ])('%j is shown as %j', async (value, text) => {
    const { valueText } = await import('@/components/report/content/field-texts');
    expect(valueText(value).replaceAll('\u202f', ' ')).toBe(text);
  });
});
