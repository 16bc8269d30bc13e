import { describe, expect, it } from 'vitest';
import { hasWords, wordsOf } from '@/lib/history/address-words';
import { searchText } from '@/lib/report/report-query';

describe('wordsOf', () => {
  it.each<[string, string[]]>([
    ['https://shop.example/de/Prices-2026', ['shop', 'example', 'de', 'prices', '2026']],
    ['shop.example/a_b~c;d', ['shop', 'example', 'a', 'b', 'c', 'd']],
    [
      'shop.example/?q=red+shoes&size=42#top/part',
      ['shop', 'example', 'q', 'red', 'shoes', 'size', '42', 'top', 'part'],
    ],
    ['shop.example/red%20shoes%2Fgr%C3%B6%C3%9Fe', ['shop', 'example', 'red', 'shoes', 'größe']],
    ['xn--e1afmkfd.example/', ['пример', 'example']],
    ['trip.example/東京タワー2026', ['trip', 'example', '東', '京', 'タ', 'ワ', 'ー', '2026']],
    ['trip.example/%E6%9D%B1%E4%BA%AC%E3%80%81', ['trip', 'example', '東', '京']],
    // Combining marks are parts of words. Korean separates words by spaces.
    ['example.com/हिन्दी-한국어', ['example', 'com', 'हिन्दी', '한국어']],
    // An escape that cannot be decoded.
    ['example.com/%FF', ['example', 'com', 'ff']],
    ['shop.example/shop/Shop', ['shop', 'example']],
    [' / ', []],
  ])('returns for %j the words %j', (address, words) => {
    expect(wordsOf(address)).toEqual(words);
  });

  it('returns at most eighty words of at most a hundred characters', () => {
    const words = Array.from({ length: 90 }, (_, at) => `w${at}`);
    expect(wordsOf(words.join('/'))).toEqual(words.slice(0, 80));
    expect(wordsOf('x'.repeat(150))).toEqual(['x'.repeat(100)]);
  });
});

describe('hasWords', () => {
  it('returns true only if each given text is the beginning of a word', () => {
    const words = ['shop', 'prices', '2026'];
    expect(hasWords(words, ['pri', 'sh'])).toBe(true);
    expect(hasWords(words, ['pri', 'rices'])).toBe(false);
  });
});

