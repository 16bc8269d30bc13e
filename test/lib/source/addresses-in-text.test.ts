import { describe, expect, it } from 'vitest';
import { addressesInText, readSourceUrl } from '@/lib/source/addresses-in-text';

const A = 'https://a.example/x';
const B = 'https://b.example/y';

/** What a text is, the text, and what is found in it. */
const FOUND: [string, string, string[]][] = [
  ['a list', `${A}\r\n\r\n  ${B}\n`, [A, B]],
  ['a list with comments', `# ${A}\n${B}\n  # more`, [B]],
  ['a list with a header', `URL\n${A}`, [A]],
  [
    'a list without schemes',
    'shop.example/a\nlocalhost:3000\n192.168.1.4',
    ['shop.example/a', 'localhost:3000', '192.168.1.4'],
  ],
  [
    'a list with what is none',
    `ftp://a.example/\nchrome://version\nword\nann@a.example\n${A}\n---`,
    ['ftp://a.example/', 'chrome://version', 'word', 'ann@a.example', A],
  ],
  ['addresses with commas', `${A},1.html\n${B},2.html`, [`${A},1.html`, `${B},2.html`]],
  ['addresses with semicolons', `${A};id=1\n${B};id=2`, [`${A};id=1`, `${B};id=2`]],
  [
    'addresses within addresses',
    `${A}?to=${B}\nb.example/?to=${A}`,
    [`${A}?to=${B}`, `b.example/?to=${A}`],
  ],
  ['addresses joined by commas', `${A},${B};${A}`, [A, B, A]],
  [
    'prose',
    `See ${A}, (${B}) and “${A}”. Or (shop.example/a), www.shop.example!`,
    [A, B, A, 'shop.example/a', 'www.shop.example'],
  ],
  [
    'prose with what is none',
    'Hi ann@a.example, use Node.js (text/html), e.g./i.e. 1.2/3.4 OK?',
    [],
  ],
  [
    'a list with bullets, numbers and boxes',
    '- shop.example\n* shop.example/a\n2. b.example/y\n- [x] b.example\n> > localhost:3000\n• word',
    ['shop.example', 'shop.example/a', 'b.example/y', 'b.example', 'localhost:3000', 'word'],
  ],
  [
    'a list with notes',
    'shop.example/a,1.html - check\nshop.example - home\nb.example:8080 (old)\nNode.js is none',
    ['shop.example/a,1.html', 'shop.example', 'b.example:8080'],
  ],
  [
    'hosts after labels, and beside other addresses',
    'Home: shop.example\n[ ] The Shop - b.example.\n#3 c.example\n# d.example\nAnn (e.example)\nMail: ann.lee@f.example\nhttps://g.example/x - was g.example/old (www.h.example)',
    [
      ...['shop.example', 'b.example', 'c.example', 'e.example'],
      ...['https://g.example/x', 'www.h.example'],
    ],
  ],
  [
    'a list with what ends lines of code or sentences',
    `"${A}",\n"${B}";\nshop.example/a,\nshop.example/b.\n${A}_(c)\n(${B})\n“shop.example/c”.`,
    [A, B, 'shop.example/a', 'shop.example/b', `${A}_(c)`, B, '“shop.example/c”'],
  ],
  [
    'a line with several',
    'a.example/x, b.example/y; c.example | d.example/z\te.example',
    ['a.example/x', 'b.example/y', 'c.example', 'd.example/z', 'e.example'],
  ],
  ['links of Markdown', `- [a.example/x](${A})\n- [The second](${B})`, [A, B]],
  [
    'foreign hosts with notes',
    'über.example/ä – neu\nпример.рф — да\nxn--e1afmkfd.xn--p1ai - yes',
    ['über.example/ä', 'пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  ],
  [
    'prose with brackets of an address',
    'Read https://a.example/b_(c), or [d](https://a.example/d).',
    ['https://a.example/b_(c)', 'https://a.example/d'],
  ],
  ['HTML', `<a href="${A}">here</a>\n<link href='${B}'>`, [A, B]],
  [
    'an export of the Search Console',
    `Top pages,Clicks,Impressions,CTR,Position\n${A},12,"1,200",1%,3.4\n${B},0,7,0%,80`,
    [A, B],
  ],
  ['a table with semicolons', `Titel;Seite\nEins;${A}\n"Zwei; drei";${B}`, [A, B]],
  ['a table with tabs', `${A}\t12\n${B}\t7`, [A, B]],
  ['a table without a header', `${A},The first page\n${B},The second`, [A, B]],
  ['a table with quoted lines', `\ufeffURL,Note\n"${A}","two\nlines, ""quoted"""\n`, [A]],
  [
    'a table whose addresses have no scheme',
    'Title,Address\nNode.js,a.example/x\ntext/html,b.example',
    ['a.example/x', 'b.example'],
  ],
  [
    'a table with addresses that have no scheme, some of them missing',
    'Title\tOld\nNode.js\ta.example/x\nHome\t\nShop\tb.example',
    ['a.example/x', 'b.example'],
  ],
  [
    'a table with addresses that have no scheme, some of them none',
    'Title,Page\nNode.js,a.example\nHome,n/a\nShop,b.example',
    ['a.example', 'b.example'],
  ],
  [
    'a table with addresses that have no scheme in several columns',
    'a.example/x, b.example/y\nc.example/x, d.example/y',
    ['a.example/x', 'c.example/x'],
  ],
  ['a table with other cells that are none', `URL,Type\n${A},text/html\nTotal,word`, [A]],
  ['a table with attempts', `URL,Type\n${A},1\nftp://a.example/,2`, [A, 'ftp://a.example/']],
  ['a table with addresses in several columns', `URL,Canonical\n${A},${B}\n`, [A]],
  ['a text with a stray quotation mark', `Size,5" screen\n"${A}\n${B}`, [A, B]],
  ['a text with a cell that is not closed', `Size,Page\n5,"${A}\n${B}`, ['Size,Page', A, B]],
  ['prose before an address with a comma', `Ann, Bob, look:\n${A},1.html`, [`${A},1.html`]],
  ['nothing', ' \n', []],
];

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
  ['nfrasser/linkifyjs#315', `${A}\u3000\u30c6\u30b9\u30c8`, [A]],
  ['RFC 3987, in Arabic', `\u0627\u0646\u0638\u0631 ${A}\u060c \u062b\u0645 ${B}\u061f`, [A, B]],
  ['robinst/linkify#11', `**Visit ${A}**`, [A]],
  ['justrach/codegraff#197', '**http://localhost:3003**', ['http://localhost:3003']],
  ['mattermost/mattermost#17189', `${A}?x=* ${A}?x=a`, [`${A}?x=*`, `${A}?x=a`]],
  [
    'ltworf/localslackirc#149',
    '<https://a.example/d/1|name> <http://b.example|b.example>',
    ['https://a.example/d/1', 'http://b.example'],
  ],
  ['xoofx/markdig#496', `| a cell | ${A}|anothercell |`, [A]],
  ['sindresorhus/get-urls#11', `<script src="${A}?q=true"></script>`, [`${A}?q=true`]],
  ['mvdan/xurls#41', `{"links":["${A}","${B}"],"url":"${A}"}`, [A, B, A]],
  ['kevva/url-regex#20', `<a href="${A}">a</a>"`, [A]],
  ['gregjacobs/Autolinker.js#228', `[cat ${A}] [${B}]`, [A, B]],
  ['osTicket/osTicket#453', `blah (${A}) blah`, [A]],
  ['niklasfasching/go-org#136', `(text ${A}_(still_part)) and ${B}.`, [`${A}_(still_part)`, B]],
  [
    'nfrasser/linkifyjs#528',
    'https://a.example/%E7%B4%85_(%E5%BC%B5)',
    ['https://a.example/%E7%B4%85_(%E5%BC%B5)'],
  ],
  [
    'anomalyco/opencode#49748',
    'http://127.0.0.1:4173/ (HTTP 200)\u3002',
    ['http://127.0.0.1:4173/'],
  ],
  ['kevva/url-regex#23', `It's cool ${A}?v=2, Did you see it?`, [`${A}?v=2`]],
  [
    'apify/crawlee#3790',
    "https://a.example/141-O'Canoe-Pl/",
    ["https://a.example/141-O'Canoe-Pl/"],
  ],
  ['whatwg/url#151', 'https://a.exa\u200bmple/x', ['https://a.example/x']],
  [
    'iftechfoundation/ifdb#1296',
    'see https://a.example/\u200bx/\u200bindex.\u200bhtml',
    ['https://a.example/x/index.html'],
  ],
  ['sindresorhus/terminal-link#18', `(${A}\u200b)`, [A]],
  ['the soft hyphen and the byte order mark likewise', `a ${A}\u00ad/\ufeffb`, [`${A}/b`]],
  ['showdownjs/showdown#266', `[${A}](${B})`, [A, B]],
  [
    'chrishrb/gx.nvim#106',
    'http://web.example/web/*/http://b.example',
    ['http://web.example/web/*/http://b.example'],
  ],
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
  ['PowerShell/PowerShell#7776', `sep=,\n${A},b\n${B},2`, [A, B], 0],
  ['NBS-LLC/ng-spotify-importer#268', `[Company] Library\nTitle,URL\nOne,${A}`, [A], 1],
  [
    'ngscopeclient/scopehal#408',
    `#Report of ${B}\n#Date: 2021-04-14\n\nURL,Clicks (n)\n${A},-0.01`,
    [A],
    2,
  ],
  [
    'browserslist/browserslist-ga-export#26',
    `Page,Views\n,30,Grand total\n${A},10\n${B},20`,
    [A, B],
    1,
  ],
  ['galaxyproject/galaxy#680', `URL,Title,Status\n${A}\n${B},Two,200,more`, [A, B], 0],
  ['NBS-LLC/ng-spotify-importer#272', `Title,URL\nHow Near, How Far,${A}\nTwo,${B}`, [A, B], 0],
  ['mholt/PapaParse#60', `Page\tClicks\n${A}\t1,000,000\n`, [A], 0],
  ['mholt/PapaParse#279', `${A}\toffice\n${B}\tPresident\n\n`, [A, B], 0],
  ['farling42/obsidian-import-json#45', `URL|Answer\n${A}|One\n${B}|Two, too`, [A, B], 0],
  [
    'GitHub Flavored Markdown, tables',
    `| Page | N |\n|---|---|\n| ${A} | 1 |\n| **Total** | 1 |`,
    [A],
    1,
  ],
  ['mholt/PapaParse#121', `URL,Note\n${A},"cnonce="""",nc="""""\n${B},x`, [A, B], 0],
  ['stevehansen/csv#35', `URL,Note\n"${A}","say \\"hi\\", you"\n"${B}","x"`, [A, B], 0],
  ['mafintosh/csv-parser#52', `Note,URL\n"test 32" 123",${A}\n"b",${B}`, [A, B], 0],
  ['max-mapper/binary-csv#7', `Note,URL\n16",${A}\n"12,${B}`, [A, B], 0],
  ['johngodley/redirection#292', `Source;Target URL\nOne, two;${A},1.html`, [`${A},1.html`], 0],
  ['vaughany/yourls-bulk-import-and-shorten#14', `${A};short\n${B};other`, [A, B], 0],
  [
    'a crawler without a head (Screaming Frog, user guide)',
    `${A},200,Home\n${B},301,"One, two"`,
    [A, B],
    0,
  ],
  ['a crawler with links in other columns', `Address,Title,Canonical\n${A},One,${B}`, [A], 1],
  ['ukwa/w3act#681', `nid\tfield_url\n1\t${A},${B}\n2\t${A}`, [A, B, A], 0],
  ['Search Console in German', `Die h\u00e4ufigsten Seiten,Klicks,CTR\n${A},12,"1,5 %"`, [A], 0],
  [
    'Search Console in Japanese',
    `\ufeff\u4e0a\u4f4d\u306e\u30da\u30fc\u30b8,\u30af\u30ea\u30c3\u30af\u6570\r\n${A},12\r\n`,
    [A],
    0,
  ],
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
    'sissbruecker/linkding#291',
    `<DL><DT><A HREF="${A}?z=13&center=5">a</A>`,
    [`${A}?z=13&center=5`],
    0,
  ],
  [
    'mrmartineau/Otter#34',
    `<a title="a > b" href='${A}?&#x41;&#66;&#9999999;'>a</a>`,
    [`${A}?AB&#9999999;`],
    0,
  ],
  [
    'sissbruecker/linkding#396',
    `<DT><A HREF="${A}">a</A><DD><script>b<DT><A HREF=${B}>c</A>`,
    [A, B],
    0,
  ],
  [
    'browser-use/desktop#172',
    `<DT><A HREF="place:sort=8">a</A><DT><A HREF="${A}">b</A><A HREF="javascript:c()">`,
    [A],
    2,
  ],
];

