import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PublishingRisk, publishingRisks } from '@/lib/url/secrets/publishing-risk';
import { anyCharacter } from '../../../support/any-text';
import { PRODUCT_HARMLESS, PRODUCT_SECRETS } from '../product-addresses';
import {
  EMAIL_ADDRESSES,
  HARMLESS_ADDRESSES,
  LOCAL_ADDRESSES,
  SECRET_ADDRESSES,
} from '../sample-addresses';

const ORDER: PublishingRisk[] = ['secret', 'email', 'local', 'unreadable'];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('the risks of publishing', () => {
  it.each<[string, string[], PublishingRisk[]]>([
    ['a secret', SECRET_ADDRESSES, ['secret']],
    ['an e-mail address', EMAIL_ADDRESSES, ['email']],
    ['a private network', LOCAL_ADDRESSES, ['local']],
    ['nothing', HARMLESS_ADDRESSES, []],
    [
      'several, in one order',
      ['http://localhost/?to=ann@host.example&token=abc'],
      ['secret', 'email', 'local'],
    ],
    ['a secret, without a scheme', ['host.example/reset?token=abc'], ['secret']],
    ['a private network, without a scheme', ['192.168.1.4/'], ['local']],
    ['nothing, without a scheme', ['host.example/page'], []],
    [
      'unknown',
      [
        ...['', 'token=abc', '/localhost', 'ann@host.example', 'chrome://newtab/?token=abc'],
        `https://host.example/${'a'.repeat(8_000)}`,
      ],
      ['unreadable'],
    ],
  ])('of each sample address are: %s', (_, addresses, risks) => {
    const found = addresses.map((url) => `${publishingRisks(url)} ${url}`);
    expect(found).toEqual(addresses.map((url) => `${risks} ${url}`));
  });

  it('of a report without an address count as unreadable', () => {
    expect(publishingRisks(null)).toEqual(['unreadable']);
  });

  it.each([
    ['hexadecimal digits', '0123456789abcdef', 32],
    ['lower-case letters and digits', 'abcdefghijklmnopqrstuvwxyz0123456789', 32],
    ['letters and digits', `${LETTERS}0123456789`, 24],
    ['base64url', `${LETTERS}0123456789-_`, 43],
  ])('are found in nearly all random %s', (_, alphabet, length) => {
    const unit = fc.constantFrom(...alphabet);
    const text = fc.string({ unit, minLength: length, maxLength: length, size: 'max' });
    const texts = fc.sample(text, { seed: 1, numRuns: 1_000 });
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

  it('are listed in a fixed order for any text', () => {
    const traps = '%40 %ff token eyJ http:// a1'.split(' ');
    const part = fc.constantFrom(...'?#&=/%@:;.[]- ', ...traps);
    const text = fc.string({ unit: fc.oneof(part, fc.string({ unit: anyCharacter })) });
    fc.assert(
      fc.property(text, fc.boolean(), (rest, isWeb) => {
        const risks = publishingRisks(isWeb ? `https://host.example/${rest}` : rest);
        expect(ORDER.filter((risk) => risks.includes(risk))).toEqual(risks);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('addresses of well-known products', () => {
  const isSecret = (address: string) => publishingRisks(address).includes('secret');

  it.each(PRODUCT_SECRETS)('%s: %s may hold a secret', (_, address) => {
    expect(isSecret(address)).toBe(true);
  });

  it('that are public have a risk in at most one of forty cases', () => {
    const questions = PRODUCT_HARMLESS.filter(([, address]) => publishingRisks(address).length > 0);
    expect(PRODUCT_HARMLESS.length).toBeGreaterThanOrEqual(40);
    expect(questions.slice(Math.floor(PRODUCT_HARMLESS.length / 40))).toEqual([]);
  });
});
