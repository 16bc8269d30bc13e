import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ExtraValue, toExtraFields } from '@/lib/report/extra-fields';
import { useMessageKeys } from '../../../support/message-keys';

useMessageKeys();
beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  // Loads the module of dates again, with this time zone.
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe('a field', () => {
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
  ])('with the value %j is shown as %j', async (value, text) => {
    const { valueText } = await import('@/components/report/content/value-texts');
    expect(valueText(value).replaceAll('\u202f', ' ')).toBe(text);
  });
});

describe('fields as text', () => {
  async function renderFields(json: object, parts = Infinity): Promise<string[]> {
    const { fieldsText } = await import('@/components/report/content/value-texts');
    const { fields, more } = toExtraFields(json, { values: 50, depth: 60, text: 2_000, parts });
    return fieldsText(fields, more).split('\n');
  }

  it('have one line each, and indent lists and objects below a readable name', async () => {
    const json = {
      load_time: 3,
      plan: { name: 'Agency', hosts: ['a', 'b'] },
      tags: [],
      isNew: true,
    };
    expect(await renderFields(json)).toEqual([
      'Load time: 3',
      'Plan',
      '  Name: Agency',
      '  Hosts',
      '    1: a',
      '    2: b',
      'Tags: –',
      'Is new: report_yes',
    ]);
  });

  it('state how many parts of a list are omitted', async () => {
    expect(await renderFields({ list: [1, 2, 3] }, 2)).toEqual([
      ...['List', '  1: 1', '  2: 2', '  report_more'],
    ]);
  });

  it('contain no line break and no direction mark of a name or a value', async () => {
    const hostile = 'a\nb\u2028\u202ec\u2067\u0000<b>';
    expect(await renderFields({ [hostile]: hostile, deep: { [hostile]: [hostile] } })).toEqual([
      ...['a b c <b>: a b c <b>', 'Deep', '  a b c <b>', '    1: a b c <b>'],
    ]);
  });
});
