import { describe, expect, it } from 'vitest';
import { addressesInText } from '@/lib/import/formats';
import { readSourceUrl } from '@/lib/import/source-url';

const A = 'https://a.example/x';
const B = 'https://b.example/y';

/**
 * A kind of text, the text, and the addresses in the text. Texts of persons are made up; formats of tools
 * have their source: an issue (`owner/name#number` on GitHub), a specification, or a search for the quoted
 * text in public repositories.
 */
const FOUND: [string, string, string[]][] = [
  ['a list', `${A}\r\n\r\n  ${B}\n`, [A, B]],
  ['a list with comments', `# ${A}\n${B}\n  # more`, [B]],
  [
    'a list without schemes',
    'shop.example/a\nlocalhost:3000\n192.168.1.4',
    ['shop.example/a', 'localhost:3000', '192.168.1.4'],
  ],
  [
    'a list with lines that are no web addresses',
    `ftp://a.example/\nchrome://version\nword\nann@a.example\n${A}\n---`,
    ['ftp://a.example/', 'chrome://version', 'word', 'ann@a.example', A],
  ],
  ['addresses with commas', `${A},1.html\n${B},2.html`, [`${A},1.html`, `${B},2.html`]],
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
    'prose without addresses',
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
    'a list with the punctuation of code or sentences',
    `"${A}",\n"${B}";\nshop.example/a,\nshop.example/b.\n${A}_(c)\n(${B})\n“shop.example/c”.`,
    [A, B, 'shop.example/a', 'shop.example/b', `${A}_(c)`, B, '“shop.example/c”'],
  ],
  [
    'a line with several addresses',
    'a.example/x, b.example/y; c.example | d.example/z\te.example',
    ['a.example/x', 'b.example/y', 'c.example', 'd.example/z', 'e.example'],
  ],
  [
    'foreign hosts with notes',
    'über.example/ä – neu\nпример.рф — да\nxn--e1afmkfd.xn--p1ai - yes',
    ['über.example/ä', 'пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  ],
  [
    'an export of the Search Console (search for "Top pages,Clicks,Impressions")',
    `Top pages,Clicks,Impressions,CTR,Position\n${A},12,"1,200",1%,3.4\n${B},0,7,0%,80`,
    [A, B],
  ],
  ['a table without a header', `${A},The first page\n${B},The second`, [A, B]],
  ['a table with quoted lines', `\ufeffURL,Note\n"${A}","two\nlines, ""quoted"""\n`, [A]],
  [
    'a table whose addresses have no scheme',
    'Title,Address\nNode.js,a.example/x\ntext/html,b.example',
    ['a.example/x', 'b.example'],
  ],
  [
    'a table with addresses without scheme, and an empty cell',
    'Title\tOld\nNode.js\ta.example/x\nHome\t\nShop\tb.example',
    ['a.example/x', 'b.example'],
  ],
  [
    'a table with addresses that have no scheme in several columns',
    'a.example/x, b.example/y\nc.example/x, d.example/y',
    ['a.example/x', 'c.example/x'],
  ],
  ['a table with cells that are no addresses', `URL,Type\n${A},text/html\nTotal,word`, [A]],
  [
    'a table with an address of another scheme',
    `URL,Type\n${A},1\nftp://a.example/,2`,
    [A, 'ftp://a.example/'],
  ],
  ['a table with addresses in several columns', `URL,Canonical\n${A},${B}\n`, [A]],
  ['a text with a stray quotation mark', `Size,5" screen\n"${A}\n${B}`, [A, B]],
  ['a text with a cell that is not closed', `Size,Page\n5,"${A}\n${B}`, ['Size,Page', A, B]],
  ['prose before an address with a comma', `Ann, Bob, look:\n${A},1.html`, [`${A},1.html`]],
  ['nothing', ' \n', []],
  // Reported to other projects.
  ['markdown-it/linkify-it#57', '\u4f60\u597dhttps://a.example/p2', ['https://a.example/p2']],
  [
    'nfrasser/linkifyjs#82',
    '\u300a\u4e00\u300b\u5f53\u5f53\u7f51http://t.example/a\u300a\u4e8c\u300b\u4e9a\u9a6c\u900ahttp://t.example/b',
    ['http://t.example/a', 'http://t.example/b'],
  ],
  ['markdown-it/linkify-it#15, twice', 'http://http://t.example/a', ['http://t.example/a']],
  ['RFC 3987, in Arabic', `\u0627\u0646\u0638\u0631 ${A}\u060c \u062b\u0645 ${B}\u061f`, [A, B]],
  ['robinst/linkify#11', `**Visit ${A}**`, [A]],
  [
    'ltworf/localslackirc#149',
    '<https://a.example/d/1|name> <http://b.example|b.example>',
    ['https://a.example/d/1', 'http://b.example'],
  ],
  ['xoofx/markdig#496', `| a cell | ${A}|anothercell |`, [A]],
  ['niklasfasching/go-org#136', `(text ${A}_(still_part)) and ${B}.`, [`${A}_(still_part)`, B]],
  ['whatwg/url#151', 'https://a.exa\u200bmple/x', ['https://a.example/x']],
  ['an address with a soft hyphen and a byte order mark', `a ${A}\u00ad/\ufeffb`, [`${A}/b`]],
  [
    'bidirectional marks around an address without a scheme',
    '\u2068example.com/b\u2069',
    ['example.com/b'],
  ],
  ['PowerShell/PowerShell#7776', `sep=,\n${A},b\n${B},2`, [A, B]],
  [
    'ngscopeclient/scopehal#408',
    `#Report of ${B}\n#Date: 2021-04-14\n\nURL,Clicks (n)\n${A},-0.01`,
    [A],
  ],
  ['mholt/PapaParse#60', `Page\tClicks\n${A}\t1,000,000\n`, [A]],
  [
    'GitHub Flavored Markdown, tables',
    `| Page | N |\n|---|---|\n| ${A} | 1 |\n| **Total** | 1 |`,
    [A],
  ],
  ['mholt/PapaParse#121', `URL,Note\n${A},"cnonce="""",nc="""""\n${B},x`, [A, B]],
  ['ukwa/w3act#681', `nid\tfield_url\n1\t${A},${B}\n2\t${A}`, [A, B, A]],
  [
    'sissbruecker/linkding#396',
    `<DT><A HREF="${A}">a</A><DD><script>b<DT><A HREF=${B}>c</A>`,
    [A, B],
  ],
  [
    'browser-use/desktop#172',
    `<DT><A HREF="place:sort=8">a</A><DT><A HREF="${A}">b</A><A HREF="javascript:c()">`,
    [A],
  ],
];

/** The source of a text, the text, its addresses, and the number of rows and links without an address. */
const WITH_REST: [source: string, text: string, texts: string[], leftOut: number][] = [
  [
    'mechatroner/vscode_rainbow_csv#108',
    `sep=;\nURL;Title\n${A};"Hello, you"\n${B};Two`,
    [A, B],
    0,
  ],
  ['NBS-LLC/ng-spotify-importer#268', `[Company] Library\nTitle,URL\nOne,${A}`, [A], 1],
  [
    'browserslist/browserslist-ga-export#26',
    `Page,Views\n,30,Grand total\n${A},10\n${B},20`,
    [A, B],
    1,
  ],
  ['galaxyproject/galaxy#680', `URL,Title,Status\n${A}\n${B},Two,200,more`, [A, B], 0],
  ['farling42/obsidian-import-json#45', `URL|Answer\n${A}|One\n${B}|Two, too`, [A, B], 0],
  ['stevehansen/csv#35', `URL,Note\n"${A}","say \\"hi\\", you"\n"${B}","x"`, [A, B], 0],
  ['max-mapper/binary-csv#7', `Note,URL\n16",${A}\n"12,${B}`, [A, B], 0],
  [
    'a crawler with addresses of fonts',
    `URL,Type\n"${A}?family=A|B**",font`,
    [`${A}?family=A|B**`],
    0,
  ],
  [
    'Search Console in Spanish',
    `Consultas,P\u00e1ginas principales\na.example/none,${A}\n`,
    [A],
    1,
  ],
  [
    'linkwarden/linkwarden#557',
    `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><A HREF="${A}?t=1&amp;e=2#s" ICON="data:,">a</A>`,
    [`${A}?t=1&e=2#s`],
    0,
  ],
  [
    'mrmartineau/Otter#34',
    `<a title="a > b" href='${A}?&#x41;&#66;&#9999999;'>a</a>`,
    [`${A}?AB\ufffd`],
    0,
  ],
];

const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** A format, a text in the format, and the pages in the text. */
const FORMATS: [string, string, string[]][] = [
  [
    'a sitemap with images, videos, news and other languages (sitemaps.org, Google Search Central)',
    `<?xml version="1.0" encoding="UTF-8"?><?xml-stylesheet type="text/xsl" href="//a.example/main-sitemap.xsl"?>
<urlset xmlns="${SITEMAPS}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><xhtml:link rel="alternate" hreflang="de" href="${B}?de"/><loc>${A}</loc><lastmod>2026-01-01</lastmod>
<image:image><image:loc>${B}.jpg</image:loc><image:title><![CDATA[</url><url><loc>${B}</loc>]]></image:title></image:image>
<video:video><video:player_loc allow_embed="yes">${B}?v</video:player_loc></video:video>
<news:news><news:publication><news:name>${B}</news:name></news:publication></news:news></url>
<!-- <url><loc>${B}?off</loc></url> --><url><loc>${B}</loc></url></urlset>`,
    [A, B],
  ],
  [
    'a sitemap with a prefix of its own (crawler-commons/crawler-commons#174)',
    `<sit:urlset xmlns:sit="${SITEMAPS}"><sit:url><sit:loc>${A}</sit:loc></sit:url></sit:urlset>`,
    [A],
  ],
  [
    'the XML that Chromium shows, below its sentence (search for "style information associated with it")',
    `This XML file does not appear to have any style information associated with it. The document tree is shown below.\n<urlset xmlns="${SITEMAPS}">\n<url>\n<loc>${A}</loc>\n</url>\n</urlset>`,
    [A],
  ],
  [
    'a part of a sitemap',
    `<url>\n<loc>${A}</loc>\n<image:image>\n<image:loc>${B}</image:loc>\n</image:image>\n</url>`,
    [A],
  ],
  [
    'a sitemap within a sitemap, with comments and CDATA that do not end',
    `<urlset><urlset><url><loc>${A}</loc></url></urlset><!-- <![CDATA[ <url><a><b></c><loc>${B}</loc></a></url><url></a><loc>${B}</loc></url></urlset>`,
    [A, B],
  ],
  ['words between brackets', `Usage: open <url> [options]\n${A}`, [A]],
  [
    'a feed of Shaarli (ArchiveBox/ArchiveBox#135)',
    `<?xml version="1.0" encoding="UTF-8" ?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n<link rel="self" href="${B}?do=atom" />\n<author><name>${B}</name><uri>${B}</uri></author>\n<entry>\n<link href="${A}" />\n<id>${B}?a</id><content type="html"><![CDATA[<a href="${B}">b</a>]]></content></entry></feed>`,
    [A],
  ],
  [
    'a feed of Pinboard (ArchiveBox/ArchiveBox#106)',
    `<rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><channel rdf:about="${B}"><link>${B}</link><items><rdf:Seq><rdf:li rdf:resource="${A}" /></rdf:Seq></items></channel><item rdf:about="${A}"><dc:source>${B}</dc:source><link>${A}</link></item></rdf:RDF>`,
    [A],
  ],
  [
    'a part of JSON with its slashes escaped (opawg/podcast-hosts#14)',
    `  "hosturl": "https:\\/\\/a.example\\/x",\n  "name": "A"`,
    [A],
  ],
  [
    'JSON with addresses in names, lists and texts, before characters that end prose addresses',
    JSON.stringify({ [A]: { n: [1, null, { to: `see ${B}.`, of: [[`${A}_(b).`, `${A}|c`]] }] } }),
    [A, B, `${A}_(b).`, `${A}|c`],
  ],
  ['JSON Lines (ArchiveBox/ArchiveBox#1370)', `{"url":"${A}"}\n\n{"url":"${B}"}\n`, [A, B]],
  ['JSON that breaks off', `[{"url":"https:\\/\\/a.example\\/x"},{"url":"${B}"},{"ur`, [A, B]],
  ['JSON that is too deep for recursion', `${'['.repeat(50_000)}"${A}"${']'.repeat(50_000)}`, [A]],
  [
    'an export of OneTab (search for "Paste your OneTab export below")',
    `${A} | One, two\n${B} | https in a title\n\n${A}?c`,
    [A, B, `${A}?c`],
  ],
];

async function read(text: string) {
  const { rows, ...rest } = await addressesInText(text);
  return { texts: rows.map((row) => row.text), ...rest };
}

describe('addressesInText', () => {
  it.each(WITH_REST)(
    'counts the rows, addresses and links that it leaves out: %s',
    async (_, text, texts, leftOut) => {
      expect(await read(text)).toMatchObject({ texts, isCut: false, leftOut });
    },
  );

  it('lists the sitemaps of an index separately from pages', async () => {
    const index = `<sitemapindex><sitemap><loc>${A}</loc></sitemap></sitemapindex>`;
    expect(await read(index)).toMatchObject({ texts: [], sitemaps: [A], unread: [] });
  });

  it('finds the addresses before the end of a truncated sitemap', async () => {
    const text = `<urlset><url><loc>${A}</loc></url><url><loc>https://b.exam`;
    expect(await read(text)).toMatchObject({ texts: [A], unread: [{ problem: 'broken' }] });
  });

  it.each([...FOUND, ...FORMATS])('finds the addresses in %s', async (_, text, texts) => {
    expect(await read(text)).toMatchObject({ texts, isCut: false, unread: [] });
  });

  it('finds at most 50,000 addresses', async () => {
    const lines = Array.from({ length: 50_001 }, (_, index) => `${A}?${index}`);
    const texts = lines.slice(0, 50_000);
    expect(await read(texts.join('\n'))).toMatchObject({ texts, isCut: false });
    const table = `URL,Clicks\n${lines.join(',1\n')},1`;
    expect(await read(table)).toMatchObject({ texts, isCut: true });
  });
});

describe('readSourceUrl', () => {
  it.each([
    ['an address', ` <${A}> `, A],
    ['a host', 'shop.example', 'https://shop.example/'],
    ['localhost', 'localhost', 'http://localhost/'],
    ['a page of localhost', 'localhost/a', 'http://localhost/a'],
    ['a word', 'intranet', null],
    ['a cell without a value', 'n/a', null],
    ['a page with a scheme whose host is a word', 'https://intranet/a', 'https://intranet/a'],
    ['a text that was decoded wrongly', 'https://a.example/gr\ufffdsse', null],
    ['a script', 'javascript:alert(1)', null],
  ])('returns the URL to report, or null: %s', (_, text, url) => {
    expect(readSourceUrl(text)).toBe(url);
  });
});
