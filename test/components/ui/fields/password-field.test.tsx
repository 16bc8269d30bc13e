import { describe, expect, it, vi } from 'vitest';
import { strongPassword } from '@/components/ui/fields/password-field';

const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

describe('strongPassword', () => {
  it('returns 20 letters and digits that are hard to confuse, different each time', () => {
    const made = Array.from({ length: 1_000 }, strongPassword);
    expect(new Set(made).size).toBe(1_000);
    expect(new Set(made.map(({ length }) => length))).toEqual(new Set([20]));
    expect(new Set(made.join(''))).toEqual(new Set(LETTERS));
  });

  it('skips random bytes that would make some letters more likely', () => {
    const unfair = Array.from({ length: 32 }, (_, index) => 224 + index);
    const fair = Array.from({ length: 20 }, (_, index) => 223 - index);
    const bytes = [...unfair, ...fair, ...unfair];
    const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      (array as unknown as Uint8Array).set(bytes.splice(0, array?.byteLength));
      return array;
    });
    expect(strongPassword()).toBe(fair.map((byte) => LETTERS[byte % 56]).join(''));
    random.mockRestore();
  });
});
