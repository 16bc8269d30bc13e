import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBaseUrl } from '@/lib/connection/base-url';
import { readReportUrl } from '@/lib/url/report-url';

/** What somebody may type or paste, the base URL that it means, and the address to report. */
const READ: [text: string, baseUrl: string, reportUrl: string][] = [
  // Without a scheme.
  ['reports.example.com', 'https://reports.example.com', 'https://reports.example.com/'],
  ['  Reports.Example.COM \n', 'https://reports.example.com', 'https://reports.example.com/'],
  ['example.com/page', 'https://example.com/page', 'https://example.com/page'],
  ['example.com/Page/', 'https://example.com/Page', 'https://example.com/Page/'],
  ['example.com/a b', 'https://example.com/a%20b', 'https://example.com/a%20b'],
  ['example.com?a=b#c', 'https://example.com', 'https://example.com/?a=b#c'],
  ['example.com#c', 'https://example.com', 'https://example.com/#c'],
  ['example.com/?to=ftp://x', 'https://example.com', 'https://example.com/?to=ftp://x'],
  ['example.com/@someone', 'https://example.com/@someone', 'https://example.com/@someone'],
  ['example.com\\page', 'https://example.com/page', 'https://example.com/page'],
  ['example.com.', 'https://example.com.', 'https://example.com./'],
  ['example.com/api/v1/reports', 'https://example.com', 'https://example.com/api/v1/reports'],
  ['sub_domain.example.com', 'https://sub_domain.example.com', 'https://sub_domain.example.com/'],
  ['a-b.example', 'https://a-b.example', 'https://a-b.example/'],
  // With a port, which is no scheme.
  ['example.com:8443/s', 'https://example.com:8443/s', 'https://example.com:8443/s'],
  ['example.com:443/s', 'https://example.com/s', 'https://example.com/s'],
  ['example.com:80', 'https://example.com:80', 'https://example.com:80/'],
  ['example.com:8080?a=b', 'https://example.com:8080', 'https://example.com:8080/?a=b'],
  ['seo:8080', 'https://seo:8080', 'https://seo:8080/'],
  ['192.168.1.4:3000', 'https://192.168.1.4:3000', 'https://192.168.1.4:3000/'],
  // A host of one label.
  ['intranet', 'https://intranet', 'https://intranet/'],
  ['intranet/reports/', 'https://intranet/reports', 'https://intranet/reports/'],
  ['http.example', 'https://http.example', 'https://http.example/'],
  // Other scripts.
  ['bücher.example', 'https://xn--bcher-kva.example', 'https://xn--bcher-kva.example/'],
  ['bücher.example:81', 'https://xn--bcher-kva.example:81', 'https://xn--bcher-kva.example:81/'],
  ['例え.テスト', 'https://xn--r8jz45g.xn--zckzah', 'https://xn--r8jz45g.xn--zckzah/'],
  [
    'example.com/größe',
    'https://example.com/gr%C3%B6%C3%9Fe',
    'https://example.com/gr%C3%B6%C3%9Fe',
  ],
  // This computer.
  ['localhost', 'http://localhost', 'http://localhost/'],
  ['localhost:8000', 'http://localhost:8000', 'http://localhost:8000/'],
  ['LocalHost:8000/s/', 'http://localhost:8000/s', 'http://localhost:8000/s/'],
  ['localhost:443', 'http://localhost:443', 'http://localhost:443/'],
  ['localhost.:3000', 'http://localhost.:3000', 'http://localhost.:3000/'],
  ['seo.localhost:3000', 'http://seo.localhost:3000', 'http://seo.localhost:3000/'],
  ['127.0.0.1:8000/x', 'http://127.0.0.1:8000/x', 'http://127.0.0.1:8000/x'],
  ['127.1.2.3', 'http://127.1.2.3', 'http://127.1.2.3/'],
  ['[::1]:8000', 'http://[::1]:8000', 'http://[::1]:8000/'],
  // Beyond this computer, though it looks alike.
  ['localhost.example', 'https://localhost.example', 'https://localhost.example/'],
  ['mylocalhost', 'https://mylocalhost', 'https://mylocalhost/'],
  ['127.0.0.1.example', 'https://127.0.0.1.example', 'https://127.0.0.1.example/'],
  ['[2001:db8::1]/s', 'https://[2001:db8::1]/s', 'https://[2001:db8::1]/s'],
  // With a scheme.
  ['https://example.com', 'https://example.com', 'https://example.com/'],
  ['HTTPS://Example.com/S/', 'https://example.com/S', 'https://example.com/S/'],
  ['https://localhost:8000', 'https://localhost:8000', 'https://localhost:8000/'],
  ['http://localhost:8000', 'http://localhost:8000', 'http://localhost:8000/'],
  ['https:example.com', 'https://example.com', 'https://example.com/'],
  ['https:/example.com', 'https://example.com', 'https://example.com/'],
  ['https:\\\\example.com\\s', 'https://example.com/s', 'https://example.com/s'],
  ['https://a:secret@example.com/s', 'https://example.com/s', 'https://example.com/s'],
  ['https://127.1/', 'https://127.0.0.1', 'https://127.0.0.1/'],
  // With what comes along when it is pasted.
  ['\u200bexample.com/s', 'https://example.com/s', 'https://example.com/s'],
  ['https://example.com/s\u200b', 'https://example.com/s', 'https://example.com/s'],
  ['\u200c\u200dexample.com\u2060', 'https://example.com', 'https://example.com/'],
  ['\ufeff https://example.com \ufeff', 'https://example.com', 'https://example.com/'],
  ['\u200e\u2068https://example.com\u2069', 'https://example.com', 'https://example.com/'],
  ['"example.com/s"', 'https://example.com/s', 'https://example.com/s'],
  ["'localhost:8000'", 'http://localhost:8000', 'http://localhost:8000/'],
  ['“https://example.com/s”', 'https://example.com/s', 'https://example.com/s'],
  ['„https://example.com“', 'https://example.com', 'https://example.com/'],
  ['«https://example.com»', 'https://example.com', 'https://example.com/'],
  ['<https://example.com/s>', 'https://example.com/s', 'https://example.com/s'],
  ['`example.com`', 'https://example.com', 'https://example.com/'],
  [' "\u200b https://example.com " ', 'https://example.com', 'https://example.com/'],
  // The same within an address is part of it.
  [
    'example.com/नम\u200dस्ते',
    'https://example.com/%E0%A4%A8%E0%A4%AE%E2%80%8D%E0%A4%B8%E0%A5%8D%E0%A4%A4%E0%A5%87',
    'https://example.com/%E0%A4%A8%E0%A4%AE%E2%80%8D%E0%A4%B8%E0%A5%8D%E0%A4%A4%E0%A5%87',
  ],
  ["example.com/it's'", "https://example.com/it's'", "https://example.com/it's'"],
  ['example.com/"a"', 'https://example.com/%22a%22', 'https://example.com/%22a%22'],
];

