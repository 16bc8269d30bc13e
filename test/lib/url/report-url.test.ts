import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readReportUrl, reportablePageUrl } from '@/lib/url/report-url';

describe('reading the URL to report', () => {
  it.each([
    ['https://host.example', 'https://host.example/'],
    ['  https://host.example/page \n', 'https://host.example/page'],
    ['HTTPS://HOST.example/Page', 'https://host.example/Page'],
    ['http://host.example/a?b=c&d=#part', 'http://host.example/a?b=c&d=#part'],
    ['https://host.example/#', 'https://host.example/#'],
    ['https://host.example:8443/x', 'https://host.example:8443/x'],
    ['https://host.example:443/x', 'https://host.example/x'],
    ['https://someone:secret@host.example/x', 'https://host.example/x'],
    ['https://host.example/@someone', 'https://host.example/@someone'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://host.example/straße?q=ü#ß', 'https://host.example/stra%C3%9Fe?q=%C3%BC#%C3%9F'],
    ['https://host.example/stra%C3%9Fe', 'https://host.example/stra%C3%9Fe'],
    ['https://host.example/a b', 'https://host.example/a%20b'],
    ['http://localhost:3000/x', 'http://localhost:3000/x'],
    ['http://[::1]/', 'http://[::1]/'],
  ])('reads %j as %j', (text, value) => {
    expect(readReportUrl(text)).toEqual({ value });
  });

  it.each([
    ['', 'empty'],
    [' \t\n ', 'empty'],
    ['/page', 'notAbsolute'],
    ['//host.example/page', 'notAbsolute'],
    ['two words', 'notAbsolute'],
    ['someone@host.example', 'notAbsolute'],
    ['https://', 'notAbsolute'],
    ['https://a b', 'notAbsolute'],
    ['https://host.example:99999', 'notAbsolute'],
    ['javascript:alert(1)', 'notWeb'],
    ['JavaScript:alert(1)//https://host.example', 'notWeb'],
    ['data:text/html,<p>', 'notWeb'],
    ['file:///home/page.html', 'notWeb'],
    ['chrome://extensions', 'notWeb'],
    ['ftp://host.example:21/x', 'notWeb'],
    ['tel:5551234', 'notWeb'],
    ['blob:https://host.example/1', 'notWeb'],
  ])('finds %j %s', (text, problem) => {
    expect(readReportUrl(text)).toEqual({ problem });
  });

  it('keeps a URL of 5,000 characters whole', () => {
    const start = 'https://host.example/?q=';
    const text = start + 'a'.repeat(5_000 - start.length);
    expect(readReportUrl(text)).toEqual({ value: text });
  });

  it('reads what it gave as the same again', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (text) => {
        const first = readReportUrl(text);
        expect('value' in first && readReportUrl(first.value)).toEqual(first);
      }),
    );
  });

  it('finds either a problem or a web address in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (rest, isWeb) => {
        const read = readReportUrl(isWeb ? `https://${rest}` : rest);
        if ('value' in read) expect(read.value).toMatch(/^https?:\/\/[^/@]+\//);
        else expect(['empty', 'notAbsolute', 'notWeb']).toContain(read.problem);
      }),
    );
  });
});

describe('the address to offer for a page', () => {
  it.each([
    ['https://host.example/page?a=b#c', 'https://host.example/page?a=b#c'],
    ['https://someone:secret@host.example/', 'https://host.example/'],
    ['http://localhost:3000/', 'http://localhost:3000/'],
    ['https://addons.mozilla.org/en-GB/', 'https://addons.mozilla.org/en-GB/'],
  ])('is, for %s, %s', (tabUrl, address) => {
    expect(reportablePageUrl(tabUrl)).toBe(address);
  });

  it.each([
    undefined,
    '',
    'chrome://newtab/',
    'about:blank',
    'file:///home/page.html',
    'chrome-extension://abcdefghijklmnop/page.html',
    'moz-extension://11111111-2222-3333-4444-555555555555/page.html',
    'view-source:https://host.example/',
    'host.example/page',
  ])('is none for %s', (tabUrl) => {
    expect(reportablePageUrl(tabUrl)).toBeNull();
  });
});
