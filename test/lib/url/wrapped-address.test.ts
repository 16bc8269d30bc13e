import { describe, expect, it } from 'vitest';
import { wrappedAddress } from '@/lib/url/wrapped-address';

const A = 'https://a.example/x';

/** Wrapped links, with the page inside. */
const WRAPPED: [what: string, address: string, page: string | null][] = [
  [
    'Safe Links of Outlook',
    'https://eur02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2Fx%3Fb%3D1%26c%3D2&data=05%7C02&reserved=0',
    `${A}?b=1&c=2`,
  ],
  ['Google', 'https://www.google.co.uk/url?sa=t&url=https%3A%2F%2Fa.example%2Fx&ved=2', A],
  [
    'Google in documents',
    'https://www.google.com/url?q=https://a.example/x?b%3D1%26c%3D2&sa=D',
    `${A}?b=1&c=2`,
  ],
  [
    'Facebook',
    'https://l.facebook.com/l.php?u=https%3A%2F%2Fa.example%2Fx%3Fb%3D1&h=AT0',
    `${A}?b=1`,
  ],
  [
    "Proofpoint's second version",
    'https://urldefense.proofpoint.com/v2/url?u=https-3A__a.example_x-3Fb-3D1&d=DwMF&c=a&r=x',
    `${A}?b=1`,
  ],
  // The characters that the asterisks replace follow the address in Base64.
  [
    "Proofpoint's third version",
    'https://urldefense.com/v3/__https://a.example/x*b__;Iw!!AbC!d$',
    `${A}#b`,
  ],
  [
    "Proofpoint's third version with one slash",
    'https://urldefense.com/v3/__https:/a.example/x__;!!AbC!d$',
    A,
  ],
  [
    'another within it, once',
    `https://www.google.com/url?q=https://l.facebook.com/l.php?u%3D${A}`,
    `https://l.facebook.com/l.php?u=${A}`,
  ],
  ['a search', 'https://www.google.com/search?q=https://a.example/x', null],
  ['no page', 'https://www.google.com/url?q=a', null],
  ['a parameter of another site', `https://b.example/?url=${A}`, null],
];

describe('wrappedAddress', () => {
  it.each(WRAPPED)('returns the page inside a wrapped link, or null: %s', (_, address, page) => {
    expect(wrappedAddress(address)).toBe(page);
  });
});
