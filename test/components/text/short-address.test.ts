import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortAddresses } from '@/components/text/short-address';

/** What is shown of each, in the order given. */
function shown(...addresses: string[]) {
  const short = shortAddresses(addresses);
  return addresses.map((address) => short.get(address));
}

describe('an address in a row', () => {
  it('is its host and its path, without the scheme', () => {
    expect(shown('https://museum.example/visit')).toEqual([
      { host: 'museum.example', common: '', rest: '/visit' },
    ]);
    expect(shown('http://trails.example:8080/')).toEqual([
      { host: 'trails.example:8080', common: '', rest: '/' },
    ]);
  });

  it('keeps the part in which it differs from the others, from a whole segment on', () => {
    const start = 'https://clinic.example/en/services/physiotherapy';
    expect(shown(`${start}/back-pain`, `${start}/back-school`, `${start}/knees`)).toEqual([
      { host: 'clinic.example', common: '/en/services/physiotherapy', rest: '/back-pain' },
      { host: 'clinic.example', common: '/en/services/physiotherapy', rest: '/back-school' },
      { host: 'clinic.example', common: '/en/services/physiotherapy', rest: '/knees' },
    ]);
  });

  it('keeps the value of a parameter in which it differs', () => {
    const start = 'https://shop.example/list?sort=price&page';
    expect(shown(`${start}=1`, `${start}=2`).map((each) => each?.rest)).toEqual(['=1', '=2']);
  });

  it('is cut in the middle of a long part, whose end is kept', () => {
    const [first, second] = shown(
      `https://long.example/?${'x'.repeat(500)}-the-first`,
      `https://other.example/?${'x'.repeat(500)}-the-second`,
    );
    expect(first?.rest).toBe('/?xxxxxxxxxx…xxxx-the-first');
    expect(second?.rest).toMatch(/…xxx-the-second$/);
  });

  it('is shown whole where it is no web address', () => {
    expect(shown('mailto:a@b.example', '42')).toEqual([
      { host: '', common: '', rest: 'mailto:a@b.example' },
      { host: '', common: '', rest: '42' },
    ]);
  });

  it('never loses its beginning or its end, and is told from each other one', () => {
    const path = fc.array(fc.constantFrom('a', 'bb', 'shop', 'item-1', 'item-2', '?q=1', '#top'));
    const address = path.map((parts) => `https://shop.example/${parts.join('/')}`);
    fc.assert(
      fc.property(fc.uniqueArray(address, { minLength: 1 }), (addresses) => {
        const texts = shown(...addresses).map((each) => {
          if (each === undefined) throw new Error('An address is missing.');
          expect(each.host).toBe('shop.example');
          return each.common + each.rest;
        });
        expect(new Set(texts).size).toBe(addresses.length);
      }),
    );
  });
});
