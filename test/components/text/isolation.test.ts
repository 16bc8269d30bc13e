import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isolated, messageParts } from '@/components/text/isolation';

const DIRECTION_MARKS = '\u2069\u2069\u202e\u202e';

describe('isolated', () => {
  it('isolates each line of a text, and removes direction marks', () => {
    expect(isolated(`a${DIRECTION_MARKS}b\nc`)).toBe('\u2068ab\u2069\n\u2068c\u2069');
    expect(isolated('')).toBe('');
  });

  it('marks foreign text so that messageParts separates it from the message', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...DIRECTION_MARKS, '\u2066', '\u2068', '\n', 'ש'),
        fc.string(),
      ),
    });
    fc.assert(
      fc.property(text, (foreign) => {
        const parts = messageParts(`Before ${isolated(foreign)} after`);
        const ownText = parts.filter((_, index) => index % 2 === 0).join('');
        expect(ownText.replaceAll('\n', '')).toBe('Before  after');
        expect(parts.join('')).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      }),
    );
  });
});
