import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PublishingRisk, publishingRisks } from '@/lib/url/publishing-risk';

const ORDER: PublishingRisk[] = ['secret', 'email', 'local', 'unreadable'];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('addresses with an e-mail address', () => {
  it.each([
    'https://host.example/?email=ann@host.example',
    'https://host.example/?email=ann%40host.example',
    'https://host.example/?email=ann%2540host.example',
    'https://host.example/?q=write+to+ann.lee%2Bnews@mail.host.example+today',
    'https://host.example/users/ann%40host.example',
    'https://host.example/unsubscribe/ann_lee-3@host.co.uk?x',
    'https://host.example/#/users/ann@host.example',
    'https://host.example/?u=m%C3%BCller@b%C3%BCcher.example',
    'https://host.example/?u=m%FCller%40host.example',
    'https://host.example/?u=ann@xn--bcher-kva.xn--p1ai',
    'https://host.example/?utm_content=ann%40host.example',
    'https://host.example/?u=ann@host.example.&v=1',
  ])('raise the alarm: %s', (url) => {
    expect(publishingRisks(url)).toEqual(['email']);
  });
});

describe('local addresses', () => {
  it.each([
    ...['http://localhost:3000/', 'http://localhost./', 'https://app.localhost/'],
    ...[
      'http://printer.local/',
      'http://wiki.internal/',
      'http://nas.lan/',
      'http://tv.home.arpa/',
    ],
    ...['https://shop.test/', 'https://SHOP.Test./', 'http://intranet/', 'http://wiki.corp/'],
    ...['http://127.0.0.1/', 'http://127.1/', 'http://0x7f.1/', 'http://2130706433/', 'http://0/'],
    ...['http://10.0.0.1/', 'http://172.16.0.1/', 'http://172.31.255.255/', 'http://192.168.1.1/'],
    ...['http://169.254.169.254/', 'http://100.64.0.1/', 'http://100.127.255.255/'],
    ...['http://[::1]:3000/', 'http://[::]/', 'http://[fd00::1]/', 'http://[fc12:3456::]/'],
    ...['http://[fe80::1]/', 'http://[febf::1]/', 'http://[::ffff:127.0.0.1]/'],
    ...['http://[64:ff9b::a00:1]/', 'http://[64:ff9b:1::1]/', 'http://[2002:7f00:1::]/'],
    ...['http://[::10.0.0.1]/', 'http://fritz.box/', 'http://10-0-0-1.nip.io/'],
    ...['http://x.192.168.1.4.names.example/', 'http://ip-10-0-0-1.host.example/'],
    ...['http://[::ffff:c0a8:101]/', 'http://[0:0:0:0:0:ffff:a00:1]/'],
  ])('raise the alarm: %s', (url) => {
    expect(publishingRisks(url)).toEqual(['local']);
  });

  it.each([
    'http://[fec0::1]/',
    'http://[2001:db8::fd00:1]/',
    'http://[64::1]/',
    'http://[::ffff:1:2:3]/',
    'http://100.63.0.1/',
    'http://169.253.0.1/',
    'http://1.127.0.1/',
    'http://[64:ff9b::808:808]/',
    'http://[2002:808:808::1]/',
    'http://[::8.8.8.8]/',
    'https://8-8-8-8.host.example/',
    'https://release-10-2.host.example/',
    'https://notfritz.box/',
    'https://my.notlocal/',
    'https://thelan.example/',
  ])('are not: %s', (url) => {
    expect(publishingRisks(url)).toEqual([]);
  });
});

describe('the risks of publishing', () => {
  it('come together, in one order', () => {
    expect(publishingRisks('http://localhost/?to=ann@host.example&token=abc')).toEqual([
      'secret',
      'email',
      'local',
    ]);
  });

  it.each([
    null,
    '',
    'token=abc',
    '/localhost',
    'ann@host.example',
    'chrome://newtab/?token=abc',
    `https://host.example/${'a'.repeat(8_000)}`,
  ])('are that nobody can tell, for %j', (text) => {
    expect(publishingRisks(text)).toEqual(['unreadable']);
  });

  it('are told of an address without a scheme as of one with https', () => {
    expect(publishingRisks('host.example/reset?token=abc')).toEqual(['secret']);
    expect(publishingRisks('192.168.1.4/')).toEqual(['local']);
    expect(publishingRisks('host.example/page')).toEqual([]);
  });

  it.each([
    ['hexadecimal digits', '0123456789abcdef', 32],
    ['lower-case letters and digits', 'abcdefghijklmnopqrstuvwxyz0123456789', 32],
    ['letters and digits', `${LETTERS}0123456789`, 24],
    ['base64url', `${LETTERS}0123456789-_`, 43],
  ])('are found in nearly all random %s', (_, alphabet, length) => {
    const texts = fc.sample(
      fc.string({
        unit: fc.constantFrom(...alphabet),
        minLength: length,
        maxLength: length,
        size: 'max',
      }),
      {
        seed: 1,
        numRuns: 1_000,
      },
    );
    const found = texts.filter((text) => publishingRisks(`https://host.example/?x=${text}`).length);
    expect(found.length).toBeGreaterThan(950);
  });

  it('are never found in slugs of words and numbers', () => {
    const piece = fc.oneof(
      fc.constantFrom('seo', 'guide', 'Search', 'iphone15', 'html5', '4k', 'session', 'covid19'),
      fc.nat().map(String),
    );
    const slug = fc.array(piece, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(slug, fc.constantFrom('-', '_', '+'), (pieces, separator) => {
        const text = pieces.join(separator);
        expect(publishingRisks(`https://host.example/${text}?q=${text}#${text}`)).toEqual([]);
      }),
    );
  });

  it('can be told for any text', () => {
    const part = fc.constantFrom(
      ...'?#&=/%@:;.[]- ',
      '%40',
      '%ff',
      'token',
      'eyJ',
      'http://',
      'a1',
    );
    const text = fc.string({ unit: fc.oneof(part, fc.string({ unit: 'binary' })) });
    fc.assert(
      fc.property(text, fc.boolean(), (rest, isWeb) => {
        const risks = publishingRisks(isWeb ? `https://host.example/${rest}` : rest);
        expect(ORDER.filter((risk) => risks.includes(risk))).toEqual(risks);
      }),
      { numRuns: 1_000 },
    );
  });
});
