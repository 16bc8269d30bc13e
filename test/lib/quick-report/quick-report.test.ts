import { describe, expect, it } from 'vitest';
import { quickReport } from '@/lib/quick-report/quick-report';
import { Privacy } from '@/lib/report/privacy';

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
    expect(quickReport(address, privacy)).toEqual({ form: { url: address, privacy } });
  });

  it('has no user name and password in its address', () => {
    const draft = { url, privacy: Privacy.Public };
    expect(quickReport('https://me:pw@host.example/page', Privacy.Public)).toEqual({ draft });
  });

  it('takes the form where its address is too long, of which the form gets enough to say so', () => {
    const longest = `${url}?${'a'.repeat(8_000 - url.length - 1)}`;
    expect(quickReport(longest, 1)).toEqual({ draft: { url: longest, privacy: 1 } });
    const form = { url: `${longest}a`, privacy: 1 };
    expect(quickReport(`${longest}a`, 1)).toEqual({ form });
    expect(quickReport(`${longest}${'a'.repeat(1_000_000)}`, 1)).toEqual({ form });
  });
});
