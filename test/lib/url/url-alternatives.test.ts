import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readReportUrl } from '@/lib/url/report-url';
import { type UrlAlternative, urlAlternatives } from '@/lib/url/url-alternatives';

/** The address that one kind offers, undefined where it offers none. */
function offered(kind: UrlAlternative['kind'], url: string, canonical: string | null = null) {
  return urlAlternatives(url, canonical).find((each) => each.kind === kind)?.url;
}

describe('the alternative without tracking', () => {
  it.each([
    ['https://host.example/?utm_source=x', 'https://host.example/'],
    ['https://host.example/a?utm_source=x&gclid=y', 'https://host.example/a'],
    ['https://host.example/?a=b+c%20d&utm_source=x&&e', 'https://host.example/?a=b+c%20d&&e'],
    [
      'https://host.example/?z=1&fbclid=x&a=%7e&a=%7E&b=',
      'https://host.example/?z=1&a=%7e&a=%7E&b=',
    ],
    ['https://host.example/?q=a?b&utm_id=1', 'https://host.example/?q=a?b'],
    ['https://host.example/?utm%5Fsource=x&a=1', 'https://host.example/?a=1'],
    ['https://host.example/?a=1&amp;utm_source=x', 'https://host.example/?a=1'],
    ['https://host.example/?a=%E4&utm_source=x', 'https://host.example/?a=%E4'],
    ['https://host.example/?a&utm_source=x#part?utm_id=1', 'https://host.example/?a#part?utm_id=1'],
    ['https://someone:secret@HOST.example/?gclid=1', 'https://host.example/'],
  ])('of %s is %s', (url, rest) => {
    expect(offered('withoutTracking', url)).toBe(rest);
  });

  it.each([
    'https://host.example/',
    'https://host.example/?a=1&&b',
    'https://host.example/?ref=x&source=y',
    'https://host.example/?a=utm_source=x',
    'https://host.example/#?utm_source=x',
  ])('of %s is none', (url) => {
    expect(offered('withoutTracking', url)).toBeUndefined();
  });
});

describe('the alternative without fragment', () => {
  it.each([
    ['https://host.example/a#part', 'https://host.example/a'],
    ['https://host.example/a?b=+%20#part#two', 'https://host.example/a?b=+%20'],
    ['https://host.example/#/', 'https://host.example/'],
    ['https://host.example/#:~:text=word', 'https://host.example/'],
  ])('of %s is %s', (url, rest) => {
    expect(offered('withoutFragment', url)).toBe(rest);
  });

  it.each([
    'https://host.example/',
    'https://host.example/#/route',
    'https://host.example/#!route',
  ])('of %s is none', (url) => {
    expect(offered('withoutFragment', url)).toBeUndefined();
  });
});

describe('the canonical alternative', () => {
  it.each([
    ['https://host.example/a', 'https://host.example/a'],
    [' https://HOST.example:443/a ', 'https://host.example/a'],
    ['https://someone:secret@host.example/a', 'https://host.example/a'],
    ['http://other.example/?b=2&a=1#c', 'http://other.example/?b=2&a=1#c'],
  ])('is, for a page that names %j, %s', (canonical, url) => {
    expect(offered('canonical', 'https://host.example/page', canonical)).toBe(url);
  });

  it.each([
    null,
    '',
    ' ',
    '/page',
    '//host.example/a',
    'host.example/a',
    'javascript:alert(1)',
    'ftp://host.example/a',
    'https://',
    'https://host.example/page',
    'https://someone@host.example/page',
  ])('is none for a page that names %j', (canonical) => {
    expect(offered('canonical', 'https://host.example/page', canonical)).toBeUndefined();
  });
});

describe('the alternatives', () => {
  it('change one thing each, and offer the next once the first is taken', () => {
    const first = urlAlternatives('https://host.example/?utm_id=1&a#b', 'https://host.example/c');
    expect(first).toEqual([
      { kind: 'withoutTracking', url: 'https://host.example/?a#b' },
      { kind: 'withoutFragment', url: 'https://host.example/?utm_id=1&a' },
      { kind: 'canonical', url: 'https://host.example/c' },
    ]);
    expect(urlAlternatives('https://host.example/?a#b', 'https://host.example/c')).toEqual([
      { kind: 'withoutFragment', url: 'https://host.example/?a' },
      { kind: 'canonical', url: 'https://host.example/c' },
    ]);
  });

  it('name no address twice', () => {
    expect(urlAlternatives('https://host.example/a?gclid=1', 'https://host.example/a')).toEqual([
      { kind: 'withoutTracking', url: 'https://host.example/a' },
    ]);
    expect(urlAlternatives('https://host.example/a#b', 'https://host.example/a')).toEqual([
      { kind: 'withoutFragment', url: 'https://host.example/a' },
    ]);
  });

  it.each(['', 'two words', '/?utm_source=x', 'chrome://newtab/#a', 'file:///a#b'])(
    'are none for %j, which cannot be sent',
    (url) => {
      expect(urlAlternatives(url, 'https://host.example/')).toEqual([]);
    },
  );

  it.each(['/', '#/', '&', '?utm_source=x&'])(
    'are none of an address that is too long: %s',
    (part) => {
      const url = `https://host.example/${part.repeat(8_000 / part.length)}`;
      expect(urlAlternatives(url, 'https://host.example/')).toEqual([]);
      expect(urlAlternatives('https://host.example/', url)).toEqual([]);
    },
  );

  it('are always others that can be sent as they are', () => {
    const part = fc.constantFrom(...'?#&=/ü%@: ', 'utm_source=x', 'a', 'gclid', '#/');
    const text = fc.string({ unit: fc.oneof(part, fc.string({ unit: 'binary' })) });
    const canonical = fc.option(text.map((rest) => `https://host.example${rest}`));
    fc.assert(
      fc.property(text, fc.boolean(), canonical, (rest, isWeb, named) => {
        const url = isWeb ? `https://host.example/${rest}` : rest;
        const alternatives = urlAlternatives(url, named);
        for (const each of alternatives) {
          expect(readReportUrl(each.url)).toEqual({ value: each.url });
          expect(readReportUrl(url)).not.toEqual({ value: each.url });
          expect(each.url).not.toBe(url);
        }
        expect(new Set(alternatives.map((each) => each.url)).size).toBe(alternatives.length);
      }),
      { numRuns: 1_000 },
    );
  });
});