describe('the addresses in a text', () => {
  it.each(FOUND)('are found in %s', (_, text, texts) => {
    expect(addressesInText(text)).toMatchObject({ texts, isCut: false });
  });

  it.each(IN_TEXT)('are found as reported: %s', (_, text, texts) => {
    expect(addressesInText(text)).toEqual({ texts, isCut: false, leftOut: 0 });
  });

  it.each([...IN_TABLES, ...IN_HTML])(
    'are those of the column or links: %s',
    (_, text, texts, leftOut) => {
      expect(addressesInText(text)).toEqual({ texts, isCut: false, leftOut });
    },
  );

  it.each([
    [50_000, false],
    [50_001, true],
  ])('of %i are at most 50,000', (count, isCut) => {
    const lines = Array.from({ length: count }, (_, index) => `${A}?${index}`);
    for (const text of [lines.join('\n'), `URL,Clicks\n${lines.join(',1\n')},1`]) {
      expect(addressesInText(text)).toMatchObject({ texts: lines.slice(0, 50_000), isCut });
    }
  });

  it('are found in time in a text without end or sense', () => {
    const text = `${'a'.repeat(500_000)} ${'"(,;'.repeat(100_000)} ://\n${'- '.repeat(200_000)}\n${'a.'.repeat(200_000)} 1`;
    const begun = performance.now();
    expect(addressesInText(text).texts).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});

it.each([
  ['an address', ` <${A}> `, A],
  ['a host', 'shop.example', 'https://shop.example/'],
  ['this computer', 'localhost', 'http://localhost/'],
  ['a page of this computer', 'localhost/a', 'http://localhost/a'],
  ['a word', 'intranet', null],
  ['a cell without a value', 'n/a', null],
  ['a page of a host that is a word', 'https://intranet/a', 'https://intranet/a'],
  ['a text that was decoded wrongly', 'https://a.example/gr\ufffdsse', null],
  ['a script', 'javascript:alert(1)', null],
])('a row is read as the URL to report: %s', (_, text, url) => {
  expect(readSourceUrl(text)).toBe(url);
});
