import { describe, expect, it } from 'vitest';
import { addressesInText } from '@/lib/source/addresses-in-text';

const A = 'https://a.example/x';
const B = 'https://b.example/y';

/** What is pasted, what of it are addresses, and where such a text was reported to be read wrongly. */
const IN_TEXT: [report: string, text: string, texts: string[]][] = [
  ['markdown-it/linkify-it#57', '\u4f60\u597dhttps://a.example/p2', ['https://a.example/p2']],
  [
    'nfrasser/linkifyjs#82',
    '\u300a\u4e00\u300b\u5f53\u5f53\u7f51http://t.example/a\u300a\u4e8c\u300b\u4e9a\u9a6c\u900ahttp://t.example/b',
    ['http://t.example/a', 'http://t.example/b'],
  ],
  [
    'markdown-it/linkify-it#15',
    'http://t.example/a\uff08\u5206\u4eab @b\uff09',
    ['http://t.example/a'],
  ],
  ['markdown-it/linkify-it#15, twice', 'http://http://t.example/a', ['http://t.example/a']],
  ['RFC 3987, in Arabic', `\u0627\u0646\u0638\u0631 ${A}\u060c \u062b\u0645 ${B}\u061f`, [A, B]],
  ['robinst/linkify#11', `**Visit ${A}**`, [A]],
  ['justrach/codegraff#197', '**http://localhost:3003**', ['http://localhost:3003']],
  [
    'ltworf/localslackirc#149',
    '<https://a.example/d/1|name> <http://b.example|b.example>',
    ['https://a.example/d/1', 'http://b.example'],
  ],
  ['xoofx/markdig#496', `| a cell | ${A}|anothercell |`, [A]],
  ['niklasfasching/go-org#136', `(text ${A}_(still_part)) and ${B}.`, [`${A}_(still_part)`, B]],
  ['whatwg/url#151', 'https://a.exa\u200bmple/x', ['https://a.example/x']],
  [
    'iftechfoundation/ifdb#1296',
    'see https://a.example/\u200bx/\u200bindex.\u200bhtml',
    ['https://a.example/x/index.html'],
  ],
  ['sindresorhus/terminal-link#18', `(${A}\u200b)`, [A]],
  ['the soft hyphen and the byte order mark likewise', `a ${A}\u00ad/\ufeffb`, [`${A}/b`]],
  ['showdownjs/showdown#266', `[${A}](${B})`, [A, B]],
  ['Unicode bidirectional marks around a bare one', '\u2068example.com/b\u2069', ['example.com/b']],
];

/** A table, its addresses, how much of it is left out, and where such a table was reported. */
const IN_TABLES: [report: string, table: string, texts: string[], leftOut: number][] = [
  [
    'mechatroner/vscode_rainbow_csv#108',
    `sep=;\nURL;Title\n${A};"Hello, you"\n${B};Two`,
    [A, B],
    0,
  ],
  ['mechatroner/vscode_rainbow_csv#108, with pipes', `sep=|\nOne|URL\n1|${A}\n`, [A], 0],
  ['NBS-LLC/ng-spotify-importer#268', `[Company] Library\nTitle,URL\nOne,${A}`, [A], 1],
  [
    'browserslist/browserslist-ga-export#26',
    `Page,Views\n,30,Grand total\n${A},10\n${B},20`,
    [A, B],
    1,
  ],
  ['galaxyproject/galaxy#680', `URL,Title,Status\n${A}\n${B},Two,200,more`, [A, B], 0],
  ['NBS-LLC/ng-spotify-importer#272', `Title,URL\nHow Near, How Far,${A}\nTwo,${B}`, [A, B], 0],
  ['farling42/obsidian-import-json#45', `URL|Answer\n${A}|One\n${B}|Two, too`, [A, B], 0],
  ['stevehansen/csv#35', `URL,Note\n"${A}","say \\"hi\\", you"\n"${B}","x"`, [A, B], 0],
  ['mafintosh/csv-parser#52', `Note,URL\n"test 32" 123",${A}\n"b",${B}`, [A, B], 0],
  ['max-mapper/binary-csv#7', `Note,URL\n16",${A}\n"12,${B}`, [A, B], 0],
  ['vaughany/yourls-bulk-import-and-shorten#14', `${A};short\n${B};other`, [A, B], 0],
  [
    'a crawler with addresses of fonts',
    `URL,Type\n"${A}?family=A|B**",font`,
    [`${A}?family=A|B**`],
    0,
  ],
  ['a crawler with links in other columns', `Address,Title,Canonical\n${A},One,${B}`, [A], 1],
  [
    'Search Console in Spanish',
    `Consultas,P\u00e1ginas principales\na.example/none,${A}\n`,
    [A],
    1,
  ],
];

/** A file of bookmarks or a page, its addresses, and how many links are none. */
const IN_HTML: [report: string, html: string, texts: string[], leftOut: number][] = [
  [
    'linkwarden/linkwarden#557',
    `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><A HREF="${A}?t=1&amp;e=2#s" ICON="data:,">a</A>`,
    [`${A}?t=1&e=2#s`],
    0,
  ],
  [
    'mrmartineau/Otter#34',
    `<a title="a > b" href='${A}?&#x41;&#66;&#9999999;'>a</a>`,
    [`${A}?AB&#9999999;`],
    0,
  ],
];

describe('the addresses in a text as reported to other projects', () => {
  it.each(IN_TEXT)('are found in prose: %s', (_, text, texts) => {
    expect(addressesInText(text)).toMatchObject({ texts, isCut: false, leftOut: 0 });
  });

  it.each([...IN_TABLES, ...IN_HTML])(
    'are taken from the column of a table or from links: %s',
    (_, text, texts, leftOut) => {
      expect(addressesInText(text)).toMatchObject({ texts, isCut: false, leftOut });
    },
  );
});
