import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addressesInFiles } from '@/lib/import/formats';

const FOLDER = new URL('samples/', import.meta.url);

const sample = (name: string) =>
  new File([readFileSync(new URL(encodeURIComponent(name), FOLDER))], name);

const RED = 'https://shop.example/red-shoes';
const BLUE = 'https://shop.example/blue-shoes';
const SHOP = 'https://shop.example/';

type Row = string | [text: string, nonPageReason: string];

/** Sources: samples/README.md. */
const INTENDED: [what: string, name: string, rows: Row[]][] = [
  ['Search Console, in Spanish', 'gsc-performance-on-search.zip', [SHOP, RED]],
  [
    'a crawl saved as a workbook',
    'crawl.xlsx',
    [SHOP, RED, ['https://shop.example/logo.png', 'image/png']],
  ],
  ['Google Analytics 4', 'ga4-pages-and-screens.csv', ['/', '/blog/red-shoes/', '/service']],
  [
    'Google Analytics 4, with hosts',
    'ga4-hostname-path.csv',
    ['/', '/blog/red-shoes/', '/service', '/contact'].map(
      (path) => `https://www.shop.example${path}`,
    ),
  ],
  [
    'a mail with rewritten links',
    'mail-safelinks.txt',
    [`${RED}?a=1&b=2`, `${BLUE}?a=1`, 'https://shop.example/green-shoes'],
  ],
  ['wallabag', 'wallabag-all.json', [RED]],
  ['Session Buddy', 'session-buddy.json', [RED, BLUE]],
  [
    'a product feed',
    'merchant-feed.xml',
    [
      'https://shop.example/products/red-shoes?variant=1&c=2',
      'https://shop.example/products/blue-shoes',
    ],
  ],
  ['a link dragged to the desktop of a Mac', 'Red shoes.webloc', [`${RED}?a=1&b=2`]],
  ['some XML', 'pages.xml', [`${RED}?a=1&b=2`, BLUE]],
  [
    'a table with a blank in an address',
    'blank-in-path.csv',
    ['https://shop.example/files/Price%20List%202026.pdf', RED],
  ],
  [
    'Screaming Frog',
    'screamingfrog-internal_all.csv',
    [
      SHOP,
      RED,
      ['https://shop.example/old', '301'],
      ['https://shop.example/img/logo.png', 'image/png'],
      ['https://shop.example/css/main.css?v=3', 'text/css'],
      ['https://shop.example/js/app.js', 'application/javascript'],
      ['https://shop.example/gone', '404'],
    ],
  ],
  ['Semrush', 'semrush-backlinks.csv', [RED, BLUE]],
  ['Lighthouse, JSON', 'lighthouse.json', [RED]],
  ['Lighthouse, CSV', 'lighthouse.csv', [RED]],
  ['Karakeep', 'karakeep.json', [RED, BLUE]],
  ['Unlighthouse', 'unlighthouse-ci-result.json', ['/', '/red-shoes']],
  ['a workbook with a filter', 'filtered.xlsx', [RED, BLUE]],
  ['an HTML table that a tool saved as .xls', 'report.xls', [RED, BLUE]],
  [
    'addresses that were copied out of HTML',
    'ampersands.txt',
    [
      'https://shop.example/list?kind=boots&size=44',
      'https://shop.example/list?kind=tents&persons=2',
    ],
  ],
  ['a table whose links are formulas', 'hyperlink-formulas.csv', [RED, BLUE]],
  ['an export in UTF-16 without a byte order mark', 'sql-utf16-without-mark.csv', [RED, BLUE]],
];

/** A package that the extension does not read. */
const UNREAD = 'list.ods';

describe('addressesInFiles', () => {
  it.each(INTENDED)('finds only the expected pages of %s', async (_, name, rows) => {
    const found = await addressesInFiles([sample(name)]);
    const foundRows = found.rows.map(
      ({ text, nonPageReason }): Row => (nonPageReason ? [text, nonPageReason] : text),
    );
    expect(foundRows).toEqual(rows);
    expect(found.unread).toEqual([]);
  });

  it('counts the hidden row of a workbook', async () => {
    const { hidden, leftOut } = await addressesInFiles([sample('filtered.xlsx')]);
    expect({ hidden, leftOut }).toEqual({ hidden: { rows: 1, sheets: 0 }, leftOut: 0 });
  });

  it('offers nothing of an OpenDocument spreadsheet, and names the file', async () => {
    const { rows, unread } = await addressesInFiles([sample(UNREAD)]);
    expect(rows).toEqual([]);
    expect(unread).toEqual([{ url: UNREAD, problem: 'unknownFormat' }]);
  });

  it('is tested with every file in the folder', () => {
    const files = readdirSync(FOLDER).filter((name) => name !== 'README.md');
    expect([...INTENDED.map(([, name]) => name), UNREAD].toSorted()).toEqual(files.toSorted());
  });
});
