import { gzipSync, strToU8, zipSync } from 'fflate';
import type { Chances } from '../endurance/random';

/** Creates a file of about `size` bytes. */
export type MakeFile = (size: number, chances: Chances) => Uint8Array<ArrayBuffer>;

/** Returns a text: a start, `size` characters of a repeated piece, and an end. */
function repeated(size: number, piece: string, start = '', end = ''): string {
  return start + piece.repeat(Math.ceil(size / piece.length)).slice(0, size) + end;
}

const ADDRESS = 'https://a.example/page';
/** A cell in column 500, the last column that `readWorkbook` reads. */
const LAST_READ_CELL = 'SF1';
/** Approximate size of a ZIP archive for each member of one character. */
const ZIP_MEMBER_BYTES = 150;
const UNPACKED_BOMB_BYTES = 100 * 1024 * 1024;
const SPACE = 32;
const QUOTATION_MARK = 34;
const BLANKS = [' ', '\t', '\u3000', '\r', '\u2028', '\u2029'];

/** Texts that make regular expressions and parsers backtrack, by name. */
export const HOSTILE_TEXTS: Record<string, (size: number) => string> = {
  'carriage returns': (size) => repeated(size, '\r', 'a', '\nx'),
  'line separators': (size) => repeated(size / 3, '\u2028', 'a', '\nx'),
  'paragraph separators': (size) => repeated(size / 3, '\u2029', 'a', '\nx'),
  'words behind line separators': (size) => repeated(size / 3, 'URL[\u2028sitemap\u2029'),
  blanks: (size) => repeated(size, ' ', 'a', 'x'),
  tabs: (size) => repeated(size, '\t', 'a', '\nx'),
  'commas, a far column': (size) => repeated(size, ',', `url,b\n${ADDRESS}`, `${ADDRESS}\nx,y`),
  'quotation marks before blanks': (size) =>
    repeated(size / 2, '"x" ', `url,b\n${ADDRESS},"`, repeated(size / 2, ' ', '', ',c\n')),
  'quotation marks before tabs': (size) =>
    repeated(size / 2, '"x', `url\tb\n${ADDRESS}\t"`, repeated(size / 2, '\t', '', '\nc\td')),
  'quotation marks before other blanks': (size) =>
    repeated(size / 2, '"x" ', `url;b\n${ADDRESS};"`, repeated(size / 2, '\u3000\t', '', ';c\n')),
  'escaped quotation marks before blanks': (size) =>
    repeated(size / 2, '\\"x\\" ', `url,b\n${ADDRESS},"`, repeated(size / 2, ' ', '', ',c\n')),
  'quotation marks': (size) => repeated(size, '"a', `url,b\n${ADDRESS},`),
  'short rows': (size) => repeated(size, 'a\n', `url,b\n${ADDRESS},c\n`),
  'headers named status': (size) =>
    repeated(size / 2, 'status,', 'url,', repeated(size / 2, 'a\n', `\n${ADDRESS}\n`)),
  'a long header': (size) =>
    repeated(size, 'status', 'url,"', `\n"\n${ADDRESS},200\n${ADDRESS},200`),
  'headers in many rows': (size) => repeated(size, `${ADDRESS},1\n`, 'x,url\n'.repeat(50)),
  'the same address': (size) => repeated(size, `${ADDRESS}\n`),
  'the same wrapped address': (size) =>
    repeated(size, `https://urldefense.com/v3/__${'/v3/__'.repeat(1_200)}\n`),
  slashes: (size) => repeated(size, '/', 'https://a.example', 'x'),
  fragments: (size) => repeated(size, ':~:#', 'https://a.example/#', '\nx'),
  'open brackets': (size) => repeated(size, '('),
  'open tags': (size) => repeated(size, '<a '),
  entities: (size) => repeated(size, '&amp;'),
};

const encode = (text: string) => new TextEncoder().encode(text);

