import { describe, expect, it } from 'vitest';
import { hasWords, wordsOf } from '@/lib/history/address-words';

describe('wordsOf', () => {
  it.each<[string, string[]]>([
    ['https://shop.example/de/Prices-2026', ['shop', 'example', 'de', 'prices', '2026']],
    ['shop.example/a_b~c;d', ['shop', 'example', 'a', 'b', 'c', 'd']],
    [
      'shop.example/?q=red+shoes&size=42#top/part',
      ['shop', 'example', 'q', 'red', 'shoes', 'size', '42', 'top', 'part'],
    ],
    ['shop.example/red%20shoes%2Fgr%C3%B6%C3%9Fe', ['shop', 'example', 'red', 'shoes', 'größe']],
    ['xn--e1afmkfd.example/', ['пример', 'example']],
    ['trip.example/東京タワー2026', ['trip', 'example', '東', '京', 'タ', 'ワ', 'ー', '2026']],
    ['trip.example/%E6%9D%B1%E4%BA%AC%E3%80%81', ['trip', 'example', '東', '京']],
    // Combining marks are parts of words. Korean separates words by spaces.
    ['example.com/हिन्दी-한국어', ['example', 'com', 'हिन्दी', '한국어']],
    // An escape that cannot be decoded.
    ['example.com/%FF', ['example', 'com', 'ff']],
    ['shop.example/shop/Shop', ['shop', 'example']],
    [' / ', []],
  ])('returns for %j the words %j', (address, words) => {
    expect(wordsOf(address)).toEqual(words);
  });

  it('returns at most eighty words of at most a hundred characters', () => {
    const words = Array.from({ length: 90 }, (_, at) => `w${at}`);
    expect(wordsOf(words.join('/'))).toEqual(words.slice(0, 80));
    expect(wordsOf('x'.repeat(150))).toEqual(['x'.repeat(100)]);
  });
});

describe('hasWords', () => {
  it('returns true only if each given text is the beginning of a word', () => {
    const words = ['shop', 'prices', '2026'];
    expect(hasWords(words, ['pri', 'sh'])).toBe(true);
    expect(hasWords(words, ['pri', 'rices'])).toBe(false);
  });
});