// Each source is public code that opens or tests the address.
describe.each([
  {
    source: 'Rakuten, a search: luong-phuc-mulodo/test_circle_ci, run.py',
    address:
      'https://search.rakuten.co.jp/search/mall/%E3%82%BF%E3%83%B3%E3%83%96%E3%83%A9%E3%83%BC%20%E5%90%8D%E5%85%A5%E3%82%8C',
    found: ['タンブラー', '名入れ', '入れ', 'rakuten タンブラー 名', 'mall/タンブラー'],
    notFound: ['グラス', '名刺'],
  },
  {
    source: 'Rakuten, an encoded plus sign: luong-phuc-mulodo/test_circle_ci, run.py',
    address:
      'https://search.rakuten.co.jp/search/mall/galaxy%20s9%2B%20%E3%82%B1%E3%83%BC%E3%82%B9',
    found: ['galaxy s9', 's9 ケース', 'GALAXY S9+ ケース'],
    notFound: ['galaxy s8', '20s9', '2b'],
  },
  {
    source: 'Rakuten, a search within a shop: a script that reads its results',
    address: 'https://search.rakuten.co.jp/search/mall/%E7%9D%80%E7%89%A9/?sid=223135',
    found: ['着物', '223135', '着物 sid 223'],
    notFound: ['浴衣'],
  },
  {
    source: 'Amazon Japan, a product with its recommendation: a list of products in public code',
    address:
      'https://www.amazon.co.jp/%E3%82%AF%E3%83%AC%E3%82%AA%E3%83%AF%E3%83%B3%E3%83%87%E3%83%BCUV%E3%83%A2%E3%82%A4%E3%82%B9%E3%83%88-%EF%BC%881%E6%97%A5%E4%BD%BF%E3%81%84%E6%8D%A8%E3%81%A6-%E3%82%B3%E3%83%B3%E3%82%BF%E3%82%AF%E3%83%88%E3%83%AC%E3%83%B3%E3%82%BA-%EF%BC%89%E3%80%90BC%E3%80%918-7-%E3%80%90PRW%E3%80%91-3-00/dp/B06Y28T78Z?pd_rd_w=krkbc&content-id=amzn1.sym.adba8629-5320-416c-ac16-3ebc01305f05&pf_rd_p=adba8629-5320-416c-ac16-3ebc01305f05&pf_rd_r=5EV125YS255ESFQ8SNW7&pd_rd_wg=SFIJ7',
    found: [
      'B06Y28T78Z',
      'コンタクトレンズ',
      'クレオ UV',
      '1日使い捨て',
      'prw',
      '5EV125YS255ESFQ8SNW7',
    ],
    notFound: ['眼鏡', '06y28'],
  },
  {
    source: 'Taobao, a search: scripts that read its results in public code',
    address:
      'https://s.taobao.com/search?q=%E7%94%B7%E8%A3%A4&imgfile=&js=1&stats_click=search_radio_all:1&initiative_id=staobaoz_20180624&ie=utf8&loc=%E5%8C%97%E4%BA%AC&bcoffset=3&p4ppushleft=1,48',
    found: ['男裤', '裤', '北京 男裤', 'staobaoz', '20180624', 'taobao 48'],
    notFound: ['女', '上海'],
  },
  {
    source: 'A host in Japanese: tests of w3lib, canonicalize_url',
    address: 'http://xn--p8j9a0d9c9a.xn--q9jyb4c/?maxResults=5&query=%E3%82%B5',
    found: ['はじめよう.みんな', 'みんな サ', 'http://はじめよう.みんな/?query=サ', 'maxresults'],
    notFound: ['xn p8j9a0d9c9a'],
  },
  {
    source: 'A host in Chinese: IGN China in a list of feeds',
    address: 'http://www.ign.xn--fiqs8s/article/review',
    found: ['ign.中国', '中国 review', '国'],
    notFound: ['日本'],
  },
  {
    source: 'A path that is not in UTF-8: tests of Prebid.js',
    address: 'https://prebid.org/search_results/%95x%8Em%92%CA/?category=000',
    found: ['prebid results', 'category 000', '%95x%8Em%92%CA'],
    notFound: ['unknown'],
  },
  {
    source: 'Shopify, filters of a search: wearego.com, in a script that reads its results',
    address:
      'https://wearego.com/search?filter.v.option.size=XS&filter.v.option.size=XL&q=frock&view=&filter.v.availability=1',
    found: ['frock', 'wearego xl', 'filter.v.option.size=XS', 'availab'],
    notFound: ['dress', 'vailability'],
  },
  {
    source: 'Zalando, a category with a filter: a list of shops in public code',
    address: 'https://www.zalando.de/herrenschuhe-sneaker-high/__groesse-49~5/',
    found: ['sneaker', 'herrenschuhe high', 'groesse-49', 'zalando 49~5'],
    notFound: ['schuhe', '__neaker'],
  },
  {
    source: 'Names with underscores and hyphens, an id and a fragment: invented',
    address: 'https://shop.example/tents_for_two/red-boots-sale?item_id=4711#size-guide',
    found: ['boots', 'two', '4711', 'guide', 'tents_for_two', 'for sale'],
    notFound: ['oots', '711'],
  },
])('the words of an address ($source)', ({ address, found, notFound }) => {
  const isFoundBy = (text: string) => hasWords(wordsOf(address), wordsOf(searchText(text)));
  it.each(found)('contain %j', (text) => expect(isFoundBy(text)).toBe(true));
  it.each(notFound)('do not contain %j', (text) => expect(isFoundBy(text)).toBe(false));
});
