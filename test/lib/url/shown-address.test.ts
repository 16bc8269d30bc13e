import { domainToASCII } from 'node:url';
import { expect, it } from 'vitest';
import { shownAddress } from '@/lib/url/shown-address';

it.each([
  [
    'the letters of a path',
    'https://a.example/stra%C3%9Fe?q=%d9%85',
    'https://a.example/straße?q=م',
  ],
  [
    'nothing else that is encoded',
    'https://a.example/a%20b%2Fc%26',
    'https://a.example/a%20b%2Fc%26',
  ],
  ['no character that turns', 'https://a.example/%E2%80%AEa', 'https://a.example/%E2%80%AEa'],
  ['no slash that is none', 'https://a.example/%E2%81%84a', 'https://a.example/%E2%81%84a'],
  ['no other encoding than UTF-8', 'https://a.example/%E4', 'https://a.example/%E4'],
  [
    'no part of a host that is broken',
    'https://xn--99999999.example/',
    'https://xn--99999999.example/',
  ],
  ['no digit with a dot in it', 'https://xn--a-ecp.example/', 'https://xn--a-ecp.example/'],
  ['a text that is no address', 'mailto:a@b.example', 'mailto:a@b.example'],
])('an address shows %s', (_, address, shown) => expect(shownAddress(address)).toBe(shown));

it.each(['bücher', 'größe-wählen', 'مواعيد-العيادة', '例え-テスト', 'ελληνικά', 'правда-ли'])(
  'a host shows its letters: %s',
  (label) => {
    const host = `${label}.shop.example:8080`;
    const address = `https://${domainToASCII(`${label}.shop.example`)}:8080/`;
    expect(address).toContain('xn--');
    expect(shownAddress(address)).toBe(`https://${host}/`);
  },
);
