import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashRoute, pageKey } from '@/lib/url/page-key';

describe('the key of a page', () => {
  it.each([
    ['fragment', 'https://host.example/a', 'https://host.example/a#part'],
    ['text directive', 'https://host.example/a', 'https://host.example/a#:~:text=word'],
    ['trailing slash', 'https://host.example/a', 'https://host.example/a/'],
    ['slashes at the end', 'https://host.example/a', 'https://host.example/a///'],
    ['slashes after a colon', 'https://host.example/ab:', 'https://host.example/ab://'],
    ['query order', 'https://host.example/?a=1&b=2', 'https://host.example/?b=2&a=1'],
    ['empty value', 'https://host.example/?a', 'https://host.example/?a='],
    ['empty part', 'https://host.example/?a=1&b=2', 'https://host.example/?&a=1&&b=2&'],
    ['way to write a space', 'https://host.example/?q=a+b', 'https://host.example/?q=a%20b'],
    ['tracking', 'https://host.example/a', 'https://host.example/a?utm_source=x&gclid=y'],
    [
      'tracking among others',
      'https://host.example/?p=2&ref=a',
      'https://host.example/?fbclid=x&p=2&utm_campaign=%C3%BC&ref=a',
    ],
    ['encoded tracking', 'https://host.example/', 'https://host.example/?utm%5Fsource=x'],
    ['case of the host', 'https://host.example/a', 'HTTPS://HOST.Example/a'],
    ['default port', 'https://host.example/a', 'https://host.example:443/a'],
    ['user info', 'https://host.example/a', 'https://someone:secret@host.example/a'],
    ['dot after the host', 'https://host.example/b', 'https://host.example./b'],
    ['international host', 'https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['encoding', 'https://host.example/straße', 'https://host.example/stra%C3%9Fe'],
    ['case of escapes', 'https://host.example/%d8%b3', 'https://host.example/%D8%B3'],
    ['needless escapes', 'https://host.example/~ann', 'https://host.example/%7Eann'],
    ['slash of a route', 'https://host.example/#/a', 'https://host.example/#/a/'],
    ['slash before a route', 'https://host.example/a#/b', 'https://host.example/a/#/b'],
    ['directive after a route', 'https://host.example/#/a', 'https://host.example/#/a:~:text=b'],
    ['route of the start', 'https://host.example/', 'https://host.example/#/'],
  ])('is the same whatever the %s', (_, one, other) => {
    expect(pageKey(other)).toBe(pageKey(one));
  });

  it.each([
    ['http://host.example/', 'https://host.example/'],
    ['https://host.example/', 'https://www.host.example/'],
    ['https://host.example/', 'https://host.example:8443/'],
    ['https://host.example/a', 'https://host.example/A'],
    ['https://host.example/a', 'https://host.example/a/index.html'],
    ['https://host.example/?a=1&a=2', 'https://host.example/?a=2&a=1'],
    ['https://host.example/?q=a%26b=c', 'https://host.example/?q=a&b=c'],
    ['https://host.example/?q=a%2Bb', 'https://host.example/?q=a+b'],
    ['https://host.example/?q=%E4', 'https://host.example/?q=%F6'],
    ['https://host.example/?q=a%0Ab', 'https://host.example/?q=ab'],
    ['https://host.example/?q=a', 'https://host.example/?q=a/'],
    ['https://host.example/%2541', 'https://host.example/%41'],
    ['https://host.example/a%0Ab', 'https://host.example/ab'],
    ['https://host.example/a%2Fb', 'https://host.example/a/b'],
    ['https://host.example/%E4', 'https://host.example/%F6'],
    ['https://host.example/#/a', 'https://host.example/#/b'],
    ['https://host.example/#/a', 'https://host.example/'],
    ['https://host.example/#!/a', 'https://host.example/'],
  ])('tells %s from %s', (one, other) => {
    expect(pageKey(other)).not.toBe(pageKey(one));
  });

  it.each([
    ['', ''],
    [' two words ', 'two words'],
    ['host.example/a/', 'host.example/a/'],
    ['localhost:3000/', 'localhost:3000/'],
    ['chrome://newtab/', 'chrome://newtab/'],
    ['https://', 'https://'],
    ['https://host.example:99999/', 'https://host.example:99999/'],
  ])('is, for %j, which is no web address, %j', (text, key) => {
    expect(pageKey(text)).toBe(key);
  });

  it('is the key of itself', () => {
    fc.assert(
      fc.property(fc.constantFrom('', '?', '?a=', '#', '#/'), trippingText, (start, rest) => {
        const key = pageKey(`https://host.example/${start}${rest}`);
        expect(pageKey(key)).toBe(key);
      }),
      {
        numRuns: 2_000,
        examples: [
          ['?', 'a&?b'],
          ['', '%%34%31'],
        ],
      },
    );
  });

  it('stays the same under tracking parameters, another order and a fragment', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ withQueryParameters: false }),
        fc.uniqueArray(fc.tuple(word, fc.string()), { selector: ([name]) => name }),
        fc.array(fc.tuple(fc.constantFrom('utm_source', 'gclid', 'pk_kwd'), fc.string())),
        fc.infiniteStream(fc.nat()),
        word,
        (page, content, tracking, positions, fragment) => {
          const mixed = [...content];
          const shuffled: [string, string][] = [];
          for (const pair of tracking) mixed.push(pair);
          while (mixed.length > 0) {
            const [position = 0] = positions.take(1);
            shuffled.push(...mixed.splice(position % mixed.length, 1));
          }
          const plain = `${page}?${new URLSearchParams(content)}`;
          const other = `${page}?${new URLSearchParams(shuffled)}#${fragment}`;
          expect(pageKey(other)).toBe(pageKey(plain));
        },
      ),
    );
  });

  it.each(['/', '%', '&', '/&', 'a=', '%25', '+', '#/', 'ab://', '.', '%0A', '%2F', '=&'])(
    'is found within the time limit for long hostile addresses of %j',
    (part) => {
      const long = part.repeat(9_000 / part.length / 2);
      for (const start of ['', '?', '#/']) {
        const text = `https://host.example/${start}${long}x/${long}`;
        for (let count = 0; count < 20; count += 1) pageKey(text);
        expect(pageKey(pageKey(text))).toBe(pageKey(text));
      }
    },
  );

  it('is an address of more than 2,000 characters itself', () => {
    const page = 'https://host.example/?q=a';
    expect(pageKey(page.padEnd(2000, 'a').replace('?', '?gclid=&'))).toContain('gclid');
    expect(pageKey(page.padEnd(1900, 'a').replace('?', '?gclid=&'))).not.toContain('gclid');
  });
});

describe('the route in a fragment', () => {
  it.each([
    ['#/a', '#/a'],
    ['#/a/b/', '#/a/b'],
    ['#!/a?b=c', '#!/a?b=c'],
    ['#!a', '#!a'],
    ['#/a:~:text=b', '#/a'],
    ['#/', ''],
    ['#!/', ''],
    ['#', ''],
    ['', ''],
    ['#part', ''],
    ['#/:~:text=b', ''],
    ['#:~:text=/a', ''],
  ])('of %j is %j', (fragment, route) => {
    expect(hashRoute(new URL(`https://host.example/${fragment}`))).toBe(route);
  });
});

const word = fc.string({ unit: fc.constantFrom(...'abcXYZ019ü_'), minLength: 1, maxLength: 8 });

/** What addresses trip over. */
const trippingText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      ...'aZ0/?#&=%.:;~!@+|[ \\\t\n',
      '%25',
      '%0a',
      '%2e',
      '%2F',
      '%ff',
      'ab://',
    ),
  }),
  fc.webFragments(),
);
