import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type IndexedPage,
  type PageIndex,
  withoutPage,
  withPages,
} from '@/lib/page-history/page-index';

function page(key: string, bytes = 1_000): IndexedPage {
  return { key, bytes };
}

function pages(from: number, to: number): IndexedPage[] {
  return Array.from({ length: to - from }, (_, index) => page(`page ${from + index}`));
}

const keysOf = (index: PageIndex) => index.map(({ key }) => key);

describe('noting pages', () => {
  it('puts them last, each once', () => {
    const { index, evicted } = withPages(pages(0, 3), [page('page 1'), page('page 9')]);
    expect(keysOf(index)).toEqual(['page 0', 'page 2', 'page 1', 'page 9']);
    expect(evicted).toEqual([]);
  });

  it('evicts those that were noted longest ago, of more than 500', () => {
    const { index, evicted } = withPages(pages(0, 500), [page('page 0'), page('new')]);
    expect(evicted).toEqual(['page 1']);
    expect(index).toHaveLength(500);
    expect(keysOf(index).slice(-3)).toEqual(['page 499', 'page 0', 'new']);
  });

  it('keeps within both bounds whatever comes, and loses nothing unsaid', () => {
    const any = fc.array(fc.record({ key: fc.nat(900).map(String), bytes: fc.nat(30_000) }), {
      maxLength: 700,
      size: 'max',
    });
    fc.assert(
      fc.property(any, any, (first, second) => {
        const before = withPages([], unique(first)).index;
        const noted = unique(second);
        const { index, evicted } = withPages(before, noted);
        expect(index.length).toBeLessThanOrEqual(500);
        expect(index.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(2_000_000);
        expect(new Set([...keysOf(index), ...evicted])).toEqual(
          new Set([...keysOf(before), ...keysOf(noted)]),
        );
        expect(keysOf(index).some((key) => evicted.includes(key))).toBe(false);
      }),
      { numRuns: 30 },
    );
  });
});

it('an index without a page has all the others', () => {
  expect(keysOf(withoutPage(pages(0, 3), 'page 1'))).toEqual(['page 0', 'page 2']);
});

function unique(list: IndexedPage[]): IndexedPage[] {
  return [...new Map(list.map((each) => [each.key, each])).values()];
}
