import { gzipSync, strToU8, zipSync } from 'fflate';
import type { Chances } from '../endurance/random';

/** Creates a file of about `size` bytes. */
export type MakeFile = (size: number, chances: Chances) => Uint8Array<ArrayBuffer>;

/** Returns a start, a piece that is repeated for `size` characters, and an end. */
export function pumped(size: number, piece: string, start = '', end = ''): string {
  return start + piece.repeat(Math.ceil(size / piece.length)).slice(0, size) + end;
}

const A = 'https://a.example/page';
const BLANKS = [' ', '\t', '\u3000', '\r', '\u2028', '\u2029'];

/** Texts that make patterns and parsers backtrack, by name. */
export const HOSTILE_TEXTS: Record<string, (size: number) => string> = {
  'carriage returns': (size) => pumped(size, '\r', 'a', '\nx'),
  'line separators': (size) => pumped(size / 3, '\u2028', 'a', '\nx'),
  'paragraph separators': (size) => pumped(size / 3, '\u2029', 'a', '\nx'),
  'words behind line separators': (size) => pumped(size / 3, 'URL[\u2028sitemap\u2029'),
  blanks: (size) => pumped(size, ' ', 'a', 'x'),
  tabs: (size) => pumped(size, '\t', 'a', '\nx'),
  'commas, a far column': (size) => pumped(size, ',', `url,b\n${A}`, `${A}\nx,y`),
  'quotation marks before blanks': (size) =>
    pumped(size / 2, '"x" ', `url,b\n${A},"`, pumped(size / 2, ' ', '', ',c\n')),
  'quotation marks before tabs': (size) =>
    pumped(size / 2, '"x', `url\tb\n${A}\t"`, pumped(size / 2, '\t', '', '\nc\td')),
  'quotation marks before other blanks': (size) =>
    pumped(size / 2, '"x" ', `url;b\n${A};"`, pumped(size / 2, '\u3000\t', '', ';c\n')),
  'escaped quotation marks before blanks': (size) =>
    pumped(size / 2, '\\"x\\" ', `url,b\n${A},"`, pumped(size / 2, ' ', '', ',c\n')),
  'quotation marks': (size) => pumped(size, '"a', `url,b\n${A},`),
  'short rows': (size) => pumped(size, 'a\n', `url,b\n${A},c\n`),
  'heads named status': (size) =>
    pumped(size / 2, 'status,', 'url,', pumped(size / 2, 'a\n', `\n${A}\n`)),
  'a long head': (size) => pumped(size, 'status', 'url,"', `\n"\n${A},200\n${A},200`),
  'heads in many rows': (size) => pumped(size, `${A},1\n`, 'x,url\n'.repeat(50)),
  'the same address': (size) => pumped(size, `${A}\n`),
  'the same wrapped address': (size) =>
    pumped(size, `https://urldefense.com/v3/__${'/v3/__'.repeat(1_200)}\n`),
  slashes: (size) => pumped(size, '/', 'https://a.example', 'x'),
  fragments: (size) => pumped(size, ':~:#', 'https://a.example/#', '\nx'),
  'open brackets': (size) => pumped(size, '('),
  'open tags': (size) => pumped(size, '<a '),
  entities: (size) => pumped(size, '&amp;'),
};

const encode = (text: string) => new TextEncoder().encode(text);

/** Returns a text of random words, addresses, spaces and signs, each repeated up to a thousand times. */
function mixed(size: number, { between }: Chances): string {
  const pieces = [
    A,
    'word',
    '\n',
    ',',
    '"',
    '\t',
    ';',
    '<a href="',
    '</a>',
    '{"a":',
    '[',
    ...BLANKS,
  ];
  let text = '';
  while (text.length < size) {
    text += (pieces[between(0, pieces.length - 1)] ?? '').repeat(between(1, 1_000));
  }
  return text.slice(0, size);
}

const textFile =
  (start: string, piece: string, end = ''): MakeFile =>
  (size) =>
    encode(pumped(size, piece, start, end));

const SHEET_RELATION = '<Relationship Id="r1" Target="worksheets/sheet1.xml"/>';

interface BookOptions {
  /** The XML of the shared strings. */
  strings?: string;
  /** Number of times that the workbook lists its sheet. */
  names?: number;
  /** 0 for no compression (default), 9 for the best compression. */
  level?: 0 | 9;
}

