import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { addressesInFiles } from '@/lib/import/formats';
import { indexOf, packed, sitemapOf } from '../../support/sitemap-files';
import { workbookOf } from '../../support/workbook-files';

const A = 'https://a.example/x';
const B = 'https://b.example/ü';
const file = (content: BlobPart, name = 'pages') => new File([content], name);
const addressLines = (count: number) =>
  Array.from({ length: count }, (_, at) => `${A}?${at}`).join('\n');

async function read(files: readonly File[]) {
  const { rows, ...rest } = await addressesInFiles(files);
  return { texts: rows.map((row) => row.text), ...rest };
}

describe('addressesInFiles', () => {
  it.each<[what: string, content: BlobPart, texts: string[]]>([
    ['a packed sitemap', packed(sitemapOf([A])), [A]],
    ['a list in UTF-8 with a byte order mark', `\ufeff${B}`, [B]],
    ['a list in UTF-8', `${A}\n${B}`, [A, B]],
    ['a table in Windows-1252', Buffer.from(`Seite;Größe\r\n${B};1\r\n`, 'latin1'), [B]],
    ['a list in UTF-16', Buffer.from(`\ufeff${B}\r\n`, 'utf16le'), [B]],
    [
      'a sitemap in the encoding that it declares',
      Buffer.from(sitemapOf([B]).replace('UTF-8', 'ISO-8859-1'), 'latin1'),
      [B],
    ],
  ])('reads %s', async (_, content, texts) => {
    const complete = { texts, isCut: false, leftOut: 0, unread: [] };
    expect(await read([file(content)])).toMatchObject(complete);
  });

  // stemdeckapp/stemdeck#349.
  it('reads several files in order, and names the files that it cannot read', async () => {
    const moved = file(A, 'moved.txt');
    moved.slice = () =>
      Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('gone')) });
    const files = [
      file(`URL,Clicks\n${A},1\nTotal,1`, 'pages.csv'),
      file(packed(sitemapOf([B, A])).slice(0, -30), 'half.xml.gz'),
      file('PK\x03\x04\x14\0\0\0[Content_Types].xml', 'pages.xlsx'),
      file(indexOf([A]), 'index.xml'),
      moved,
      file(sitemapOf([B]).slice(0, -9), 'cut.xml'),
      file(JSON.stringify({ a: { url: B } }), 'pages.json'),
    ];
    const { unread, ...found } = await read(files);
    expect(found).toMatchObject({ texts: [A, B, B], isCut: false, leftOut: 1 });
    expect(unread).toEqual([
      { url: 'half.xml.gz', problem: 'broken' },
      { url: 'pages.xlsx', problem: 'broken' },
      { url: 'index.xml', problem: 'isIndex' },
      { url: 'moved.txt', problem: 'broken' },
      { url: 'cut.xml', problem: 'broken' },
    ]);
  });

  it('finds at most 50,000 addresses in all files together', async () => {
    const { texts, isCut } = await read([file(addressLines(30_000)), file(addressLines(30_000))]);
    expect(texts).toHaveLength(50_000);
    expect(isCut).toBe(true);
  });

  // whatwg/compression#42: browsers refuse the second member, some versions of Node.js read the member.
  it('reads at least the first member of a gzip file with several members', async () => {
    const members = new Blob([packed(`${A}\n`), packed(`${B}\n`)]);
    const { texts } = await read([file(members)]);
    expect(texts[0]).toBe(A);
  });

  it('names the file, member or sheet of each row, and the reason why a row is no page', async () => {
    const zip = zipSync({
      'one.txt': strToU8(A),
      'two.xlsx': workbookOf(`<row><c t="str"><v>${A}?2</v></c></row>`),
    });
    const crawl = file(`URL,Status Code\n${A}?3,404\n`, 'crawl.csv');
    const { rows } = await addressesInFiles([file(zip, 'a.zip'), crawl]);
    expect(rows).toEqual([
      { text: A, where: 'one.txt' },
      { text: `${A}?2`, where: 'Pages' },
      { text: `${A}?3`, where: 'crawl.csv', noPage: '404' },
    ]);
  });
});
