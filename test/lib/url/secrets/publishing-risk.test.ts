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

describe('publishingRisks', () => {
  it.each<[string, string[], PublishingRisk[]]>([
    ['a secret', SECRET_ADDRESSES, ['secret']],
    ['an e-mail address', EMAIL_ADDRESSES, ['email']],
    ['a private network', LOCAL_ADDRESSES, ['local']],
    ['harmless parts', HARMLESS_ADDRESSES, []],
    [
      'several risks',
      ['http://localhost/?to=ann@host.example&token=abc'],
      ['secret', 'email', 'local'],
    ],
    ['a secret and no scheme', ['host.example/reset?token=abc'], ['secret']],
    ['a private network and no scheme', ['192.168.1.4/'], ['local']],
    ['no risk and no scheme', ['host.example/page'], []],
    [
      'an unreadable URL',
      [
        ...['', 'token=abc', '/localhost', 'ann@host.example', 'chrome://newtab/?token=abc'],
        `https://host.example/${'a'.repeat(8_000)}`,
      ],
      ['unreadable'],
    ],
  ])('returns the risks of sample addresses with %s', (_, addresses, risks) => {
    const found = addresses.map((url) => `${publishingRisks(url)} ${url}`);
    expect(found).toEqual(addresses.map((url) => `${risks} ${url}`));
  });

  it('returns `unreadable` if the URL of a report is unknown', () => {
    expect(publishingRisks(null)).toEqual(['unreadable']);
  });

  it.each([
    ['hexadecimal digits', '0123456789abcdef', 32],
    ['lower-case letters and digits', 'abcdefghijklmnopqrstuvwxyz0123456789', 32],
    ['letters and digits', `${LETTERS}0123456789`, 24],
    ['base64url', `${LETTERS}0123456789-_`, 43],
  ])('finds a secret in nearly all random texts of %s', (_, alphabet, length) => {
    const unit = fc.constantFrom(...alphabet);
    const text = fc.string({ unit, minLength: length, maxLength: length, size: 'max' });
    const texts = fc.sample(text, { seed: 1, numRuns: 1_000 });
    const found = texts.filter((text) => publishingRisks(`https://host.example/?x=${text}`).length);
    expect(found.length).toBeGreaterThan(950);
  });

  it('finds no risk in slugs of words and numbers', () => {
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

  it('returns the risks of any text in a fixed order', () => {
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

  const isSecret = (address: string) => publishingRisks(address).includes('secret');

  it.each(PRODUCT_SECRETS)('finds a secret in the address of a product: %s, %s', (_, address) => {
    expect(isSecret(address)).toBe(true);
  });

  it('finds a risk in at most one of forty public addresses of products', () => {
    const addressesWithRisk = PRODUCT_HARMLESS.filter(
      ([, address]) => publishingRisks(address).length > 0,
    );
    expect(PRODUCT_HARMLESS.length).toBeGreaterThanOrEqual(40);
    expect(addressesWithRisk.slice(Math.floor(PRODUCT_HARMLESS.length / 40))).toEqual([]);
  });
});
