import { domainToASCII } from 'node:url';
import { encode } from 'punycode/punycode.es6.js';
import { describe, expect, it } from 'vitest';
import { otherSpellings, shownAddress } from '@/lib/url/shown-address';

describe('shownAddress', () => {
  it.each([
    [
      'the letters of a path',
      'https://a.example/stra%C3%9Fe?q=%d9%85',
      'https://a.example/straße?q=م',
    ],
    ['other escapes unchanged', 'https://a.example/a%20b%2Fc%26', 'https://a.example/a%20b%2Fc%26'],
    [
      'a character that changes the direction as an escape',
      'https://a.example/%E2%80%AEa',
      'https://a.example/%E2%80%AEa',
    ],
    [
      'a character that looks like a slash as an escape',
      'https://a.example/%E2%81%84a',
      'https://a.example/%E2%81%84a',
    ],
    ['escapes of other encodings unchanged', 'https://a.example/%E4', 'https://a.example/%E4'],
    [
      'invalid Punycode unchanged',
      'https://xn--99999999.example/',
      'https://xn--99999999.example/',
    ],
    [
      'a digit that contains a dot in Punycode',
      'https://xn--a-ecp.example/',
      'https://xn--a-ecp.example/',
    ],
    ['a text without a web address unchanged', 'mailto:a@b.example', 'mailto:a@b.example'],
    [
      'the letters of an address without a scheme',
      'xn--bcher-kva.example/stra%C3%9Fe',
      'bücher.example/straße',
    ],
    // Chromium and Firefox show mixtures in Punycode (qutebrowser/qutebrowser#2547,
    // browser-use/desktop#23).
    ['a mixture of scripts in Punycode', 'https://xn--pple-43d.com/', 'https://xn--pple-43d.com/'],
    ['a mixture in Punycode without a scheme', 'www.xn--pple-43d.com', 'www.xn--pple-43d.com'],
    ['Latin letters beside Chinese ones', 'https://xn--a-lq6a.example/', 'https://a中.example/'],
    ['a percent-encoded host unchanged', 'https://%D0%B0pple.com/', 'https://%D0%B0pple.com/'],
    // An A-label needs a letter outside ASCII (tox-dev/turbohtml#501).
    [
      'Punycode of a host in ASCII unchanged',
      'https://xn--ascii-.example/',
      'https://xn--ascii-.example/',
    ],
    // Unicode Technical Report 36, on bidirectional text.
    ['a mark of direction as an escape', 'a.example/\u202egnp.exe', 'a.example/%E2%80%AEgnp.exe'],
  ])('shows %s', (_, address, shown) => expect(shownAddress(address)).toBe(shown));

  // RFC 1034, 3.1: a label has 63 characters at most.
  it.each([
    ['shows the letters of a label with 63 characters', 55, true],
    ['leaves a label with 64 characters unchanged', 56, false],
  ])('%s', (_, length, isShown) => {
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
  ])('leaves a label unchanged that %s', (_, code) => {
    const address = `https://xn--${code}.example/`;
    expect(shownAddress(address)).toBe(address);
  });

  it.each(['bücher', 'größe-wählen', 'مواعيد-العيادة', '例え-テスト', 'ελληνικά', 'правда-ли'])(
    'shows the letters of a host: %s',
    (label) => {
      const host = `${label}.shop.example:8080`;
      const address = `https://${domainToASCII(`${label}.shop.example`)}:8080/`;
      expect(address).toContain('xn--');
      expect(shownAddress(address)).toBe(`https://${host}/`);
    },
  );

  const hostOf = (address: string) => new URL(address).hostname;

  // Samples of Chromium (docs/idn.md, components/url_formatter/spoof_checks/idn_spoof_checker_unittest.cc
  // and url_formatter_unittest.cc), where its address bar shows Punycode.
  it.each([
    'аррӏе.com',
    'аррӏе.example.com',
    'www.аррӏе.com',
    'рау.com',
    '1२.com',
    '中ー.com',
    'aヽb.com',
    'роуреаӏ.com',
    'хе.com',
    'іјѕ.com',
    'ос.com',
    'օս.com',
    'ხოყ.com',
    'ηυο.com',
    'סוח.com',
    'บบพเ.com',
    'ടനധ.com',
    'þook.com',
    'əpple.com',
    'gооgle.com',
    'gοοgle.com',
    'aβc.com',
    'é中.com',
    'зз.com',
    '1з3.com',
    'aノb.com',
    'google一com.com',
  ])('leaves %s in Punycode', (host) => {
    const address = `https://${domainToASCII(host)}/`;
    expect(address).toContain('xn--');
    expect(shownAddress(address)).toBe(address);
  });

  // Real domains, and samples that Chromium shows in their own letters.
  it.each([
    'müller.de',
    'bücher.example',
    'café.fr',
    'öbb.at',
    'żółw.pl',
    'ñandú.cl',
    'çiçek.com.tr',
    'þjóð.is',
    'məktəb.az',
    'яндекс.рф',
    'хе.рф',
    'аррӏе.ru',
    'сор.укр',
    'президент.рф',
    'правда.com',
    'почта.com',
    'ελλάδα.gr',
    'ελληνικά.com',
    'ουτοπια.com',
    '日本語.jp',
    '例え.テスト',
    'ポケモンgo.jp',
    '中国.中国',
    'a中.com',
    '한국.한국',
    'ישראל.ישראל',
    'דומיין.com',
    'موقع.وزارة-الاتصالات.مصر',
    'भारत.भारत',
    'ไทย.ไทย',
    'გოოგლი.ge',
    'հայ.am',
  ])('shows %s in its own letters', (host) => {
    const shown = shownAddress(`https://${domainToASCII(host)}/`);
    expect(shown).toBe(`https://${host}/`);
    expect(hostOf(shown)).toBe(domainToASCII(host));
  });

  it('follows the same rules without a scheme, with a port and with a final dot', () => {
    expect(shownAddress(`${domainToASCII('хе.рф')}:8080/a`)).toBe('хе.рф:8080/a');
    expect(shownAddress(`https://${domainToASCII('хе.рф')}./`)).toBe('https://хе.рф./');
    expect(shownAddress(`${domainToASCII('хе.com')}/a`)).toBe(`${domainToASCII('хе.com')}/a`);
  });
});

describe('otherSpellings', () => {
  it.each<[string, string[]]>([
    ['shop', []],
    ['stra%C3%9Fe', ['straße']],
    ['https://xn--mnchen-3ya.example/stra%C3%9Fe', ['https://münchen.example/straße']],
    ['xn--mnchen-3ya.example/stra%C3%9Fe', ['münchen.example/straße']],
    ['100%', []],
    ['straße', ['stra%C3%9Fe', 'xn--strae-oqa']],
    ['übergrößen', ['%C3%BCbergr%C3%B6%C3%9Fen', 'xn--bergren-4va0s1b']],
    ['München.example', ['M%C3%BCnchen.example', 'xn--mnchen-3ya.example']],
    [
      'https://münchen.example/straße?q=ä',
      [
        'https://m%C3%BCnchen.example/stra%C3%9Fe?q=%C3%A4',
        'https://xn--mnchen-3ya.example/stra%C3%9Fe?q=%C3%A4',
      ],
    ],
    ['größe 42', ['gr%C3%B6%C3%9Fe 42']],
    ['\ud800', ['%EF%BF%BD']],
  ])('returns the other spellings of %j: %j', (text, others) => {
    expect(otherSpellings(text)).toEqual(others);
  });
});
