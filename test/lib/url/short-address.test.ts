import { describe, expect, it } from 'vitest';
import { addressParts, shortAddress } from '@/lib/url/short-address';

describe('an address in parts', () => {
  it.each([
    ['https://museum.example', 'museum.example', '', ''],
    ['https://museum.example/', 'museum.example', '', '/'],
    ['https://www.museum.example/visit/', 'museum.example', '', '/visit/'],
    ['HTTPS://WWW.Trails.example:8080/alps/map', 'Trails.example:8080', '/alps', '/map'],
    ['https://www.example/a//', 'www.example', '/a', '//'],
    ['http://www.shop.example/a/b/c/', 'shop.example', '/a/b', '/c/'],
    ['https://shop.example/a/coat?next=/b/#/c', 'shop.example', '/a', '/coat?next=/b/#/c'],
    ['https://shop.example?q=www./x', 'shop.example', '', '?q=www./x'],
    ['https://xn--bcher-kva.example/stra%C3%9Fe/x', 'bücher.example', '/straße', '/x'],
    ['https://a.example/b\n/c', 'a.example', '/b\n', '/c'],
  ])('%s has host, path and last part', (address, host, before, last) => {
    expect(addressParts(address)).toEqual({ host, before, last });
  });

  it.each([
    'mailto:a@b.example',
    'a page/of mine',
    'museum.example/visit',
    '',
    'https:///a/b',
    'https://bank.example@evil.example/a/b',
    'http://a.example:1@evil.example',
  ])('%s has no host, which it could imitate', (text) => {
    expect(addressParts(text)).toEqual({ host: '', before: '', last: text });
  });

  it('is read up to a thousand characters, and never cut within one', () => {
    const { host, before, last } = addressParts(`https://a.example/${'x/'.repeat(490)}y😀`);
    expect(host + before + last).toHaveLength(999 - 'https://'.length);
  });
});

describe('an address in a sentence', () => {
  const start = 'https://shop.example/women/summer';
  it.each([
    [`${start}/wool-coat?size=m`, 'shop.example/women/summer/wool-coat?size=m'],
    [`${start}/in-the-mountains-of-wales/wool-coat?size=m`, 'shop.example/…/wool-coat?size=m'],
    [`${start}/${'x'.repeat(60)}`, `shop.example/…/${'x'.repeat(44)}…`],
    [`https://shop.example/${'x'.repeat(60)}`, `shop.example/${'x'.repeat(46)}…`],
    [`https://${'h'.repeat(90)}/a/${'x'.repeat(60)}`, `${'h'.repeat(90)}/…/${'x'.repeat(12)}…`],
    ['a text without an end '.repeat(9), `${'a text without an end '.repeat(3).slice(0, 59)}…`],
  ])('%s is %s', (address, said) => expect(shortAddress(address)).toBe(said));
});