/** Creates a workbook from the XML of a sheet. */
export function bookOf(
  sheet: string,
  { strings = '', names = 1, level = 0 }: BookOptions = {},
): Uint8Array<ArrayBuffer> {
  return zipSync(
    {
      'xl/workbook.xml': strToU8(
        `<workbook><sheets>${'<sheet name="A" r:id="r1"/>'.repeat(names)}</sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(`<Relationships>${SHEET_RELATION}</Relationships>`),
      'xl/sharedStrings.xml': strToU8(`<sst>${strings}</sst>`),
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
    },
    { level },
  );
}

const bookFile =
  (piece: string): MakeFile =>
  (size) =>
    bookOf(pumped(size, piece));

const inlineCell = (text: string, at = '') =>
  `<row><c ${at && `r="${at}"`} t="inlineStr"><is><t>${text}</t></is></c></row>`;

/** Usual and hostile files of each format. */
export const FILES: Record<string, Record<string, MakeFile>> = {
  robots: {
    usual: textFile('User-agent: *\n', `Sitemap: ${A}\nDisallow: /a\n`),
    ...onlyTexts('carriage returns', 'line separators', 'blanks', 'words behind line separators'),
  },
  sitemap: {
    usual: textFile('<urlset>', `<url><loc>${A}</loc></url>\n`, '</urlset>'),
    index: textFile('<sitemapindex>', `<sitemap><loc>${A}</loc></sitemap>\n`, '</sitemapindex>'),
    'empty entries': textFile('<urlset>', '<url/>'),
    'many attributes': (size) => encode(`<urlset ${numbered(size, (at) => `a${at}=""`)}><url>`),
    entities: textFile('<urlset><url><loc>', '&amp;', '</loc></url>'),
    deep: textFile('<urlset>', '<url>'),
    'open comments': textFile('<urlset>', '<!--'),
  },
  feed: {
    usual: textFile('<rss><channel>', `<item><link>${A}</link></item>\n`, '</channel></rss>'),
    atom: textFile('<feed>', `<entry><link href="${A}"/></entry>\n`, '</feed>'),
    'links without an address': textFile('<rss><item>', '<link>a</link>'),
  },
  xml: {
    usual: textFile('<?xml version="1.0"?><list>', `<a><url>${A}</url></a>\n`, '</list>'),
    'addresses in texts': textFile('<?xml version="1.0"?><list>', '<a>http://a.b </a>', '</list>'),
    'addresses in one text': textFile('<?xml version="1.0"?><a>', 'http://a.b ', '</a>'),
    'short elements': textFile('<?xml version="1.0"?><list>', '<a/>', '</list>'),
  },
  html: {
    usual: textFile('<!DOCTYPE html><body>', `<p>Word <a href="${A}">word</a>\n`, '</body>'),
    'short links': textFile('<!DOCTYPE html><body>', '<a href=//a>'),
    'short links with a scheme': textFile('<!DOCTYPE html><body>', '<a href=http://a>'),
    entities: textFile('<a href=http://a>', '&amp;'),
    'open scripts': textFile('<a href=http://a>', '<script'),
  },
  bookmarks: {
    usual: textFile(
      '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n',
      `<DT><A HREF="${A}" ADD_DATE="1700000000">Word</A>\n`,
      '</DL>',
    ),
    nested: textFile('<!DOCTYPE NETSCAPE-Bookmark-file-1>\n', '<DL><p><DT><H3>a</H3>'),
  },
  'xls as html': {
    usual: textFile('<html><table>', `<tr><td><a href="${A}">a</a><td>1</tr>\n`, '</table>'),
    'empty cells': textFile('<html><table><tr><td><a href="http://a">a</a>', '<td>'),
  },
  csv: {
    usual: textFile('URL,Status Code,Title\n', `${A},200,"A title, ""quoted"""\n`),
    ...onlyTexts(
      'commas, a far column',
      'quotation marks before blanks',
      'quotation marks before other blanks',
      'escaped quotation marks before blanks',
      'quotation marks',
      'short rows',
      'heads named status',
      'a long head',
      'heads in many rows',
    ),
  },
  tsv: {
    usual: textFile('URL\tStatus Code\tTitle\n', `${A}\t200\t"A title"\n`),
    ...onlyTexts('tabs', 'quotation marks before tabs'),
    'a far column': (size) => encode(pumped(size, '\t', `URL\tb\n${A}\tb\n`, '\nc\td')),
  },
  json: {
    usual: textFile('[', `{"url":"${A}","status":200},`, '{}]'),
    'empty objects': (size) => encode(`[${'{},'.repeat(size / 3)}{}]`),
    'empty lists': (size) => encode(`[${'[],'.repeat(size / 3)}[]]`),
    numbers: (size) => encode(`[${'1,'.repeat(size / 2)}1]`),
    deep: (size) => encode('['.repeat(size / 2) + ']'.repeat(size / 2)),
    names: (size) => encode(`{${numbered(size, (at) => `"a${at}":1`, ',')}}`),
    strings: (size) => encode(`[${'"a",'.repeat(size / 4)}"b"]`),
    ...inJsonStrings(),
  },
  'json lines': {
    usual: textFile('', `{"url":"${A}","status":200}\n`),
    numbers: textFile('{}\n', '1\n'),
  },
  text: {
    usual: textFile('', `Some words about ${A} and others.\n`),
    ...onlyTexts(...Object.keys(HOSTILE_TEXTS)),
    mixed: (size, chances) => encode(mixed(size, chances)),
  },
  shortcut: { ...onlyShortcuts() },
  xlsx: {
    usual: bookFile(inlineCell(A)),
    'far columns': bookFile(inlineCell('a', 'SF1')),
    'empty cells': bookFile('<c/>'),
    'empty rows': bookFile('<row/>'),
    'repeated references': (size) =>
      bookOf(pumped(size / 2, '<c t="s"><v>0</v></c>', '<row>'), {
        strings: `<si><t>${pumped(size / 2, 'a.')}</t></si>`,
      }),
    'repeated sheets': (size) => bookOf(pumped(size, inlineCell(A)), { names: 100 }),
    'short strings': (size) => bookOf('', { strings: pumped(size, '<si/>') }),
  },
  'packed xlsx': {
    'far columns': () => bookOf(inlineCell('a', 'SF1').repeat(600_000), { level: 9 }),
    'repeated references': () =>
      bookOf(`<row>${'<c t="s"><v>0</v></c>'.repeat(5_000)}`, {
        strings: `<si><t>${'a '.repeat(100_000)}</t></si>`,
        level: 9,
      }),
    'repeated sheets': () => bookOf(inlineCell(A).repeat(10_000), { names: 100, level: 9 }),
  },
  zip: {
    usual: (size) =>
      zipSync(
        {
          'a.csv': encode(pumped(size / 2, `${A},1\n`)),
          'b.txt': encode(pumped(size / 2, `${A}\n`)),
        },
        { level: 0 },
      ),
    'many members': (size) =>
      zipSync(
        Object.fromEntries(
          Array.from({ length: size / 150 }, (_, at) => [`${at}.txt`, encode('a')]),
        ),
        { level: 0 },
      ),
    folders: (size) =>
      zipSync(
        Object.fromEntries(
          Array.from({ length: size / 150 }, (_, at) => [`${at}/`, new Uint8Array()]),
        ),
        { level: 0 },
      ),
    signatures: (size) => encode(pumped(size, 'PK\x03\x04\x14\0\0\0')),
    bomb: () => zipSync({ 'a.txt': new Uint8Array(100 * 1024 * 1024).fill(32) }, { level: 9 }),
  },
  gzip: {
    usual: (size) => gzipSync(encode(pumped(size, `${A}\n`)), { level: 0 }),
    bomb: () => gzipSync(new Uint8Array(100 * 1024 * 1024).fill(34), { level: 9 }),
  },
};

function onlyTexts(...names: string[]): Record<string, MakeFile> {
  return Object.fromEntries(
    names.map((name) => [name, (size: number) => encode(HOSTILE_TEXTS[name]?.(size) ?? '')]),
  );
}

/** Each hostile text as a string of JSON. */
function inJsonStrings(): Record<string, MakeFile> {
  const entries = Object.entries(HOSTILE_TEXTS).map(([name, make]): [string, MakeFile] => [
    `string: ${name}`,
    (size) => encode(JSON.stringify([make(size / 2)])),
  ]);
  return Object.fromEntries(entries);
}

function onlyShortcuts(): Record<string, MakeFile> {
  const start = '[InternetShortcut]\n';
  return {
    usual: textFile(`${start}URL=${A}\n`, 'IconIndex=1\n'),
    'line separators': textFile(start, 'URL[\u2028'),
    'carriage returns': textFile(start, 'URL\r'),
    blanks: textFile(`${start}URL`, ' '),
  };
}

/** Returns numbered pieces up to a total size. */
function numbered(size: number, piece: (at: number) => string, separator = ' '): string {
  const pieces: string[] = [];
  for (let length = 0, at = 0; length < size; at += 1) {
    pieces.push(piece(at));
    length += (pieces.at(-1)?.length ?? 0) + separator.length;
  }
  return pieces.join(separator);
}
