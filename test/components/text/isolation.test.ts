import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isolated, messageParts } from '@/components/text/isolation';

const TURN = '\u2069\u2069\u202e\u202e';

describe('isolated', () => {
  it('isolates each line, and removes direction marks', () => {
    expect(isolated(`a${TURN}b\nc`)).toBe('\u2068ab\u2069\n\u2068c\u2069');
    expect(isolated('')).toBe('');
  });

  it('marks the parts that messageParts returns', () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom(...TURN, '\u2066', '\u2068', '\n', 'ש'), fc.string()),
    });
    fc.assert(
      fc.property(text, (foreign) => {
        const parts = messageParts(`Before ${isolated(foreign)} after`);
        const own = parts.filter((_, index) => index % 2 === 0).join('');
        expect(own.replaceAll('\n', '')).toBe('Before  after');
        expect(parts.join('')).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      }),
    );
  });
});
