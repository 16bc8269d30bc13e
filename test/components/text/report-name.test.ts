import { describe, expect, it } from 'vitest';
import { copyableAddress, openableAddress } from '@/components/text/report-name';

describe('an address that a service sent', () => {
  it.each([
    ['https://a.example/x', 'https://a.example/x'],
    ['  https://A.example/\n\tx\u0000y ', 'https://a.example/x%00y'],
    ['https://a.example/\u202emoc', 'https://a.example/%E2%80%AEmoc'],
    ['https://bank.example@evil.example/', null],
    ['https://ann:secret@a.example/', null],
    ['javascript:alert(1)', null],
    ['file:///etc/passwd', null],
    ['a.example/x', null],
    ['', null],
  ])('opens, of %j, as %j', (text, opened) => {
    expect(openableAddress(text)).toBe(opened);
  });

  it.each([
    ['https://a.example/\r\nrm -rf', 'https://a.example/rm%20-rf'],
    ['https://bank.example@evil.example/', 'https://bank.example@evil.example/'],
    ['a page\r\nrm -rf /\u202e\u0007', 'a page rm -rf /'],
  ])('is copied, of %j, as %j', (text, copied) => {
    expect(copyableAddress(text)).toBe(copied);
  });
});
