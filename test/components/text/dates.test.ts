import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const iso = '2026-11-03T09:41:00.000Z';
const reader = () => `${navigator.language} ${new Date().getTimezoneOffset()}`;

/** The dates of a page that was just opened. */
async function openPage() {
  vi.resetModules();
  return import('@/components/text/dates');
}

beforeEach(() => vi.stubGlobal('navigator', { language: 'en-GB' }));
afterEach(() => vi.unstubAllGlobals());

describe('dates', () => {
  it('are written in full, by day, and are to be recalled', async () => {
    const { shortDate, shortDay, datesToRecall } = await openPage();
    expect(datesToRecall()).toBeNull();
    const texts = { [`time ${iso}`]: shortDate(iso), [`day ${iso}`]: shortDay(iso) };
    expect(Object.values(texts).every((text) => text.includes('2026'))).toBe(true);
    expect(datesToRecall()).toEqual({ reader: reader(), texts });
  });

  it('are shown as they are recalled, without a format', async () => {
    const { shortDate, recallDates, datesToRecall } = await openPage();
    vi.stubGlobal('Intl', {});
    recallDates({ reader: reader(), texts: { [`time ${iso}`]: 'as before', other: 'old' } });
    expect(shortDate(iso)).toBe('as before');
    expect(datesToRecall()).toBeNull();
    vi.unstubAllGlobals();
    vi.stubGlobal('navigator', { language: 'en-GB' });
    shortDate('2026-11-04T09:41:00.000Z');
    expect(Object.keys(datesToRecall()?.texts ?? {})).toEqual([
      `time ${iso}`,
      'time 2026-11-04T09:41:00.000Z',
    ]);
  });

  it.each([
    ['another language', 'de 0'],
    ['another time zone', `en-GB ${new Date().getTimezoneOffset() + 60}`],
  ])('are not recalled for %s', async (_, other) => {
    const { shortDate, recallDates } = await openPage();
    recallDates({ reader: other, texts: { [`time ${iso}`]: 'as before' } });
    expect(shortDate(iso)).toContain('2026');
  });

  it('are not taken from what every object has', async () => {
    const { shortDay, recallDates } = await openPage();
    recallDates({ reader: reader(), texts: JSON.parse(`{"__proto__":{"day ${iso}":"no"}}`) });
    expect(shortDay(iso)).toContain('2026');
  });
});
