import { describe, expect, it } from 'vitest';
import { addressParts, distinctNames, shortAddress } from '@/lib/url/short-address';

describe('addressParts', () => {
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
  ])('splits %s into host, path and last part', (address, host, before, last) => {
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
  ])('finds no host in %s', (text) => {
    expect(addressParts(text)).toEqual({ host: '', before: '', last: text });
  });

  it('reads at most a thousand characters, and does not cut within a character', () => {
    const { host, before, last } = addressParts(`https://a.example/${'x/'.repeat(490)}y😀`);
    expect(host + before + last).toHaveLength(999 - 'https://'.length);
  });
});

describe('shortAddress', () => {
  const start = 'https://shop.example/women/summer';
  it.each([
    [`${start}/wool-coat?size=m`, 'shop.example/women/summer/wool-coat?size=m'],
    [`${start}/in-the-mountains-of-wales/wool-coat?size=m`, 'shop.example/…/wool-coat?size=m'],
    [`${start}/${'x'.repeat(60)}`, `shop.example/…/${'x'.repeat(44)}…`],
    [`https://shop.example/${'x'.repeat(60)}`, `shop.example/${'x'.repeat(46)}…`],
    [`https://${'h'.repeat(90)}/a/${'x'.repeat(60)}`, `${'h'.repeat(90)}/…/${'x'.repeat(12)}…`],
    ['a text without an end '.repeat(9), `${'a text without an end '.repeat(3).slice(0, 59)}…`],
  ])('shortens %s to %s', (address, short) => expect(shortAddress(address)).toBe(short));
});

describe('distinctNames', () => {
  const shop = 'https://www.shop.example';
  const products = `${shop}/products?category=chairs-and-tables-of-oak&page=`;
  const same = '/in-the-mountains-of-wales-and-of-scotland/';
  it.each([
    [
      'their hosts',
      'https://oak.example/a',
      'https://www.elm.example/a',
      'oak.example',
      'elm.example',
    ],
    [
      'foreign letters',
      'https://xn--bcher-kva.example',
      `${shop}/`,
      'bücher.example',
      'shop.example',
    ],
    [
      'their ports',
      'https://oak.example:8443/',
      'https://oak.example/',
      'oak.example:8443',
      'oak.example',
    ],
    [
      'the last parts of their paths',
      `${shop}/a/chairs/`,
      `${shop}/b/tables?x=1`,
      '/chairs/',
      '/tables?x=1',
    ],
    ['the host of a start page', `${shop}/`, `${shop}/a/tables`, 'shop.example/', '/tables'],
    [
      'whole paths that end alike',
      `${shop}/de/contact`,
      `${shop}/en/contact`,
      '/de/contact',
      '/en/contact',
    ],
    ['a path within another', `${shop}/contact`, `${shop}/en/contact`, '/contact', '/en/contact'],
    ['the difference in a long query', `${products}1`, `${products}12`, '…k&page=1', '…k&page=12'],
    [
      'the difference in a long path',
      `${shop}/de${same}x`,
      `${shop}/en${same}x`,
      `/de${same}`.slice(0, 40).concat('…'),
      `/en${same}`.slice(0, 40).concat('…'),
    ],
    ['a report without an address', 'Report 12', `${shop}/a`, 'Report 12', 'shop.example'],
  ])('names two pages by %s', (_, one, other, left, right) => {
    expect(distinctNames(one, other)).toEqual([left, right]);
    expect(distinctNames(other, one)).toEqual([right, left]);
  });
});
