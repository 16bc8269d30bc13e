import { describe, expect, it } from 'vitest';
import { addressesInText } from '@/lib/import/formats';
import { readSourceUrl } from '@/lib/import/source-url';

const PAGE_A = 'https://a.example/x';
const PAGE_B = 'https://b.example/y';

/**
 * Each row is named after its format. The source of a tool's format is in parentheses: an issue
 * (`owner/name#number` on GitHub), a specification, or a code search in public repositories. Texts without a
 * source are invented.
 */
const TEXTS: [format: string, text: string, addresses: string[]][] = [
  ['a list', `${PAGE_A}\r\n\r\n  ${PAGE_B}\n`, [PAGE_A, PAGE_B]],
  ['a list with comments', `# ${PAGE_A}\n${PAGE_B}\n  # more`, [PAGE_B]],
  [
    'a list without schemes',
    'shop.example/a\nlocalhost:3000\n192.168.1.4',
    ['shop.example/a', 'localhost:3000', '192.168.1.4'],
  ],
  [
    'a list with lines that are not web addresses',
    `ftp://a.example/\nchrome://version\nword\nann@a.example\n${PAGE_A}\n---`,
    ['ftp://a.example/', 'chrome://version', 'word', 'ann@a.example', PAGE_A],
  ],
  [
    'addresses with commas',
    `${PAGE_A},1.html\n${PAGE_B},2.html`,
    [`${PAGE_A},1.html`, `${PAGE_B},2.html`],
  ],
  [
    'addresses within addresses',
    `${PAGE_A}?to=${PAGE_B}\nb.example/?to=${PAGE_A}`,
    [`${PAGE_A}?to=${PAGE_B}`, `b.example/?to=${PAGE_A}`],
  ],
  ['addresses joined by commas', `${PAGE_A},${PAGE_B};${PAGE_A}`, [PAGE_A, PAGE_B, PAGE_A]],
  [
    'prose',
    `See ${PAGE_A}, (${PAGE_B}) and “${PAGE_A}”. Or (shop.example/a), www.shop.example!`,
    [PAGE_A, PAGE_B, PAGE_A, 'shop.example/a', 'www.shop.example'],
  ],
  [
    'prose without addresses',
    'Hi ann@a.example, use Node.js (text/html), e.g./i.e. 1.2/3.4 OK?',
    [],
  ],
  [
    'a list with bullets, numbers and checkboxes',
    '- shop.example\n* shop.example/a\n2. b.example/y\n- [x] b.example\n> > localhost:3000\n• word',
    ['shop.example', 'shop.example/a', 'b.example/y', 'b.example', 'localhost:3000', 'word'],
  ],
  [
    'a list with notes',
    'shop.example/a,1.html - check\nshop.example - home\nb.example:8080 (old)\nNode.js is none',
    ['shop.example/a,1.html', 'shop.example', 'b.example:8080'],
  ],
  [
    'hosts after labels and beside other addresses',
    'Home: shop.example\n[ ] The Shop - b.example.\n#3 c.example\n# d.example\nAnn (e.example)\nMail: ann.lee@f.example\nhttps://g.example/x - was g.example/old (www.h.example)',
    [
      ...['shop.example', 'b.example', 'c.example', 'e.example'],
      ...['https://g.example/x', 'www.h.example'],
    ],
  ],
  [
    'a list with the punctuation of code or sentences',
    `"${PAGE_A}",\n"${PAGE_B}";\nshop.example/a,\nshop.example/b.\n${PAGE_A}_(c)\n(${PAGE_B})\n“shop.example/c”.`,
    [
      PAGE_A,
      PAGE_B,
      'shop.example/a',
      'shop.example/b',
      `${PAGE_A}_(c)`,
      PAGE_B,
      '“shop.example/c”',
    ],
  ],
  [
    'a line with several addresses',
    'a.example/x, b.example/y; c.example | d.example/z\te.example',
    ['a.example/x', 'b.example/y', 'c.example', 'd.example/z', 'e.example'],
  ],
  [
    'internationalized hosts with notes',
    'über.example/ä – neu\nпример.рф — да\nxn--e1afmkfd.xn--p1ai - yes',
    ['über.example/ä', 'пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  ],
  [
    'an export of the Search Console (code search for "Top pages,Clicks,Impressions")',
    `Top pages,Clicks,Impressions,CTR,Position\n${PAGE_A},12,"1,200",1%,3.4\n${PAGE_B},0,7,0%,80`,
    [PAGE_A, PAGE_B],
  ],
  ['a table without a header', `${PAGE_A},The first page\n${PAGE_B},The second`, [PAGE_A, PAGE_B]],
  ['a table with quoted lines', `\ufeffURL,Note\n"${PAGE_A}","two\nlines, ""quoted"""\n`, [PAGE_A]],
  [
    'a table with addresses without schemes',
    'Title,Address\nNode.js,a.example/x\ntext/html,b.example',
    ['a.example/x', 'b.example'],
  ],
  [
    'a table with addresses without schemes, and an empty cell',
    'Title\tOld\nNode.js\ta.example/x\nHome\t\nShop\tb.example',
    ['a.example/x', 'b.example'],
  ],
  [
    'a table with two columns of addresses without schemes',
    'a.example/x, b.example/y\nc.example/x, d.example/y',
    ['a.example/x', 'c.example/x'],
  ],
  [
    'a table with cells that are not addresses',
    `URL,Type\n${PAGE_A},text/html\nTotal,word`,
    [PAGE_A],
  ],
  [
    'a table with an address of another scheme',
    `URL,Type\n${PAGE_A},1\nftp://a.example/,2`,
    [PAGE_A, 'ftp://a.example/'],
  ],
  ['a table with addresses in several columns', `URL,Canonical\n${PAGE_A},${PAGE_B}\n`, [PAGE_A]],
  ['a text with a stray quotation mark', `Size,5" screen\n"${PAGE_A}\n${PAGE_B}`, [PAGE_A, PAGE_B]],
  [
    'a text with an unclosed quotation mark',
    `Size,Page\n5,"${PAGE_A}\n${PAGE_B}`,
    [PAGE_A, PAGE_B],
  ],
  [
    'prose before an address with a comma',
    `Ann, Bob, look:\n${PAGE_A},1.html`,
    [`${PAGE_A},1.html`],
  ],
  ['blanks', ' \n', []],
  [
    'addresses with ampersands that HTML has escaped once or twice (2sic/2sxc#633)',
    `${PAGE_A}?x=z&amp;y=3\n${PAGE_A}?x=z&amp;amp;y=3&#038;z=4\n${PAGE_A}?x=z&y=3&ampere=1`,
    [`${PAGE_A}?x=z&y=3`, `${PAGE_A}?x=z&y=3&z=4`, `${PAGE_A}?x=z&y=3&ampere=1`],
  ],
  [
    'a table whose separator follows an escaped ampersand',
    `URL;Title\n${PAGE_A}?a=1&amp;b=2;One\n${PAGE_B}?a=1&amp;b;Two`,
    [`${PAGE_A}?a=1&b=2`, `${PAGE_B}?a=1&b`],
  ],
  [
    'hosts that end with a dot',
    'https://a.example./x\nhttps://a.example.:8080?b\nshop.example./a\nhttps://b.example.',
    ['https://a.example/x', 'https://a.example:8080?b', 'shop.example/a', 'https://b.example'],
  ],
  [
    'a table with hosts that end with a dot',
    'URL,Clicks\nhttps://a.example./x,1\nshop.example./a,2\nshop.example.,3',
    ['https://a.example/x', 'shop.example/a', 'shop.example'],
  ],
  [
    'a column of addresses without a scheme, but with slashes',
    'Link,Link Path\n//a.example/x,//body/div.a/a\n//b.example,//body/a',
    ['https://a.example/x', 'https://b.example'],
  ],
  [
    'a table with formulas of a spreadsheet (code search for "source bibcode (link),verified bibcode")',
    `source bibcode (link),verified bibcode,label\n"=HYPERLINK(""${PAGE_A}/abstract"",""2021"")",,Match\n"=HYPERLINK(""${PAGE_B}"",""2020"")",,Match`,
    [`${PAGE_A}/abstract`, PAGE_B],
  ],
  [
    'a table with formulas and semicolons (code search for ";"=HYPERLINK(""http")',
    `Nome;Link\n"A";"=HYPERLINK(""${PAGE_A}"";""Clique para ver"")"\n"B";"=HYPERLINK(""${PAGE_B}""&A1;""B"")"`,
    [PAGE_A],
  ],
  [
    'a column of formulas',
    `Link\n"=HYPERLINK(""${PAGE_A}"",""Red"")"\n"=hyperlink(""${PAGE_B}"")"`,
    [PAGE_A, PAGE_B],
  ],
  ['a list below a head that is not known', `Webadresse\n${PAGE_A}\n${PAGE_B}`, [PAGE_A, PAGE_B]],
  ['a list below a quoted head', `"landing_page"\n"${PAGE_A}"\n"${PAGE_B}"`, [PAGE_A, PAGE_B]],
  ['paths below a head that is not known', 'Webadresse\n/red\n/blue', ['/red', '/blue']],
  ['words', 'intranet\nwiki', ['intranet', 'wiki']],
  ['a word', 'intranet', ['intranet']],
  [
    'an address right after Chinese words (markdown-it/linkify-it#57)',
    '\u4f60\u597dhttps://a.example/p2',
    ['https://a.example/p2'],
  ],
  [
    'addresses between Chinese words and quotation marks (nfrasser/linkifyjs#82)',
    '\u300a\u4e00\u300b\u5f53\u5f53\u7f51http://t.example/a\u300a\u4e8c\u300b\u4e9a\u9a6c\u900ahttp://t.example/b',
    ['http://t.example/a', 'http://t.example/b'],
  ],
  [
    'an address with a repeated scheme (markdown-it/linkify-it#15)',
    'http://http://t.example/a',
    ['http://t.example/a'],
  ],
  [
    'addresses before Arabic punctuation marks (RFC 3987)',
    `\u0627\u0646\u0638\u0631 ${PAGE_A}\u060c \u062b\u0645 ${PAGE_B}\u061f`,
    [PAGE_A, PAGE_B],
  ],
  ['a bold address in Markdown (robinst/linkify#11)', `**Visit ${PAGE_A}**`, [PAGE_A]],
  [
    'links of Slack with labels (ltworf/localslackirc#149)',
    '<https://a.example/d/1|name> <http://b.example|b.example>',
    ['https://a.example/d/1', 'http://b.example'],
  ],
  [
    'an address in a table row of Markdown (xoofx/markdig#496)',
    `| a cell | ${PAGE_A}|anothercell |`,
    [PAGE_A],
  ],
  [
    'an address with parentheses inside parentheses (niklasfasching/go-org#136)',
    `(text ${PAGE_A}_(still_part)) and ${PAGE_B}.`,
    [`${PAGE_A}_(still_part)`, PAGE_B],
  ],
  [
    'an address with a zero-width space (whatwg/url#151)',
    'https://a.exa\u200bmple/x',
    ['https://a.example/x'],
  ],
  [
    'an address with a soft hyphen and a byte order mark',
    `a ${PAGE_A}\u00ad/\ufeffb`,
    [`${PAGE_A}/b`],
  ],
  [
    'bidirectional marks around an address without a scheme',
    '\u2068example.com/b\u2069',
    ['example.com/b'],
  ],
  [
    'a table that names its separator (PowerShell/PowerShell#7776)',
    `sep=,\n${PAGE_A},b\n${PAGE_B},2`,
    [PAGE_A, PAGE_B],
  ],
  [
    'a table below comments (ngscopeclient/scopehal#408)',
    `#Report of ${PAGE_B}\n#Date: 2021-04-14\n\nURL,Clicks (n)\n${PAGE_A},-0.01`,
    [PAGE_A],
  ],
  [
    'a tab-separated table with commas in its numbers (mholt/PapaParse#60)',
    `Page\tClicks\n${PAGE_A}\t1,000,000\n`,
    [PAGE_A],
  ],
  [
    'a Markdown table (GitHub Flavored Markdown, tables)',
    `| Page | N |\n|---|---|\n| ${PAGE_A} | 1 |\n| **Total** | 1 |`,
    [PAGE_A],
  ],
  [
    'a table with doubled quotation marks (mholt/PapaParse#121)',
    `URL,Note\n${PAGE_A},"cnonce="""",nc="""""\n${PAGE_B},x`,
    [PAGE_A, PAGE_B],
  ],
  [
    'a table with two addresses in one cell (ukwa/w3act#681)',
    `nid\tfield_url\n1\t${PAGE_A},${PAGE_B}\n2\t${PAGE_A}`,
    [PAGE_A, PAGE_B, PAGE_A],
  ],
  [
    'bookmarks with an unclosed script and an unquoted address (sissbruecker/linkding#396)',
    `<DT><A HREF="${PAGE_A}">a</A><DD><script>b<DT><A HREF=${PAGE_B}>c</A>`,
    [PAGE_A, PAGE_B],
  ],
  [
    'bookmarks of searches, pages and scripts (browser-use/desktop#172)',
    `<DT><A HREF="place:sort=8">a</A><DT><A HREF="${PAGE_A}">b</A><A HREF="javascript:c()">`,
    [PAGE_A],
  ],
];

/** `leftOut` is the number of rows, addresses and links that the reader skips. */
const PARTLY_READ: [format: string, text: string, addresses: string[], leftOut: number][] = [
  [
    'a table that names the semicolon as separator (mechatroner/vscode_rainbow_csv#108)',
    `sep=;\nURL;Title\n${PAGE_A};"Hello, you"\n${PAGE_B};Two`,
    [PAGE_A, PAGE_B],
    0,
  ],
  [
    'a table below a title (NBS-LLC/ng-spotify-importer#268)',
    `[Company] Library\nTitle,URL\nOne,${PAGE_A}`,
    [PAGE_A],
    1,
  ],
  [
    'a table with a row of totals (browserslist/browserslist-ga-export#26)',
    `Page,Views\n,30,Grand total\n${PAGE_A},10\n${PAGE_B},20`,
    [PAGE_A, PAGE_B],
    1,
  ],
  [
    'a table with short and long rows (galaxyproject/galaxy#680)',
    `URL,Title,Status\n${PAGE_A}\n${PAGE_B},Two,200,more`,
    [PAGE_A, PAGE_B],
    0,
  ],
  [
    'a table separated by vertical bars (farling42/obsidian-import-json#45)',
    `URL|Answer\n${PAGE_A}|One\n${PAGE_B}|Two, too`,
    [PAGE_A, PAGE_B],
    0,
  ],
  [
    'a table with escaped quotation marks (stevehansen/csv#35)',
    `URL,Note\n"${PAGE_A}","say \\"hi\\", you"\n"${PAGE_B}","x"`,
    [PAGE_A, PAGE_B],
    0,
  ],
  [
    'a table with stray quotation marks (max-mapper/binary-csv#7)',
    `Note,URL\n16",${PAGE_A}\n"12,${PAGE_B}`,
    [PAGE_A, PAGE_B],
    0,
  ],
  [
    'an export of a crawler with the address of a web font',
    `URL,Type\n"${PAGE_A}?family=A|B**",font`,
    [`${PAGE_A}?family=A|B**`],
    0,
  ],
  [
    'an export of the Search Console in Spanish',
    `Consultas,P\u00e1ginas principales\na.example/none,${PAGE_A}\n`,
    [PAGE_A],
    1,
  ],
  [
    'bookmarks with entities in the address (linkwarden/linkwarden#557)',
    `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><A HREF="${PAGE_A}?t=1&amp;e=2#s" ICON="data:,">a</A>`,
    [`${PAGE_A}?t=1&e=2#s`],
    0,
  ],
  [
    'a link with numeric entities, and with > in its title (mrmartineau/Otter#34)',
    `<a title="a > b" href='${PAGE_A}?&#x41;&#66;&#9999999;'>a</a>`,
    [`${PAGE_A}?AB\ufffd`],
    0,
  ],
];

const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const FILES: [format: string, text: string, addresses: string[]][] = [
  [
    'a sitemap with images, videos, news and other languages (sitemaps.org, Google Search Central)',
    `<?xml version="1.0" encoding="UTF-8"?><?xml-stylesheet type="text/xsl" href="//a.example/main-sitemap.xsl"?>
<urlset xmlns="${SITEMAPS}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><xhtml:link rel="alternate" hreflang="de" href="${PAGE_B}?de"/><loc>${PAGE_A}</loc><lastmod>2026-01-01</lastmod>
<image:image><image:loc>${PAGE_B}.jpg</image:loc><image:title><![CDATA[</url><url><loc>${PAGE_B}</loc>]]></image:title></image:image>
<video:video><video:player_loc allow_embed="yes">${PAGE_B}?v</video:player_loc></video:video>
<news:news><news:publication><news:name>${PAGE_B}</news:name></news:publication></news:news></url>
<!-- <url><loc>${PAGE_B}?off</loc></url> --><url><loc>${PAGE_B}</loc></url></urlset>`,
    [PAGE_A, PAGE_B],
  ],
  [
    'a sitemap with its own namespace prefix (crawler-commons/crawler-commons#174)',
    `<sit:urlset xmlns:sit="${SITEMAPS}"><sit:url><sit:loc>${PAGE_A}</sit:loc></sit:url></sit:urlset>`,
    [PAGE_A],
  ],
  [
    'the XML tree that Chromium shows, below its message (code search for "style information associated with it")',
    `This XML file does not appear to have any style information associated with it. The document tree is shown below.\n<urlset xmlns="${SITEMAPS}">\n<url>\n<loc>${PAGE_A}</loc>\n</url>\n</urlset>`,
    [PAGE_A],
  ],
  [
    'a part of a sitemap',
    `<url>\n<loc>${PAGE_A}</loc>\n<image:image>\n<image:loc>${PAGE_B}</image:loc>\n</image:image>\n</url>`,
    [PAGE_A],
  ],
  [
    'a sitemap within a sitemap, with comments and CDATA that do not end',
    `<urlset><urlset><url><loc>${PAGE_A}</loc></url></urlset><!-- <![CDATA[ <url><a><b></c><loc>${PAGE_B}</loc></a></url><url></a><loc>${PAGE_B}</loc></url></urlset>`,
    [PAGE_A, PAGE_B],
  ],
  ['words between brackets', `Usage: open <url> [options]\n${PAGE_A}`, [PAGE_A]],
  [
    'a feed of Shaarli (ArchiveBox/ArchiveBox#135)',
    `<?xml version="1.0" encoding="UTF-8" ?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n<link rel="self" href="${PAGE_B}?do=atom" />\n<author><name>${PAGE_B}</name><uri>${PAGE_B}</uri></author>\n<entry>\n<link href="${PAGE_A}" />\n<id>${PAGE_B}?a</id><content type="html"><![CDATA[<a href="${PAGE_B}">b</a>]]></content></entry></feed>`,
    [PAGE_A],
  ],
  [
    'a feed of Pinboard (ArchiveBox/ArchiveBox#106)',
    `<rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><channel rdf:about="${PAGE_B}"><link>${PAGE_B}</link><items><rdf:Seq><rdf:li rdf:resource="${PAGE_A}" /></rdf:Seq></items></channel><item rdf:about="${PAGE_A}"><dc:source>${PAGE_B}</dc:source><link>${PAGE_A}</link></item></rdf:RDF>`,
    [PAGE_A],
  ],
  [
    'a part of JSON with its slashes escaped (opawg/podcast-hosts#14)',
    `  "hosturl": "https:\\/\\/a.example\\/x",\n  "name": "A"`,
    [PAGE_A],
  ],
  [
    'JSON with addresses in names, lists and texts, followed by characters that end an address in prose',
    JSON.stringify({
      [PAGE_A]: { n: [1, null, { to: `see ${PAGE_B}.`, of: [[`${PAGE_A}_(b).`, `${PAGE_A}|c`]] }] },
    }),
    [PAGE_A, PAGE_B, `${PAGE_A}_(b).`, `${PAGE_A}|c`],
  ],
  [
    'JSON Lines (ArchiveBox/ArchiveBox#1370)',
    `{"url":"${PAGE_A}"}\n\n{"url":"${PAGE_B}"}\n`,
    [PAGE_A, PAGE_B],
  ],
  [
    'JSON that breaks off',
    `[{"url":"https:\\/\\/a.example\\/x"},{"url":"${PAGE_B}"},{"ur`,
    [PAGE_A, PAGE_B],
  ],
  [
    'a feed of Drupal with a base (code search for "<rss version="2.0" xml:base=")',
    `<?xml version="1.0" encoding="utf-8" ?><rss version="2.0" xml:base="https://a.example/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><link>https://a.example/</link><item><link>/x</link></item><item><link>https://b.example/y</link></item></channel></rss>`,
    [PAGE_A, PAGE_B],
  ],
  [
    'a feed of Atom with bases at several levels (RFC 4287, section 2)',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/old/"><entry xml:base="../"><link href="x"/></entry><entry><link xml:base="https://b.example/" href="y"/></entry><entry><link href=""/></entry><entry><link href="z"/></entry></feed>`,
    [PAGE_A, PAGE_B, 'https://a.example/old/z'],
  ],
  [
    'JSON that is too deep for recursion',
    `${'['.repeat(50_000)}"${PAGE_A}"${']'.repeat(50_000)}`,
    [PAGE_A],
  ],
  [
    'an export of OneTab (code search for "Paste your OneTab export below")',
    `${PAGE_A} | One, two\n${PAGE_B} | https in a title\n\n${PAGE_A}?c`,
    [PAGE_A, PAGE_B, `${PAGE_A}?c`],
  ],
];

async function findAddresses(text: string) {
  const { rows, ...rest } = await addressesInText(text);
  return { addresses: rows.map((row) => row.text), ...rest };
}

describe('addressesInText', () => {
  it.each(PARTLY_READ)(
    'finds the addresses, and counts skipped rows, addresses and links in %s',
    async (_, text, addresses, leftOut) => {
      expect(await findAddresses(text)).toMatchObject({ addresses, isCut: false, leftOut });
    },
  );

  it('lists the sitemaps of an index separately from pages', async () => {
    const index = `<sitemapindex><sitemap><loc>${PAGE_A}</loc></sitemap></sitemapindex>`;
    expect(await findAddresses(index)).toMatchObject({
      addresses: [],
      sitemaps: [PAGE_A],
      unread: [],
    });
  });

  it('finds the addresses before the end of a truncated sitemap', async () => {
    const text = `<urlset><url><loc>${PAGE_A}</loc></url><url><loc>https://b.exam`;
    expect(await findAddresses(text)).toMatchObject({
      addresses: [PAGE_A],
      unread: [{ problem: 'broken' }],
    });
  });

  it.each([
    [
      'JSON Lines',
      `{"url":"${PAGE_A}"}\n{"url":"${PAGE_B}","icon":"https://b.example/i.png"}\n{"url":"https://c.exam`,
      [PAGE_A, PAGE_B],
    ],
    [
      'lines of JSON that are all cut off at the same length',
      `{"a":"\\\\","url":"${PAGE_A}","ref":"https://c.ex\n{"url":"${PAGE_B}","say":"\\"hi\\" https://c.`,
      [PAGE_A, PAGE_B],
    ],
    [
      'JSON over several lines',
      `[\n  {\n    "url": "${PAGE_A}"\n  },\n  {\n    "url": "https://c.exam`,
      [PAGE_A],
    ],
  ])('does not offer an address that is cut off: %s', async (_, text, addresses) => {
    expect(await findAddresses(text)).toMatchObject({
      addresses,
      unread: [{ problem: 'broken' }],
    });
  });

  it.each([...TEXTS, ...FILES])('finds the addresses in %s', async (_, text, addresses) => {
    expect(await findAddresses(text)).toMatchObject({ addresses, isCut: false, unread: [] });
  });

  it('finds at most 50,000 addresses', async () => {
    const lines = Array.from({ length: 50_001 }, (_, index) => `${PAGE_A}?${index}`);
    const addresses = lines.slice(0, 50_000);
    expect(await findAddresses(addresses.join('\n'))).toMatchObject({ addresses, isCut: false });
    const table = `URL,Clicks\n${lines.join(',1\n')},1`;
    expect(await findAddresses(table)).toMatchObject({ addresses, isCut: true });
  });
});

describe('readSourceUrl', () => {
  it.each([
    ['an address', ` <${PAGE_A}> `, PAGE_A],
    ['a host', 'shop.example', 'https://shop.example/'],
    ['localhost', 'localhost', 'http://localhost/'],
    ['a page of localhost', 'localhost/a', 'http://localhost/a'],
    ['a word', 'intranet', null],
    ['a cell for a missing value', 'n/a', null],
    [
      'an address with a scheme and a host without a dot',
      'https://intranet/a',
      'https://intranet/a',
    ],
    ['an address that was decoded wrongly', 'https://a.example/gr\ufffdsse', null],
    ['a javascript: URL', 'javascript:alert(1)', null],
  ])('returns the URL to report, or null: %s', (_, text, url) => {
    expect(readSourceUrl(text)).toBe(url);
  });
});
