import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { addressesInFiles } from '@/lib/import/formats';
import { indexOf, packed, sitemapOf } from '../../support/sitemap-files';
import { workbookOf } from '../../support/workbook-files';

const PAGE_A = 'https://a.example/x';
const PAGE_B = 'https://b.example/ü';
const file = (content: BlobPart, name = 'pages') => new File([content], name);
const addressLines = (count: number) =>
  Array.from({ length: count }, (_, at) => `${PAGE_A}?${at}`).join('\n');

async function readFiles(files: readonly File[]) {
  const { rows, ...rest } = await addressesInFiles(files);
  return { texts: rows.map((row) => row.text), ...rest };
}

describe('addressesInFiles', () => {
  it.each<[what: string, content: BlobPart, texts: string[]]>([
    ['a packed sitemap', packed(sitemapOf([PAGE_A])), [PAGE_A]],
    ['a list in UTF-8 with a byte order mark', `\ufeff${PAGE_B}`, [PAGE_B]],
    ['a list in UTF-8', `${PAGE_A}\n${PAGE_B}`, [PAGE_A, PAGE_B]],
    ['a table in Windows-1252', Buffer.from(`Seite;Größe\r\n${PAGE_B};1\r\n`, 'latin1'), [PAGE_B]],
    [
      'a table in UTF-16 without a byte order mark (microsoft/vscode-mssql#774)',
      Buffer.from(`URL;Größe\r\n${PAGE_A};1\r\n${PAGE_B};2`, 'utf16le'),
      [PAGE_A, PAGE_B],
    ],
    [
      'a list in UTF-16 with the higher byte first, without a byte order mark',
      Buffer.from(`${PAGE_A}\n一二三 ${PAGE_B}\n`, 'utf16le').swap16(),
      [PAGE_A, PAGE_B],
    ],
    [
      'a sitemap in UTF-16 without a byte order mark',
      Buffer.from(sitemapOf([PAGE_B]).replace('UTF-8', 'UTF-16'), 'utf16le'),
      [PAGE_B],
    ],
    ['a list in UTF-16', Buffer.from(`\ufeff${PAGE_B}\r\n`, 'utf16le'), [PAGE_B]],
    [
      'a sitemap in the encoding that it declares',
      Buffer.from(sitemapOf([PAGE_B]).replace('UTF-8', 'ISO-8859-1'), 'latin1'),
      [PAGE_B],
    ],
  ])('reads %s', async (_, content, texts) => {
    const complete = { texts, isCut: false, leftOut: 0, unread: [] };
    expect(await readFiles([file(content)])).toMatchObject(complete);
  });

  // stemdeckapp/stemdeck#349.
  it('reads several files in order, and returns the names of unreadable files', async () => {
    const moved = file(PAGE_A, 'moved.txt');
    moved.slice = () =>
      Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('gone')) });
    const files = [
      file(`URL,Clicks\n${PAGE_A},1\nTotal,1`, 'pages.csv'),
      file(packed(sitemapOf([PAGE_B, PAGE_A])).slice(0, -30), 'half.xml.gz'),
      file('PK\x03\x04\x14\0\0\0[Content_Types].xml', 'pages.xlsx'),
      file(indexOf([PAGE_A]), 'index.xml'),
      moved,
      file(sitemapOf([PAGE_B]).slice(0, -9), 'cut.xml'),
      file(JSON.stringify({ a: { url: PAGE_B } }), 'pages.json'),
    ];
    const { unread, ...found } = await readFiles(files);
    expect(found).toMatchObject({ texts: [PAGE_A, PAGE_B, PAGE_B], isCut: false, leftOut: 1 });
    expect(unread).toEqual([
      { url: 'half.xml.gz', problem: 'broken' },
      { url: 'pages.xlsx', problem: 'broken' },
      { url: 'index.xml', problem: 'isIndex' },
      { url: 'moved.txt', problem: 'broken' },
      { url: 'cut.xml', problem: 'broken' },
    ]);
  });

  it('finds at most 50,000 addresses in all files together', async () => {
    const { texts, isCut } = await readFiles([
      file(addressLines(30_000)),
      file(addressLines(30_000)),
    ]);
    expect(texts).toHaveLength(50_000);
    expect(isCut).toBe(true);
  });

  // whatwg/compression#42: browsers refuse the second member, some versions of Node.js read it.
  it('reads at least the first member of a gzip file with several members', async () => {
    const members = new Blob([packed(`${PAGE_A}\n`), packed(`${PAGE_B}\n`)]);
    const { texts } = await readFiles([file(members)]);
    expect(texts[0]).toBe(PAGE_A);
  });

  it('returns the file, member or sheet of each row, and the reason why a row is not a page', async () => {
    const zip = zipSync({
      'one.txt': strToU8(PAGE_A),
      'two.xlsx': workbookOf(`<row><c t="str"><v>${PAGE_A}?2</v></c></row>`),
    });
    const crawl = file(`URL,Status Code\n${PAGE_A}?3,404\n`, 'crawl.csv');
    const { rows } = await addressesInFiles([file(zip, 'a.zip'), crawl]);
    expect(rows).toEqual([
      { text: PAGE_A, where: 'one.txt' },
      { text: `${PAGE_A}?2`, where: 'Pages' },
      { text: `${PAGE_A}?3`, where: 'crawl.csv', nonPageReason: '404' },
    ]);
  });
});
