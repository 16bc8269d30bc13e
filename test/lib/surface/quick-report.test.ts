import { describe, expect, it } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { quickReport } from '@/lib/surface/quick-reports';

const url = 'https://host.example/page';
const risky = 'https://host.example/reset?token=9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c';

describe('a report that is asked for without the form', () => {
  it.each([
    [url, Privacy.Private],
    [url, Privacy.Public],
    [risky, Privacy.Private],
  ])('goes out: %s, privacy %i', (address, privacy) => {
    expect(quickReport(address, privacy)).toEqual({ draft: { url: address, privacy } });
  });

  it.each([
    ['wants a password', url, Privacy.Password],
    ['would publish a secret', risky, Privacy.Public],
    ['is of no web page', 'about:blank', Privacy.Private],
    ['has an address that nobody knows', '', Privacy.Private],
  ])('takes the form where it %s', (_, address, privacy) => {
    expect(quickReport(address, privacy)).toEqual({ form: { url: address } });
  });

  it('has no user name and password in its address', () => {
    const draft = { url, privacy: Privacy.Public };
    expect(quickReport('https://me:pw@host.example/page', Privacy.Public)).toEqual({ draft });
  });

  it('takes the form where its address is too long, of which the form gets enough to say so', () => {
    const longest = `${url}?${'a'.repeat(8_000 - url.length - 1)}`;
    expect(quickReport(longest, 1)).toEqual({ draft: { url: longest, privacy: 1 } });
    const form = { url: `${longest}a` };
    expect(quickReport(`${longest}a`, 1)).toEqual({ form });
    expect(quickReport(`${longest}${'a'.repeat(1_000_000)}`, 1)).toEqual({ form });
  });

  it.each([
    ['javascript:alert(1)', null],
    ['\u0001 javascript:alert(1)', null],
    ['data:text/html,<b>x</b>', null],
    ['about:config', null],
    ['file:///etc/passwd', null],
    ['blob:https://host.example/1', null],
    ['chrome-extension://abc/popup.html', null],
    ['view-source:https://host.example/', null],
    ['callto:12345', null],
    ['host.example/page', null],
    ['//host.example/page', null],
    ['https://', null],
    ['https://host.example:99999/', null],
    ['\u202ehttps://host.example/', null],
    [`https://host.example/${'a'.repeat(7_980)}`, null],
    // As the URL Standard has it: lines are joined, the rest is escaped and cannot turn the text.
    ['https://host.example/a\n\tb', 'https://host.example/ab'],
    ['https://host.example/\u0000\u0007x', 'https://host.example/%00%07x'],
    ['https://host.example/\u202egpj.exe', 'https://host.example/%E2%80%AEgpj.exe'],
    ['https://host.example/"><b>', 'https://host.example/%22%3E%3Cb%3E'],
    ['https://host.example/\ud800', 'https://host.example/%EF%BF%BD'],
    ['HTTPS://HOST.example\\a', 'https://host.example/a'],
  ])('sends web addresses alone, as they are read, whatever a page says: %j', (address, url) => {
    for (const privacy of [Privacy.Private, Privacy.Public]) {
      const form = { url: address };
      const expected = url === null ? { form } : { draft: { url, privacy } };
      expect(quickReport(address, privacy)).toEqual(expected);
    }
  });
});
