import { expect, it } from 'vitest';
import { givenAddress } from '@/lib/url/given-address';

const url = 'https://host.example/page';

it.each([
  ['a link', { uriList: url, plain: 'Its words' }, url],
  [
    'the first of several',
    { uriList: `# a comment\r\n${url}\r\nhttps://b.example/`, plain: '' },
    url,
  ],
  ['a line that can be reported', { uriList: `mailto:me@host.example\n${url}`, plain: '' }, url],
  ['a text that is an address', { uriList: '', plain: ` ${url}\n` }, url],
  ['one without its scheme', { uriList: '', plain: 'host.example/page' }, 'host.example/page'],
  ['the first within a text', { uriList: '', plain: `See ${url} and https://b.example/` }, url],
  ['one within a sentence', { uriList: '', plain: `Is it ${url}, or not?` }, url],
  ['one at its end', { uriList: '', plain: `Look at ${url}?!` }, url],
  ['one with its own dot', { uriList: '', plain: `${url}.` }, `${url}.`],
  ['one within angle brackets', { uriList: '', plain: `See <${url}> there` }, url],
  ['one with something unseen before it', { uriList: '', plain: `\ufeff${url}` }, url],
  ['none in words', { uriList: '', plain: 'Nothing to see here' }, null],
  ['none in a script', { uriList: 'javascript:alert(1)', plain: 'javascript:alert(1)' }, null],
  ['none in a file', { uriList: 'file:///etc/passwd', plain: '' }, null],
  ['none in nothing', { uriList: '', plain: '' }, null],
])('what was dropped or pasted gives %s', (_, given, address) => {
  expect(givenAddress(given)).toBe(address);
});

it('an address that is too long is cut to a character more than may be reported', () => {
  const plain = `${url}?${'a'.repeat(1_000_000)}`;
  expect(givenAddress({ uriList: '', plain })).toBe(plain.slice(0, 8_001));
});

it.each([
  [49_000, url],
  [50_000, null],
])('behind %i words no more than the first 100,000 characters are read', (count, found) => {
  const plain = `${'# '.repeat(count)}${url}`;
  expect(givenAddress({ uriList: '', plain })).toBe(found);
  expect(givenAddress({ uriList: plain.replaceAll(' ', '\n'), plain: '' })).toBe(found);
});
