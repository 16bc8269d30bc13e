import { domainToASCII } from 'node:url';
import { encode } from 'punycode/punycode.es6.js';
import { expect, it } from 'vitest';
import { shownAddress } from '@/lib/url/shown-address';

it.each([
  [
    'the letters of a path',
    'https://a.example/stra%C3%9Fe?q=%d9%85',
    'https://a.example/straße?q=م',
  ],
  ['other escapes as they are', 'https://a.example/a%20b%2Fc%26', 'https://a.example/a%20b%2Fc%26'],
  [
    'no character that turns the direction',
    'https://a.example/%E2%80%AEa',
    'https://a.example/%E2%80%AEa',
  ],
  [
    'no character that looks like a slash',
    'https://a.example/%E2%81%84a',
    'https://a.example/%E2%81%84a',
  ],
  ['no other encoding than UTF-8', 'https://a.example/%E4', 'https://a.example/%E4'],
  ['no invalid Punycode', 'https://xn--99999999.example/', 'https://xn--99999999.example/'],
  ['no digit that contains a dot', 'https://xn--a-ecp.example/', 'https://xn--a-ecp.example/'],
  ['a text that is no address', 'mailto:a@b.example', 'mailto:a@b.example'],
  [
    'the letters of a bare address, as services list it',
    'xn--bcher-kva.example/stra%C3%9Fe',
    'bücher.example/straße',
  ],
  // What Chromium and Firefox refuse to show (qutebrowser/qutebrowser#2547, browser-use/desktop#23).
  ['no mixture of scripts', 'https://xn--pple-43d.com/', 'https://xn--pple-43d.com/'],
  ['no mixture of scripts without a scheme', 'www.xn--pple-43d.com', 'www.xn--pple-43d.com'],
  ['Latin letters beside Chinese ones', 'https://xn--a-lq6a.example/', 'https://a中.example/'],
  ['no host in percent-encoding', 'https://%D0%B0pple.com/', 'https://%D0%B0pple.com/'],
  // An A-label without letters beyond ASCII is none (tox-dev/turbohtml#501).
  ['no Punycode of ASCII alone', 'https://xn--ascii-.example/', 'https://xn--ascii-.example/'],
  // Unicode Technical Report 36, on bidirectional text.
  ['no mark of direction', 'a.example/\u202egnp.exe', 'a.example/%E2%80%AEgnp.exe'],
])('an address shows %s', (_, address, shown) => expect(shownAddress(address)).toBe(shown));

// RFC 1034, 3.1: a label has 63 characters at most.
it.each([
  ['63 characters shows its letters', 55, true],
  ['64 characters stays as it is', 56, false],
])('a host with a label of %s', (_, length, isShown) => {
  const label = `ü${'a'.repeat(length)}`;
  const code = encode(label);
  const address = `https://xn--${code}.example/`;
  expect(shownAddress(address)).toBe(isShown ? `https://${label}.example/` : address);
});

// whatwg/url#824, kjd/idna#250, symfony/polyfill#646.
it.each([
  ['overflows', `${'9'.repeat(310)}b`],
  ['is huge', 'a'.repeat(100_000)],
  ['is longer than a label may be', `${'a-'.repeat(40)}9`],
])('a host with a label that %s stays as it is', (_, code) => {
  const address = `https://xn--${code}.example/`;
  expect(shownAddress(address)).toBe(address);
});

it.each(['bücher', 'größe-wählen', 'مواعيد-العيادة', '例え-テスト', 'ελληνικά', 'правда-ли'])(
  'a host shows its letters: %s',
  (label) => {
    const host = `${label}.shop.example:8080`;
    const address = `https://${domainToASCII(`${label}.shop.example`)}:8080/`;
    expect(address).toContain('xn--');
    expect(shownAddress(address)).toBe(`https://${host}/`);
  },
);
