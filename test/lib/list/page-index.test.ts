import { describe, expect, it } from 'vitest';
import { withPages } from '@/lib/list/known-pages';

const pages = Array.from({ length: 300 }, (_, at) => `page ${at}`);

describe('noting pages', () => {
  it('puts them last, each once', () => {
    const { index, evicted } = withPages(['a', 'b', 'c'], ['b', 'x']);
    expect(index).toEqual(['a', 'c', 'b', 'x']);
    expect(evicted).toEqual([]);
  });

  it('evicts those that were noted longest ago', () => {
    const { index, evicted } = withPages(pages, ['page 0', 'new']);
    expect(evicted).toEqual(['page 1']);
    expect(index).toHaveLength(300);
  });
});