/** Returns a text of random pieces, each repeated up to a thousand times. */
function randomText(size: number, { between }: Chances): string {
  const pieces = [
    ADDRESS,
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
    encode(repeated(size, piece, start, end));

const SHEET_RELATION = '<Relationship Id="r1" Target="worksheets/sheet1.xml"/>';

interface WorkbookOptions {
  sharedStrings?: string;
  /** How often the workbook lists its only sheet; 1 by default. */
  sheetEntries?: number;
  /** Compression from 0, the default, to 9. */
  level?: 0 | 9;
}

export function workbookWithSheet(
  sheet: string,
  { sharedStrings = '', sheetEntries = 1, level = 0 }: WorkbookOptions = {},
): Uint8Array<ArrayBuffer> {
  return zipSync(
    {
      'xl/workbook.xml': strToU8(
        `<workbook><sheets>${'<sheet name="A" r:id="r1"/>'.repeat(sheetEntries)}</sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(`<Relationships>${SHEET_RELATION}</Relationships>`),
      'xl/sharedStrings.xml': strToU8(`<sst>${sharedStrings}</sst>`),
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
    },
    { level },
  );
}

const workbookFile =
  (piece: string): MakeFile =>
  (size) =>
    workbookWithSheet(repeated(size, piece));

const rowWithCell = (text: string, position = '') =>
  `<row><c ${position && `r="${position}"`} t="inlineStr"><is><t>${text}</t></is></c></row>`;

/** Files by format and name. The files `usual`, `index` and `atom` are ordinary; all others are hostile. */
export const FILES: Record<string, Record<string, MakeFile>> = {
  robots: {
    usual: textFile('User-agent: *\n', `Sitemap: ${ADDRESS}\nDisallow: /a\n`),
    ...hostileTexts(
      'carriage returns',
      'line separators',
      'blanks',
      'words behind line separators',
    ),
  },
  sitemap: {
    usual: textFile('<urlset>', `<url><loc>${ADDRESS}</loc></url>\n`, '</urlset>'),
    index: textFile(
      '<sitemapindex>',
      `<sitemap><loc>${ADDRESS}</loc></sitemap>\n`,
      '</sitemapindex>',
    ),
    'empty entries': textFile('<urlset>', '<url/>'),
    'many attributes': (size) =>
      encode(`<urlset ${numbered(size, (number) => `a${number}=""`)}><url>`),
    entities: textFile('<urlset><url><loc>', '&amp;', '</loc></url>'),
    deep: textFile('<urlset>', '<url>'),
    'open comments': textFile('<urlset>', '<!--'),
  },
  feed: {
    usual: textFile('<rss><channel>', `<item><link>${ADDRESS}</link></item>\n`, '</channel></rss>'),
    atom: textFile('<feed>', `<entry><link href="${ADDRESS}"/></entry>\n`, '</feed>'),
    'links without an address': textFile('<rss><item>', '<link>a</link>'),
    'nested bases': textFile(
      '<feed xml:base="http://a.b/"><entry>',
      `<entry xml:base="${'a/'.repeat(400)}"><link href="b"/>`,
    ),
  },
  xml: {
    usual: textFile('<?xml version="1.0"?><list>', `<a><url>${ADDRESS}</url></a>\n`, '</list>'),
    'addresses in texts': textFile('<?xml version="1.0"?><list>', '<a>http://a.b </a>', '</list>'),
    'addresses in one text': textFile('<?xml version="1.0"?><a>', 'http://a.b ', '</a>'),
    'short elements': textFile('<?xml version="1.0"?><list>', '<a/>', '</list>'),
  },
  html: {
    usual: textFile('<!DOCTYPE html><body>', `<p>Word <a href="${ADDRESS}">word</a>\n`, '</body>'),
    'short links': textFile('<!DOCTYPE html><body>', '<a href=//a>'),
    'short links with a scheme': textFile('<!DOCTYPE html><body>', '<a href=http://a>'),
    entities: textFile('<a href=http://a>', '&amp;'),
    'open scripts': textFile('<a href=http://a>', '<script'),
  },
  bookmarks: {
    usual: textFile(
      '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n',
      `<DT><A HREF="${ADDRESS}" ADD_DATE="1700000000">Word</A>\n`,
      '</DL>',
    ),
    nested: textFile('<!DOCTYPE NETSCAPE-Bookmark-file-1>\n', '<DL><p><DT><H3>a</H3>'),
  },
  'xls as html': {
    usual: textFile('<html><table>', `<tr><td><a href="${ADDRESS}">a</a><td>1</tr>\n`, '</table>'),
    'empty cells': textFile('<html><table><tr><td><a href="http://a">a</a>', '<td>'),
    'addresses in cells': textFile('<html><table>', '<tr><td>http://a.b/c', '</table>'),
    'links in one cell': textFile('<table><tr><td>http://a.b</td><td>', '<a href=http://a.b>'),
  },
  csv: {
    'escaped ampersands': textFile('URL;b\n', `${ADDRESS}?a=1&amp;b=2;&amp;&amp;\n`),
    formulas: textFile('URL,b\n', `"=HYPERLINK(""${ADDRESS}"",""a"")",b\n`),
    usual: textFile('URL,Status Code,Title\n', `${ADDRESS},200,"A title, ""quoted"""\n`),
    ...hostileTexts(
      'commas, a far column',
      'quotation marks before blanks',
      'quotation marks before other blanks',
      'escaped quotation marks before blanks',
      'quotation marks',
      'short rows',
      'headers named status',
      'a long header',
      'headers in many rows',
    ),
  },
  tsv: {
    usual: textFile('URL\tStatus Code\tTitle\n', `${ADDRESS}\t200\t"A title"\n`),
    ...hostileTexts('tabs', 'quotation marks before tabs'),
    'a far column': (size) => encode(repeated(size, '\t', `URL\tb\n${ADDRESS}\tb\n`, '\nc\td')),
  },
  json: {
    usual: textFile('[', `{"url":"${ADDRESS}","status":200},`, '{}]'),
    'empty objects': (size) => encode(`[${'{},'.repeat(size / 3)}{}]`),
    'empty lists': (size) => encode(`[${'[],'.repeat(size / 3)}[]]`),
    'escaped ampersands': (size) => encode(`[{"url":"${repeated(size, '&amp;', ADDRESS)}"}]`),
    numbers: (size) => encode(`[${'1,'.repeat(size / 2)}1]`),
    deep: (size) => encode('['.repeat(size / 2) + ']'.repeat(size / 2)),
    names: (size) => encode(`{${numbered(size, (number) => `"a${number}":1`, ',')}}`),
    strings: (size) => encode(`[${'"a",'.repeat(size / 4)}"b"]`),
    ...hostileJsonStrings(),
  },
  'json lines': {
    usual: textFile('', `{"url":"${ADDRESS}","status":200}\n`),
    numbers: textFile('{}\n', '1\n'),
    'cut off': textFile('', `{"url":"${ADDRESS}","b":"\\\\\\"http://a\n`),
    'one cut line': textFile('{"url":"', '\\\\'),
  },
  text: {
    usual: textFile('', `Some words about ${ADDRESS} and others.\n`),
    ...hostileTexts(...Object.keys(HOSTILE_TEXTS)),
    mixed: (size, chances) => encode(randomText(size, chances)),
  },
  shortcut: shortcuts(),
  xlsx: {
    usual: workbookFile(rowWithCell(ADDRESS)),
    'far columns': workbookFile(rowWithCell('a', LAST_READ_CELL)),
    'empty cells': workbookFile('<c/>'),
    'empty rows': workbookFile('<row/>'),
    'hidden rows': workbookFile(rowWithCell(ADDRESS).replace('<row>', '<row hidden="1">')),
    'escaped characters': (size) =>
      workbookWithSheet(repeated(size / 2, '<c t="s"><v>0</v></c>', '<row>'), {
        sharedStrings: `<si><t>${repeated(size / 2, '_x000D_')}</t></si>`,
      }),
    'repeated references': (size) =>
      workbookWithSheet(repeated(size / 2, '<c t="s"><v>0</v></c>', '<row>'), {
        sharedStrings: `<si><t>${repeated(size / 2, 'a.')}</t></si>`,
      }),
    'repeated sheets': (size) =>
      workbookWithSheet(repeated(size, rowWithCell(ADDRESS)), { sheetEntries: 100 }),
    'short strings': (size) => workbookWithSheet('', { sharedStrings: repeated(size, '<si/>') }),
  },
  'packed xlsx': {
    'far columns': () =>
      workbookWithSheet(rowWithCell('a', LAST_READ_CELL).repeat(600_000), { level: 9 }),
    'repeated references': () =>
      workbookWithSheet(`<row>${'<c t="s"><v>0</v></c>'.repeat(5_000)}`, {
        sharedStrings: `<si><t>${'a '.repeat(100_000)}</t></si>`,
        level: 9,
      }),
    'repeated sheets': () =>
      workbookWithSheet(rowWithCell(ADDRESS).repeat(10_000), { sheetEntries: 100, level: 9 }),
  },
  zip: {
    usual: (size) =>
      zipSync(
        {
          'a.csv': encode(repeated(size / 2, `${ADDRESS},1\n`)),
          'b.txt': encode(repeated(size / 2, `${ADDRESS}\n`)),
        },
        { level: 0 },
      ),
    'many members': (size) =>
      zipSync(
        Object.fromEntries(
          Array.from({ length: size / ZIP_MEMBER_BYTES }, (_, index) => [
            `${index}.txt`,
            encode('a'),
          ]),
        ),
        { level: 0 },
      ),
    folders: (size) =>
      zipSync(
        Object.fromEntries(
          Array.from({ length: size / ZIP_MEMBER_BYTES }, (_, index) => [
            `${index}/`,
            new Uint8Array(),
          ]),
        ),
        { level: 0 },
      ),
    signatures: (size) => encode(repeated(size, 'PK\x03\x04\x14\0\0\0')),
    bomb: () => zipSync({ 'a.txt': new Uint8Array(UNPACKED_BOMB_BYTES).fill(SPACE) }, { level: 9 }),
  },
  gzip: {
    usual: (size) => gzipSync(encode(repeated(size, `${ADDRESS}\n`)), { level: 0 }),
    bomb: () => gzipSync(new Uint8Array(UNPACKED_BOMB_BYTES).fill(QUOTATION_MARK), { level: 9 }),
  },
};

function hostileTexts(...names: string[]): Record<string, MakeFile> {
  return Object.fromEntries(
    names.map((name) => [name, (size: number) => encode(HOSTILE_TEXTS[name]?.(size) ?? '')]),
  );
}

function hostileJsonStrings(): Record<string, MakeFile> {
  const entries = Object.entries(HOSTILE_TEXTS).map(([name, make]): [string, MakeFile] => [
    `string: ${name}`,
    (size) => encode(JSON.stringify([make(size / 2)])),
  ]);
  return Object.fromEntries(entries);
}

function shortcuts(): Record<string, MakeFile> {
  const start = '[InternetShortcut]\n';
  return {
    usual: textFile(`${start}URL=${ADDRESS}\n`, 'IconIndex=1\n'),
    'line separators': textFile(start, 'URL[\u2028'),
    'carriage returns': textFile(start, 'URL\r'),
    blanks: textFile(`${start}URL`, ' '),
  };
}

/** Joins numbered pieces to a text of about `size` characters. */
function numbered(size: number, pieceOf: (number: number) => string, separator = ' '): string {
  const pieces: string[] = [];
  let length = 0;
  while (length < size) {
    const piece = pieceOf(pieces.length);
    pieces.push(piece);
    length += piece.length + separator.length;
  }
  return pieces.join(separator);
}