const REFUSED: [text: string, problem: string][] = [
  ['', 'empty'],
  [' \t\n ', 'empty'],
  ['\u200b\ufeff', 'empty'],
  ['""', 'empty'],
  ['"', 'notAbsolute'],
  ['"example.com', 'notAbsolute'],
  ['"one.example" "two.example"', 'notAbsolute'],
  ['<javascript:alert(1)>', 'notWeb'],
  ['two words', 'notAbsolute'],
  ['example.com and more', 'notAbsolute'],
  ['exam\tple.com', 'notAbsolute'],
  ['/page', 'notAbsolute'],
  ['//example.com/page', 'notAbsolute'],
  ['\\\\server\\share', 'notAbsolute'],
  ['?a=b', 'notAbsolute'],
  ['#part', 'notAbsolute'],
  [':8000', 'notAbsolute'],
  ['.', 'notAbsolute'],
  ['..', 'notAbsolute'],
  ['.example.com', 'notAbsolute'],
  ['example..com', 'notAbsolute'],
  ['Hello!', 'notAbsolute'],
  ['a,b', 'notAbsolute'],
  ['*.example.com', 'notAbsolute'],
  ['12345', 'notAbsolute'],
  ['3.14', 'notAbsolute'],
  ['0x7f000001', 'notAbsolute'],
  ['::1', 'notAbsolute'],
  ['someone@example.com', 'notAbsolute'],
  ['someone@example.com:80/x', 'notAbsolute'],
  ['example.com:secret@host', 'notAbsolute'],
  ['example.com:99999', 'notAbsolute'],
  ['example.com:port', 'notAbsolute'],
  ['https://', 'notAbsolute'],
  ['https://a b', 'notAbsolute'],
  ['https://https://example.com', 'notAbsolute'],
  ['http//example.com', 'notAbsolute'],
  ['http:8080', 'notAbsolute'],
  ['user:secret@host', 'notWeb'],
  ['mailto:a@b.example', 'notWeb'],
  ['ftp://example.com:21/x', 'notWeb'],
  ['javascript:alert(1)', 'notWeb'],
  ['JavaScript:1', 'notWeb'],
  ['javascript:80/x', 'notWeb'],
  ['file:///home/page.html', 'notWeb'],
  ['file:80', 'notWeb'],
  ['about:blank', 'notWeb'],
  ['data:text/html,<p>', 'notWeb'],
  ['tel:5551234', 'notWeb'],
  ['tel:911', 'notWeb'],
  ['chrome://extensions', 'notWeb'],
  ['view-source:https://example.com', 'notWeb'],
  ['htp://example.com', 'notWeb'],
  ['C:\\page.html', 'notWeb'],
];

describe('a typed address', () => {
  it.each(READ)('%j is the base URL %s and the address %s', (text, baseUrl, reportUrl) => {
    expect(readBaseUrl(text, false)).toEqual({ value: baseUrl });
    expect(readReportUrl(text)).toEqual({ value: reportUrl });
  });

  it.each(REFUSED)('%j is %s', (text, problem) => {
    expect(readBaseUrl(text, false)).toEqual({ problem });
    expect(readReportUrl(text)).toEqual({ problem });
  });
});

/** Texts of the pieces that addresses are made of, in any order. */
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

describe('any text', () => {
  it.each([
    ['base URL', (text: string) => readBaseUrl(text, true)],
    ['address to report', readReportUrl],
  ])('that is read as a %s is read as the same again', (_, read) => {
    fc.assert(
      fc.property(fc.oneof(pieces, fc.webUrl(), fc.string({ unit: 'binary' })), (text) => {
        const first = read(text);
        if (!('value' in first)) return;
        expect(first.value).toMatch(/^https?:\/\/[^/@\\\s]+(?:\/|$)/);
        expect(read(first.value)).toEqual(first);
      }),
      { numRuns: 2_000 },
    );
  });
});
