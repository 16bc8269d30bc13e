import { describe, expect, it } from 'vitest';
import { givenAddress } from '@/lib/url/given-address';

const url = 'https://host.example/page';

describe('givenAddress', () => {
  it.each([
    ['a link', { uriList: url, plain: 'Its words' }, url],
    // RFC 2483, section 5: text/uri-list with a comment.
    [
      'the first of several links',
      { uriList: `# a\r\n${url}\r\nhttps://b.example/`, plain: '' },
      url,
    ],
    ['the first web link', { uriList: `mailto:me@host.example\n${url}`, plain: '' }, url],
    ['a text that is an address', { uriList: '', plain: ` ${url}\n` }, url],
    ['an address without scheme', { uriList: '', plain: 'host.example/a' }, 'host.example/a'],
    [
      'the first address within a text',
      { uriList: '', plain: `See ${url} and https://b.example/` },
      url,
    ],
    // Source of the link: test/lib/url/wrapped-address.test.ts.
    [
      'the page inside a wrapped link',
      { uriList: '', plain: `See https://slack-redir.net/link?url=${encodeURIComponent(url)}&v=3` },
      url,
    ],
    ['an address within a sentence', { uriList: '', plain: `Is it ${url}, or not?` }, url],
    ['an address that ends with a dot', { uriList: '', plain: `${url}.` }, `${url}.`],
    // spec.commonmark.org/0.31.2, links and autolinks.
    ['the target of a Markdown link', { uriList: '', plain: `[Its words](${url})` }, url],
    ['the target of a link with a title', { uriList: '', plain: `[Words](${url} "Title")` }, url],
    [
      'the target of a link that shows a shortened address',
      { uriList: '', plain: `[https://host.example/pa…](${url}), [b](https://b.example/)` },
      url,
    ],
    [
      'a target with brackets',
      { uriList: '', plain: `- ![a](${url}_(still_part)).` },
      `${url}_(still_part)`,
    ],
    [
      'the first address of a line of JSON (JSON Lines, jsonlines.org)',
      { uriList: '', plain: `{"url":"${url}?a=1&b=2","icon":"https://b.example/i.png"}` },
      `${url}?a=1&b=2`,
    ],
    [
      'an address in JSON with blanks and escaped slashes',
      { uriList: '', plain: '{"title": "One", "url": "https:\\/\\/host.example\\/page", "n": 1},' },
      url,
    ],
    ['an address in brackets', { uriList: '', plain: `(${url})` }, url],
    ['an address in square brackets', { uriList: '', plain: `[${url}]` }, url],
    ['an address at the end of brackets', { uriList: '', plain: `Red (see ${url}).` }, url],
    ['an address in an attribute', { uriList: '', plain: `<a href="${url}">Words</a>` }, url],
    ['an address after an invisible character', { uriList: '', plain: `\ufeff${url}` }, url],
    [
      'null for an address with another address in brackets',
      { uriList: '', plain: `${url}?to=(https://b.example/)` },
      null,
    ],
    ['null for words', { uriList: '', plain: 'Nothing to see here' }, null],
    ['null for a script', { uriList: 'javascript:alert(1)', plain: 'javascript:alert(1)' }, null],
    ['null for an empty text', { uriList: '', plain: '' }, null],
  ])('returns %s', (_, given, address) => {
    expect(givenAddress(given)).toBe(address);
  });

  it('cuts an address that is too long to one character above the limit', () => {
    const plain = `${url}?${'a'.repeat(1_000_000)}`;
    expect(givenAddress({ uriList: '', plain })).toBe(plain.slice(0, 8_001));
  });

  it.each([
    [49_000, url],
    [50_000, null],
  ])('searches only the first 100,000 characters: %i words before the address', (count, found) => {
    const plain = `${'# '.repeat(count)}${url}`;
    expect(givenAddress({ uriList: '', plain })).toBe(found);
    expect(givenAddress({ uriList: plain.replaceAll(' ', '\n'), plain: '' })).toBe(found);
  });
});
