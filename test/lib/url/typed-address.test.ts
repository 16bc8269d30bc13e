import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBaseUrl } from '@/lib/connection/base-url';
import { readReportUrl, reportablePageUrl } from '@/lib/url/typed-address';
import { anyCharacter, anyWebAddress } from '../../support/any-text';

const READ: [text: string, baseUrl: string, reportUrl: string][] = [
  // Without a scheme.
  ['  Reports.Example.COM \n', 'https://reports.example.com', 'https://reports.example.com/'],
  ['example.com/Page/', 'https://example.com/Page', 'https://example.com/Page/'],
  ['example.com/a b', 'https://example.com/a%20b', 'https://example.com/a%20b'],
  ['example.com?a=b#c', 'https://example.com', 'https://example.com/?a=b#c'],
  ['example.com/@someone', 'https://example.com/@someone', 'https://example.com/@someone'],
  ['example.com\\page', 'https://example.com/page', 'https://example.com/page'],
  ['example.com.', 'https://example.com.', 'https://example.com./'],
  ['example.com/api/v1/reports', 'https://example.com', 'https://example.com/api/v1/reports'],
  ['sub_domain.a-b.example', 'https://sub_domain.a-b.example', 'https://sub_domain.a-b.example/'],
  ['例え.テスト', 'https://xn--r8jz45g.xn--zckzah', 'https://xn--r8jz45g.xn--zckzah/'],
  ['intranet/reports/', 'https://intranet/reports', 'https://intranet/reports/'],
  ['http.example', 'https://http.example', 'https://http.example/'],
  // A port after the host is not a scheme.
  ['example.com:443/s', 'https://example.com/s', 'https://example.com/s'],
  ['example.com:80', 'https://example.com:80', 'https://example.com:80/'],
  ['example.com:8080?a=b', 'https://example.com:8080', 'https://example.com:8080/?a=b'],
  ['192.168.1.4:3000', 'https://192.168.1.4:3000', 'https://192.168.1.4:3000/'],
  // This computer.
  ['LocalHost:8000/s/', 'http://localhost:8000/s', 'http://localhost:8000/s/'],
  ['localhost:443', 'http://localhost:443', 'http://localhost:443/'],
  ['localhost.:3000', 'http://localhost.:3000', 'http://localhost.:3000/'],
  ['seo.localhost:3000', 'http://seo.localhost:3000', 'http://seo.localhost:3000/'],
  ['127.0.0.1:8000/x', 'http://127.0.0.1:8000/x', 'http://127.0.0.1:8000/x'],
  ['[::1]:8000', 'http://[::1]:8000', 'http://[::1]:8000/'],
  // Hosts that resemble this computer.
  ['localhost.example', 'https://localhost.example', 'https://localhost.example/'],
  ['127.0.0.1.example', 'https://127.0.0.1.example', 'https://127.0.0.1.example/'],
  ['[2001:db8::1]/s', 'https://[2001:db8::1]/s', 'https://[2001:db8::1]/s'],
  // With a scheme.
  ['HTTPS://Example.com/S/', 'https://example.com/S', 'https://example.com/S/'],
  ['https://localhost:8000', 'https://localhost:8000', 'https://localhost:8000/'],
  ['http://localhost:8000#', 'http://localhost:8000', 'http://localhost:8000/#'],
  ['https:example.com', 'https://example.com', 'https://example.com/'],
  ['https://a:secret@example.com/s', 'https://example.com/s', 'https://example.com/s'],
  ['https://127.1/', 'https://127.0.0.1', 'https://127.0.0.1/'],
  // Characters that were copied with the address.
  ['https://example.com/s\u200b', 'https://example.com/s', 'https://example.com/s'],
  ['\u200c\u200dexample.com\u2060', 'https://example.com', 'https://example.com/'],
  ['\ufeff https://example.com \ufeff', 'https://example.com', 'https://example.com/'],
  ['\u200e\u2068https://example.com\u2069', 'https://example.com', 'https://example.com/'],
  ["'localhost:8000'", 'http://localhost:8000', 'http://localhost:8000/'],
  ['„https://example.com“', 'https://example.com', 'https://example.com/'],
  ['<https://example.com/s>', 'https://example.com/s', 'https://example.com/s'],
  ['`example.com`', 'https://example.com', 'https://example.com/'],
  [' "\u200b https://example.com " ', 'https://example.com', 'https://example.com/'],
  // Invisible characters within an address (whatwg/url#151, iftechfoundation/ifdb#1296,
  // streetcomplete/StreetComplete#3439).
  ['https://exa\u200bmple.com/\ufeffs', 'https://example.com/s', 'https://example.com/s'],
  // An address inside an address (chrishrb/gx.nvim#106).
  [
    'a.example/web/*/https://b.example/x',
    'https://a.example/web/*/https://b.example/x',
    'https://a.example/web/*/https://b.example/x',
  ],
  // Pages in a source or reader view (MDN on view-source, linkwarden/linkwarden#1119).
  ['view-source:https://example.com/s', 'https://example.com/s', 'https://example.com/s'],
  [
    'about:reader?url=https%3A%2F%2Fexample.com%2Fs%3Fa%3D1%26b%3D2',
    'https://example.com/s',
    'https://example.com/s?a=1&b=2',
  ],
  // Joiners and quotation marks within an address are part of the address.
  ['a.example/\u200da', 'https://a.example/%E2%80%8Da', 'https://a.example/%E2%80%8Da'],
  ['example.com/"a"', 'https://example.com/%22a%22', 'https://example.com/%22a%22'],
];

