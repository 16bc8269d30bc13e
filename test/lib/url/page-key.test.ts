import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashRoute, pageKey } from '@/lib/url/page-key';
import { anyCharacter, anyWebAddress } from '../../support/any-text';

describe('pageKey', () => {
  it.each([
    ['fragment', 'a', 'a#part'],
    ['text directive', 'a', 'a#:~:text=word'],
    ['slashes at the end', 'a', 'a///'],
    ['slashes after a colon', 'ab:', 'ab://'],
    ['query order', '?a=1&b=2', '?b=2&a=1'],
    ['empty value', '?a', '?a='],
    ['empty part', '?a=1&b=2', '?&a=1&&b=2&'],
    ['spelling of a space', '?q=a+b', '?q=a%20b'],
    ['tracking parameters', '?p=2&ref=a', '?fbclid=x&p=2&utm_campaign=%C3%BC&ref=a&utm%5Fsource=x'],
    ['encoding', 'straße', 'stra%C3%9Fe'],
    ['case of escapes', '%d8%b3', '%D8%B3'],
    ['needless escapes', '~ann', '%7Eann'],
    ['slash of a route', '#/a', '#/a/'],
    ['slash before a route', 'a#/b', 'a/#/b'],
    ['directive after a route', '#/a', '#/a:~:text=b'],
    ['scheme of an address in the query', '?u=x.com/a', '?u=https://www.x.com/a'],
    ['scheme of an address in the path', 'a/x.com//b?c', 'a/http://x.com//b?c'],
    ['scheme of an address in a route', '#/x.com', '#/https://www.x.com'],
    ['empty route', '', '#/'],
  ])('ignores the %s', (_, one, other) => {
    expect(pageKey(`https://host.example/${other}`)).toBe(pageKey(`https://host.example/${one}`));
  });

  it.each([
    ['case', 'HTTPS://HOST.Example/'],
    ['default port', 'https://host.example:443/'],
    ['scheme', 'http://host.example/'],
    ['scheme with its port', 'http://host.example:80/'],
    ['`www.`', 'https://www.host.example/'],
    ['missing scheme', 'host.example/'],
    ['user info', 'https://someone:secret@host.example/'],
    ['last dot', 'https://host.example./'],
  ])('ignores the %s of the host', (_, other) => {
    expect(pageKey(other)).toBe(pageKey('https://host.example/'));
  });

  it.each([
    ['', 'https://host.example:8443/'],
    ['', 'https://www.www.host.example/'],
    ['a', 'https://host.example/A'],
    ['a', 'https://host.example/a/index.html'],
    ['?a=1&a=2', 'https://host.example/?a=2&a=1'],
    ['?q=a%26b=c', 'https://host.example/?q=a&b=c'],
    ['?q=a%2Bb', 'https://host.example/?q=a+b'],
    ['?q=%E4', 'https://host.example/?q=%F6'],
    ['%2541', 'https://host.example/%41'],
    ['a%0Ab', 'https://host.example/ab'],
    ['a%2Fb', 'https://host.example/a/b'],
    ['%E4', 'https://host.example/%F6'],
    ['?u=x.com', 'https://host.example/?u=https%3A%2F%2Fx.com'],
    ['x.com', 'https://host.example/https:/x.com'],
    ['#/a', 'https://host.example/#/b'],
    ['#/a', 'https://host.example/'],
  ])('returns different keys for the path %j of a host and for %s', (one, other) => {
    expect(pageKey(other)).not.toBe(pageKey(`https://host.example/${one}`));
  });

  it.each(['', 'chrome://newtab/', 'two words', 'https://host.example:99999/'])(
    'trims %j, which is not a web address',
    (text) => {
      expect(pageKey(` ${text} `)).toBe(text);
    },
  );

  it('returns a key unchanged', () => {
    fc.assert(
      fc.property(fc.constantFrom('', '?', '?a=', '#', '#/'), textWithTraps, (start, rest) => {
        const key = pageKey(`https://host.example/${start}${rest}`);
        expect(pageKey(key)).toBe(key);
      }),
      {
        numRuns: 300,
        examples: [
          ['?', 'a&?b'],
          ['', '%%34%31'],
        ],
      },
    );
  });

  it('ignores tracking parameters, the order of the query and a fragment', () => {
    fc.assert(
      fc.property(
        anyWebAddress.map((address) => address.replace(/\?.*$/, '')),
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

  it('returns an address of more than 2,000 characters unchanged', () => {
    const page = 'https://host.example/?q=a';
    expect(pageKey(page.padEnd(2000, 'a').replace('?', '?gclid=&'))).toContain('gclid');
    expect(pageKey(page.padEnd(1900, 'a').replace('?', '?gclid=&'))).not.toContain('gclid');
  });
});

describe('hashRoute', () => {
  it.each([
    ['#/a', '#/a'],
    ['#/a/b/', '#/a/b'],
    ['#!/a?b=c', '#!/a?b=c'],
    ['#!a', '#!a'],
    ['#/a:~:text=b', '#/a'],
    ['#!/', ''],
    ['', ''],
    ['#part', ''],
    ['#:~:text=/a', ''],
  ])('returns the route in the fragment %j: %j', (fragment, route) => {
    expect(hashRoute(new URL(`https://host.example/${fragment}`))).toBe(route);
  });
});

const word = fc.string({ unit: fc.constantFrom(...'abcXYZ019ü_'), minLength: 1, maxLength: 8 });

/** Text that is hard to parse in an address. */
const TRAPS = ['%25', '%0a', '%2e', '%2F', '%ff', 'ab://', 'https://', 'http://www.'];
const textWithTraps = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom(...'aZ0/?#&=%.:;~!@+|[ \\\t\n', ...TRAPS) }),
  fc.webFragments(),
);
