import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trackingPieces } from '@/lib/url/tracking-parameters';
import { readReportUrl } from '@/lib/url/typed-address';
import { type UrlAlternative, urlAlternatives } from '@/lib/url/url-alternatives';
import { unwrappedAddress } from '@/lib/url/wrapped-address';
import { anyCharacter } from '../../support/any-text';

const alternativesOf = (url: string, canonical: string | null = null) =>
  urlAlternatives(url, canonical, unwrappedAddress);

/** Returns the first alternative of a kind; undefined if no alternative has this kind. */
function alternativeOf(kind: UrlAlternative['kind'], url: string, canonical: string | null = null) {
  return alternativesOf(url, canonical).find((each) => each.kind === kind)?.url;
}

const start = 'https://host.example/';

describe('urlAlternatives', () => {
  it.each([
    ['?utm_source=x', ''],
    ['a?utm_source=x&gclid=y', 'a'],
    ['?a=b+c%20d&utm_source=x&&e', '?a=b+c%20d&&e'],
    ['?z=1&fbclid=x&a=%7e&a=%7E&b=', '?z=1&a=%7e&a=%7E&b='],
    ['?utm%5Fsource=x&a=%E4', '?a=%E4'],
    ['?a=1&amp;utm_source=x', '?a=1'],
    ['?a&utm_source=x#part?utm_id=1', '?a#part?utm_id=1'],
    ['', undefined],
    ['?ref=x&source=y', undefined],
    ['?a=utm_source=x', undefined],
    ['#?utm_source=x', undefined],
  ])('removes the tracking parameters of %s: %s', (address, rest) => {
    const expected = rest === undefined ? undefined : start + rest;
    expect(alternativeOf('withoutTracking', start + address)).toBe(expected);
  });

  it.each([
    ['a#part', 'a'],
    ['a?b=+%20#part#two', 'a?b=+%20'],
    ['#/', ''],
    ['#:~:text=word', ''],
    ['#/route', undefined],
    ['#!route', undefined],
  ])('removes the fragment of %s: %s', (address, rest) => {
    const expected = rest === undefined ? undefined : start + rest;
    expect(alternativeOf('withoutFragment', start + address)).toBe(expected);
  });

  it.each([
    [' https://HOST.example:443/a ', 'https://host.example/a'],
    ['https://someone:secret@host.example/a', 'https://host.example/a'],
    ['http://other.example/?b=2&a=1#c', 'http://other.example/?b=2&a=1#c'],
    [null, undefined],
    [' ', undefined],
    ['/page', undefined],
    ['host.example/a', undefined],
    ['javascript:alert(1)', undefined],
    ['https://someone@host.example/page', undefined],
  ])('reads the canonical link %j as %s', (canonical, url) => {
    expect(alternativeOf('canonical', `${start}page`, canonical)).toBe(url);
  });

  it('returns the target of a redirect', () => {
    const redirect = 'https://www.google.com/url?sa=t&url=https%3A%2F%2Fshop.example%2Fa&ved=2ah';
    expect(alternativeOf('target', redirect)).toBe('https://shop.example/a');
  });

  // Sources of the links: test/lib/url/wrapped-address.test.ts.
  it.each([
    `https://www.bing.com/ck/a?!&&p=6cd3&utm_source=x&u=a1${btoa('https://shop.example/a')}#b`,
    'https://r.search.yahoo.com/_ylt=AwrB;_ylu=X3oD--/RV=2/RE=1512018198/RO=10/RU=https%3a%2f%2fshop.example%2fa/RK=2/RS=vQ?utm_source=x',
  ])('returns the page to which a wrapper leads first: %s', (link) => {
    expect(alternativesOf(link)[0]).toEqual({ kind: 'target', url: 'https://shop.example/a' });
  });

  it('returns the page to which a wrapper leads without the parameters of the wrapper', () => {
    const link = 'https://www.google.com/url?q=https://shop.example/a?b=1&usg=AOvVaw1YmPDwvN_uKIA';
    expect(alternativeOf('target', link)).toBe('https://shop.example/a?b=1');
  });

  it.each([
    'https://host.example/?utm_referrer=https%3A%2F%2Fshop.example%2F',
    'https://host.example/?u=https%3A%2F%2F',
  ])('returns no target for %s', (address) => {
    expect(alternativeOf('target', address)).toBe(undefined);
  });

  it('returns the address with all changes first, then an address for each change', () => {
    const first = alternativesOf('https://host.example/?utm_id=1&a#b', 'https://host.example/c');
    expect(first).toEqual([
      { kind: 'clean', url: 'https://host.example/?a' },
      { kind: 'withoutTracking', url: 'https://host.example/?a#b' },
      { kind: 'withoutFragment', url: 'https://host.example/?utm_id=1&a' },
      { kind: 'canonical', url: 'https://host.example/c' },
    ]);
    expect(alternativesOf('https://host.example/?a#b', 'https://host.example/c')).toEqual([
      { kind: 'withoutFragment', url: 'https://host.example/?a' },
      { kind: 'canonical', url: 'https://host.example/c' },
    ]);
  });

  it('returns no address twice', () => {
    expect(alternativesOf('https://host.example/a?gclid=1', 'https://host.example/a')).toEqual([
      { kind: 'withoutTracking', url: 'https://host.example/a' },
    ]);
    expect(alternativesOf('https://host.example/a#b', 'https://host.example/a')).toEqual([
      { kind: 'withoutFragment', url: 'https://host.example/a' },
    ]);
  });

  it.each(['', 'two words', '/?utm_source=x', 'chrome://newtab/#a', 'file:///a#b'])(
    'returns no alternatives for %j, which is not reportable',
    (url) => {
      expect(alternativesOf(url, 'https://host.example/')).toEqual([]);
    },
  );

  it('returns no alternatives for an address that is too long', () => {
    const url = `https://host.example/${'?utm_source=x&'.repeat(600)}`;
    expect(alternativesOf(url, 'https://host.example/')).toEqual([]);
    expect(alternativesOf('https://host.example/', url)).toEqual([]);
  });

  it('returns only reportable addresses that differ from the given address', () => {
    const part = fc.constantFrom(...'?#&=/ü%@: a', 'utm_source=x', 'gclid', '#/', '=https://b.c');
    const text = fc.string({ unit: fc.oneof(part, fc.string({ unit: anyCharacter })) });
    const canonical = fc.option(text.map((rest) => `https://host.example${rest}`));
    fc.assert(
      fc.property(text, fc.boolean(), canonical, (rest, isWeb, named) => {
        const url = isWeb ? `https://host.example/${rest}` : rest;
        const alternatives = alternativesOf(url, named);
        for (const each of alternatives) {
          expect(readReportUrl(each.url)).toEqual({ value: each.url });
          expect(readReportUrl(url)).not.toEqual({ value: each.url });
          expect(each.url).not.toBe(url);
        }
        expect(new Set(alternatives.map((each) => each.url)).size).toBe(alternatives.length);
      }),
      { numRuns: 300 },
    );
  });
});

describe('trackingPieces', () => {
  it.each([
    ['a?b=1&c', 'a?b=1&c'],
    ['a?utm_id=1&gclid=y#part', 'a[?utm_id=1&gclid=y]#part'],
    ['?utm_id=1&gclid=y&b=2&c', '?[utm_id=1&][gclid=y&]b=2&c'],
    ['?b=2&utm_id=1&c&gclid=y', '?b=2[&utm_id=1]&c[&gclid=y]'],
  ])('marks the tracking parameters of %s: %s', (address, marked) => {
    const pieces = trackingPieces(start + address);
    const mark = ({ text, isTracking }: (typeof pieces)[number]) =>
      isTracking ? `[${text}]` : text;
    expect(pieces.map(mark).join('')).toBe(start + marked);
  });
});
