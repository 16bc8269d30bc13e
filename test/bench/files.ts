import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import Papa from 'papaparse';
import { addressesInFiles } from '@/lib/import/formats';

const COUNT = 50_000;
const ADDRESSES = Array.from(
  { length: COUNT },
  (_, at) => `https://shop.example/products/garden/chairs-${at}/folding?variant=${at % 7}`,
);

const csv = `Top pages,Clicks,Impressions,CTR,Position\n${ADDRESSES.map(
  (address, at) => `${address},${at % 99},${at},"1,${at % 9}%","4,2"`,
).join('\n')}\n`;
const json = JSON.stringify(
  ADDRESSES.map((url, id) => ({ id, url, title: `Chair ${id}`, tags: ['garden'], created: id })),
);
const xml = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${ADDRESSES.map(
  (address) => `<url><loc>${address}</loc><lastmod>2026-11-01</lastmod></url>`,
).join('\n')}</urlset>`;
const cell = (column: string, row: number, string: number) =>
  `<c r="${column}${row}" t="s"><v>${string}</v></c>`;
const xlsx = zipSync({
  'xl/workbook.xml': strToU8(
    '<workbook><sheets><sheet name="Crawl" r:id="r1"/></sheets></workbook>',
  ),
  'xl/_rels/workbook.xml.rels': strToU8(
    '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
  ),
  'xl/sharedStrings.xml': strToU8(
    `<sst>${['Address', 'Title', 'Chair', ...ADDRESSES].map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
  ),
  'xl/worksheets/sheet1.xml': strToU8(
    `<worksheet><sheetData><row r="1">${cell('A', 1, 0)}${cell('B', 1, 1)}</row>${ADDRESSES.map(
      (_, at) => `<row r="${at + 2}">${cell('A', at + 2, at + 3)}${cell('B', at + 2, 2)}</row>`,
    ).join('')}</sheetData></worksheet>`,
  ),
});

/** Returns the texts of all elements with a name, from the events of the parser. */
function textsOf(text: string, wanted: string): string[] {
  const texts: string[] = [];
  let isWanted = false;
  let value = '';
  const parser = new Parser(
    {
      onopentag(name) {
        isWanted = name === wanted;
        value = '';
      },
      ontext(part) {
        if (isWanted) value += part;
      },
      onclosetag(name) {
        if (name === wanted) texts.push(value);
        isWanted = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  return texts;
}

/** The formats, each with a file and a plain loop over the output of the parser. */
const LOOPS: [format: string, content: BlobPart, loop: (file: File) => Promise<string[]>][] = [
  [
    'CSV',
    csv,
    async (file) => {
      const found: string[] = [];
      const { data } = Papa.parse<string[]>(await file.text(), { skipEmptyLines: 'greedy' });
      for (const [address = ''] of data.slice(1)) found.push(address);
      return found;
    },
  ],
  [
    'JSON',
    json,
    async (file) => {
      const found: string[] = [];
      for (const { url } of JSON.parse(await file.text())) found.push(url);
      return found;
    },
  ],
  ['XML', xml, async (file) => textsOf(await file.text(), 'loc')],
  [
    'XLSX',
    xlsx,
    async (file) => {
      const members = unzipSync(new Uint8Array(await file.arrayBuffer()));
      const part = (name: string) => strFromU8(members[name] ?? new Uint8Array());
      const strings = textsOf(part('xl/sharedStrings.xml'), 't');
      const cells = textsOf(part('xl/worksheets/sheet1.xml'), 'v');
      const found: string[] = [];
      // Every second cell is an address. The first two cells are the header.
      for (let cellIndex = 2; cellIndex < cells.length; cellIndex += 2) {
        found.push(strings[Number(cells[cellIndex])] ?? '');
      }
      return found;
    },
  ],
];

/**
 * The measurements of each format: reading 50,000 addresses by our reader and by the plain loop. Both
 * functions return milliseconds.
 */
export const FILE_FIGURES = LOOPS.map(([format, content, loop]) => {
  const file = new File([content], 'pages');
  const timed = (read: (file: File) => Promise<{ length: number }>) => async () => {
    const start = performance.now();
    const { length } = await read(file);
    if (length !== COUNT) throw new Error(`${length} addresses were read from ${format}.`);
    return performance.now() - start;
  };
  return {
    name: `50,000 addresses from ${format}`,
    ours: timed(async (input) => (await addressesInFiles([input])).rows),
    loop: timed(loop),
  };
});

/** Largest ratio of a reader to the plain loop. */
export const FILES_TARGET = 1.3;
