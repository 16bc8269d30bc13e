import { describe, expect, it, vi } from 'vitest';
import { strongPassword } from '@/components/ui/fields/password-field';

const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

describe('strongPassword', () => {
  it('returns a new password of 20 distinct letters and digits each time', () => {
    const passwords = Array.from({ length: 1_000 }, strongPassword);
    expect(new Set(passwords).size).toBe(1_000);
    expect(new Set(passwords.map(({ length }) => length))).toEqual(new Set([20]));
    expect(new Set(passwords.join(''))).toEqual(new Set(LETTERS));
  });

  it('skips random bytes that would make some letters more likely', () => {
    const skipped = Array.from({ length: 32 }, (_, index) => 224 + index);
    const accepted = Array.from({ length: 20 }, (_, index) => 223 - index);
    const bytes = [...skipped, ...accepted, ...skipped];
    const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      (array as unknown as Uint8Array).set(bytes.splice(0, array?.byteLength));
      return array;
    });
    expect(strongPassword()).toBe(accepted.map((byte) => LETTERS[byte % 56]).join(''));
    random.mockRestore();
  });
});
