import { describe, expect, it } from 'vitest';
import { storableFound } from '@/lib/history/storable-found';
import type { Check } from '@/lib/report/content/checks';
import type { ExtraField } from '@/lib/report/extra-fields';

function check(name: string, fields: Partial<Check> = {}): Check {
  return {
    name,
    isPassed: false,
    importance: 'high',
    value: null,
    reasons: [],
    details: [],
    ...fields,
  };
}

function images(count: number, length = 40): ExtraField[] {
  return Array.from({ length: count }, (_, at) => ({
    name: `${at + 1}`,
    value: `https://example.com/${'x'.repeat(length)}-${at}.png`,
  }));
}

const sizeOf = (found: readonly Check[]) => Buffer.byteLength(JSON.stringify(found));

describe('storableFound', () => {
  it('returns small findings unchanged', () => {
    const found = [
      check('title', { value: 'Home', reasons: [{ name: 'too_short', value: null }] }),
      check('image_format', { value: { fields: images(10), more: 3 } }),
    ];
    expect(storableFound(found)).toEqual(found);
  });

  it('shortens long lists, and counts the rest', () => {
    const found = [check('image_keywords', { value: { fields: images(50), more: 7 } })];
    expect(storableFound(found)).toEqual([
      check('image_keywords', { value: { fields: images(50).slice(0, 10), more: 47 } }),
    ]);
    const lists = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      check(name, { reasons: [{ name: 'missing', value: { fields: images(10, 60) } }] }),
    );
    const stored = storableFound(lists);
    expect(sizeOf(stored)).toBeLessThanOrEqual(4_096);
    expect(stored.map(({ reasons }) => reasons)).toEqual(
      lists.map(() => [{ name: 'missing', value: { fields: images(5, 60).slice(0, 5), more: 5 } }]),
    );
  });

  it('leaves out a finding that is too large, and keeps the order of the others', () => {
    const found = [
      check('title', { value: 'Home' }),
      check('robots', { value: 'ü'.repeat(3_000) }),
      check('noindex', { value: 'noindex, follow' }),
    ];
    const stored = storableFound(found);
    expect(stored.map(({ name }) => name)).toEqual(['title', 'noindex']);
    expect(sizeOf(stored)).toBeLessThanOrEqual(4_096);
  });

  it('stays within the limit with sixty findings', () => {
    const found = Array.from({ length: 60 }, (_, at) =>
      check(`check_${at}`, { value: { fields: images(10) } }),
    );
    const stored = storableFound(found);
    expect(sizeOf(stored)).toBeLessThanOrEqual(4_096);
    expect(stored.length).toBeGreaterThan(15);
  });
});
