import { describe, expect, it } from 'vitest';
import { readReportUrl, reportablePageUrl } from '@/lib/url/report-url';

it('an address of 8,000 characters is reported whole, and a longer address is refused', () => {
  const text = 'https://host.example/?q='.padEnd(8_000, 'a');
  expect(readReportUrl(text)).toEqual({ value: text });
  expect(readReportUrl(`${text}a`)).toEqual({ problem: 'tooLong' });
});

describe('the address to offer for a page', () => {
  it.each([
    ['https://host.example/page?a=b#c', 'https://host.example/page?a=b#c'],
    ['https://someone:secret@host.example/', 'https://host.example/'],
    [undefined, null],
    ['chrome://newtab/', null],
    ['file:///home/page.html', null],
    ['host.example/page', null],
  ])('for the tab %s is %s', (tabUrl, address) => {
    expect(reportablePageUrl(tabUrl)).toBe(address);
  });
});