const REFUSED: Record<string, string[]> = {
  empty: ['', ' \t\n ', '\u200b\ufeff', '""'],
  notAbsolute: [
    ...['"', '"example.com', '"one.example" "two.example"', 'two words', 'exam\tple.com', 'Hello!'],
    ...['/page', '//example.com/page', '\\\\server\\share', '?a=b', '#part', ':8000', '.', '..'],
    ...['.example.com', 'example..com', '*.example.com', 'a,b', '12345', '3.14', '::1'],
    ...['someone@example.com:80/x', 'example.com:secret@host', 'example.com:99999'],
    ...['example.com:port', 'https://', 'https://a b', 'https://example.com:99999'],
    ...['https://https://example.com', 'http//example.com', 'http:8080'],
    // An address after words (markdown-it/linkify-it#57, nfrasser/linkifyjs#82).
    ...['\u8bf7\u770bhttps://a.example/p2', 'See https://a.example/'],
    // Several addresses (posabsolute/jQuery-Validation-Engine#914 and nfrasser/linkifyjs#82).
    ...['https://a.example/x https://a.example/y', 'a.example/x\nhttps://a.example/y'],
    ...['https://a.example/xhttps://a.example/y', 'https://a.example/,https://b.example/'],
    ...['a.example/xhttps:\\\\b.example'],
  ],
  notWeb: [
    ...['<javascript:alert(1)>', 'JavaScript:1//https://host.example', 'javascript:80/x'],
    ...['user:secret@host', 'mailto:a@b.example', 'ftp://example.com:21/x', 'file:80', 'tel:911'],
    ...['file:///home/page.html', 'about:blank', 'data:text/html,<p>', 'chrome://extensions'],
    ...['view-source:file:///a', 'blob:https://a.example/1', 'htp://a.example', 'C:\\a'],
    ...['about:reader?url=javascript%3Aalert(1)', 'view-source:view-source:https://a.example'],
  ],
};

/** Texts of address parts in any order. */
const pieces = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...['https:', 'http:', 'ftp:', '//', '/', '\\', ':', '@', '?', '#', '.', ' ', '%', '[::1]'],
        ...['example.com', 'localhost', '127.0.0.1', 'host', ':8000', 'api/v1', 'ü', 'ß', '例え'],
      ),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

describe('readBaseUrl and readReportUrl', () => {
  it.each(READ)('read %j as the base URL %s and the address %s', (text, baseUrl, reportUrl) => {
    expect(readBaseUrl(text, false)).toEqual({ value: baseUrl });
    expect(readReportUrl(text)).toEqual({ value: reportUrl });
  });

  it.each(Object.entries(REFUSED))('refuse texts because of %s', (problem, texts) => {
    for (const text of texts) {
      expect(readBaseUrl(text, false), text).toEqual({ problem });
      expect(readReportUrl(text), text).toEqual({ problem });
    }
  });

  it.each([
    ['base URL', (text: string) => readBaseUrl(text, true)],
    ['address to report', readReportUrl],
  ])('read their own value unchanged: %s', (_, read) => {
    fc.assert(
      fc.property(fc.oneof(pieces, anyWebAddress, fc.string({ unit: anyCharacter })), (text) => {
        const first = read(text);
        if (!('value' in first)) return;
        expect(first.value).toMatch(/^https?:\/\/[^/@\\\s]+(?:\/|$)/);
        expect(read(first.value)).toEqual(first);
      }),
      { numRuns: 300 },
    );
  });
});

describe('readReportUrl', () => {
  it('accepts 8,000 characters and refuses more', () => {
    const text = 'https://host.example/?q='.padEnd(8_000, 'a');
    expect(readReportUrl(text)).toEqual({ value: text });
    expect(readReportUrl(`${text}a`)).toEqual({ problem: 'tooLong' });
  });
});

describe('reportablePageUrl', () => {
  it.each([
    ['https://host.example/page?a=b#c', 'https://host.example/page?a=b#c'],
    ['https://someone:secret@host.example/', 'https://host.example/'],
    [undefined, null],
    ['chrome://newtab/', null],
    ['file:///home/page.html', null],
    ['host.example/page', null],
  ])('returns the address to report for the tab %s: %s', (tabUrl, address) => {
    expect(reportablePageUrl(tabUrl)).toBe(address);
  });
});
