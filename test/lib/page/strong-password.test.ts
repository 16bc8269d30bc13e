import { afterEach, describe, expect, it, vi } from 'vitest';
import { strongPassword } from '@/lib/page/strong-password';

const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

describe('a strong password', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is 20 letters and digits, none of them easily mistaken for another', () => {
    for (let count = 0; count < 100; count += 1) {
      expect(strongPassword()).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]{20}$/);
    }
  });

  it('is never the same twice in 1,000', () => {
    expect(new Set(Array.from({ length: 1_000 }, strongPassword)).size).toBe(1_000);
  });

  it('uses all of its letters', () => {
    const used = new Set(Array.from({ length: 1_000 }, strongPassword).join(''));
    expect([...used].sort()).toEqual([...LETTERS].sort());
  });

  it('passes over the random bytes that would favour some letters', () => {
    const unfair = Array.from({ length: 32 }, (_, index) => 224 + index);
    const fair = Array.from({ length: 20 }, (_, index) => 223 - index);
    giveBytes([...unfair, ...fair]);
    const expected = fair.map((byte) => LETTERS[byte % LETTERS.length]).join('');
    expect(strongPassword()).toBe(expected);
  });
});

function giveBytes(bytes: number[]): void {
  let given = 0;
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    if (!(array instanceof Uint8Array)) throw new TypeError('Only bytes are asked for');
    for (const index of array.keys()) array[index] = bytes[given++ % bytes.length] ?? 0;
    return array;
  });
}
