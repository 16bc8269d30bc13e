import { describe, expect, it } from 'vitest';
import { copyableAddress, openableAddress, reportAddress } from '@/components/text/report-name';
import { shortAddress } from '@/lib/url/short-address';
import { useMessageKeys } from '../../support/message-keys';
import { sampleReport } from '../../support/sample-report';

useMessageKeys({ withValues: true });

describe('openableAddress', () => {
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
  ])('for %j returns %j', (text, opened) => {
    expect(openableAddress(text)).toBe(opened);
  });
});

describe('copyableAddress', () => {
  it.each([
    ['https://a.example/\r\nrm -rf', 'https://a.example/rm%20-rf'],
    ['https://bank.example@evil.example/', 'https://bank.example@evil.example/'],
    ['a page\r\nrm -rf /\u202e\u0007', 'a page rm -rf /'],
  ])('for %j returns %j', (text, copied) => {
    expect(copyableAddress(text)).toBe(copied);
  });
});

describe('reportAddress', () => {
  // Source: real installations list an address without scheme and www.
  it.each([
    ['example.com/visit', 'https://www.example.com/visit', 'example.com/visit'],
    ['https://www.example.com/visit', 'https://www.example.com/visit', 'example.com/visit'],
    ['http://example.com/', 'example.com/', 'example.com/'],
    ['xn--bcher-kva.example', 'https://xn--bcher-kva.example/', 'bücher.example/'],
    ['a page', null, 'a page'],
    [null, null, 'list_withoutUrl 7'],
  ])(
    'for the URL %j and the full address %j returns an address with the short form %j',
    (url, fullUrl, name) => {
      const report = sampleReport('7', { url, fullUrl });
      expect(reportAddress(report)).toBe(fullUrl ?? url ?? name);
      expect(shortAddress(reportAddress(report))).toBe(name);
    },
  );
});
