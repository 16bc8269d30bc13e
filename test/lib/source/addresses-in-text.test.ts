import { describe, expect, it } from 'vitest';
import { readSourceUrl } from '@/lib/source/address-boundaries';
import { addressesInText } from '@/lib/source/addresses-in-text';

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
    'a list with lines that are no web addresses, kept to be shown',
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
    'a table with addresses without scheme, and an empty cell',
    'Title\tOld\nNode.js\ta.example/x\nHome\t\nShop\tb.example',
    ['a.example/x', 'b.example'],
  ],
  [
    'a table with addresses without scheme, and a cell without address',
    'Title,Page\nNode.js,a.example\nHome,n/a\nShop,b.example',
    ['a.example', 'b.example'],
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
  // As reported of other readers.
  ['nfrasser/linkifyjs#315', `${A}\u3000\u30c6\u30b9\u30c8`, [A]],
  ['mattermost/mattermost#17189', `${A}?x=* ${A}?x=a`, [`${A}?x=*`, `${A}?x=a`]],
  ['sindresorhus/get-urls#11', `<script src="${A}?q=true"></script>`, [`${A}?q=true`]],
  ['mvdan/xurls#41', `{"links":["${A}","${B}"],"url":"${A}"}`, [A, B, A]],
  ['kevva/url-regex#20', `<a href="${A}">a</a>"`, [A]],
  ['gregjacobs/Autolinker.js#228', `[cat ${A}] [${B}]`, [A, B]],
  ['osTicket/osTicket#453', `blah (${A}) blah`, [A]],
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
  [
    'chrishrb/gx.nvim#106',
    'http://web.example/web/*/http://b.example',
    ['http://web.example/web/*/http://b.example'],
  ],
  ['PowerShell/PowerShell#7776', `sep=,\n${A},b\n${B},2`, [A, B]],
  [
    'ngscopeclient/scopehal#408',
    `#Report of ${B}\n#Date: 2021-04-14\n\nURL,Clicks (n)\n${A},-0.01`,
    [A],
  ],
  ['mholt/PapaParse#60', `Page\tClicks\n${A}\t1,000,000\n`, [A]],
  ['mholt/PapaParse#279', `${A}\toffice\n${B}\tPresident\n\n`, [A, B]],
  [
    'GitHub Flavored Markdown, tables',
    `| Page | N |\n|---|---|\n| ${A} | 1 |\n| **Total** | 1 |`,
    [A],
  ],
  ['mholt/PapaParse#121', `URL,Note\n${A},"cnonce="""",nc="""""\n${B},x`, [A, B]],
  ['johngodley/redirection#292', `Source;Target URL\nOne, two;${A},1.html`, [`${A},1.html`]],
  [
    'a crawler without a head (Screaming Frog, user guide)',
    `${A},200,Home\n${B},301,"One, two"`,
    [A, B],
  ],
  ['ukwa/w3act#681', `nid\tfield_url\n1\t${A},${B}\n2\t${A}`, [A, B, A]],
  ['Search Console in German', `Die h\u00e4ufigsten Seiten,Klicks,CTR\n${A},12,"1,5 %"`, [A]],
  [
    'Search Console in Japanese',
    `\ufeff\u4e0a\u4f4d\u306e\u30da\u30fc\u30b8,\u30af\u30ea\u30c3\u30af\u6570\r\n${A},12\r\n`,
    [A],
  ],
  [
    'sissbruecker/linkding#291',
    `<DL><DT><A HREF="${A}?z=13&center=5">a</A>`,
    [`${A}?z=13&center=5`],
  ],
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

const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** What is pasted, dropped or in a file, and the pages that are found in it. */
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
    'a sitemap of entries with and without prefix (google/corpuscrawler#17)',
    `<urlset><ns:url><ns:loc>${A}</ns:loc></ns:url><url><loc>${B}</loc></url></urlset>`,
    [A, B],
  ],
  [
    'the XML that Chromium shows, below its sentence',
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
    'JSON of Pinboard (ArchiveBox/ArchiveBox#106)',
    `[{"u":"https:\\/\\/a.example\\/x?a=1\\u0026b=2","d":"One, two","t":["a"]},{"u":"${B}"}]`,
    [`${A}?a=1&b=2`, B],
  ],
  [
    'a part of JSON with its slashes escaped (opawg/podcast-hosts#14)',
    `  "hosturl": "https:\\/\\/a.example\\/x",\n  "name": "A"`,
    [A],
  ],
  [
    'JSON with addresses as names, deep, within texts and with what would end one in prose',
    JSON.stringify({ [A]: { n: [1, null, { to: `see ${B}.`, of: [[`${A}_(b).`, `${A}|c`]] }] } }),
    [A, B, `${A}_(b).`, `${A}|c`],
  ],
  [
    'an HTTP archive (HAR 1.2)',
    JSON.stringify({
      log: {
        version: '1.2',
        entries: [
          { request: { method: 'GET', url: A }, response: { content: { text: 'OK, a.b' } } },
        ],
      },
    }),
    [A],
  ],
  [
    'results of Lighthouse',
    JSON.stringify({ requestedUrl: A, audits: { a: { description: `[Learn](${B}).`, score: 1 } } }),
    [A, B],
  ],
  [
    'a line of JSON each (ArchiveBox/ArchiveBox#1370)',
    `{"url":"${A}"}\n\n{"url":"${B}"}\n`,
    [A, B],
  ],
  ['JSON that breaks off', `[{"url":"https:\\/\\/a.example\\/x"},{"url":"${B}"},{"ur`, [A, B]],
  [
    'JSON that is deeper than calls may be',
    `${'['.repeat(50_000)}"${A}"${']'.repeat(50_000)}`,
    [A],
  ],
  ['what OneTab exports', `${A} | One, two\n${B} | https in a title\n\n${A}?c`, [A, B, `${A}?c`]],
  [
    'bookmarks that a browser exports',
    `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n<DL><p>\n<DT><H3 ADD_DATE="1">Bar</H3>\n<DL><p>\n<DT><A HREF="${A}" ADD_DATE="1" ICON="data:image/png;base64,iVBO">a</A>\n</DL><p>`,
    [A],
  ],
];

describe('the addresses in a text', () => {
  it.each(FORMATS)('are found in %s', (_, text, texts) => {
    expect(addressesInText(text)).toMatchObject({ texts, isCut: false, isBroken: false });
  });

  it('are the sitemaps of an index, which are no pages', () => {
    const index = `<sitemapindex><sitemap><loc>${A}</loc></sitemap></sitemapindex>`;
    expect(addressesInText(index)).toMatchObject({ texts: [], sitemaps: [A], isBroken: false });
  });

  it('are those before the break of a sitemap', () => {
    const text = `<urlset><url><loc>${A}</loc></url><url><loc>https://b.exam`;
    expect(addressesInText(text)).toMatchObject({ texts: [A], isBroken: true });
  });

  it.each(FOUND)('are found in %s', (_, text, texts) => {
    expect(addressesInText(text)).toMatchObject({ texts, isCut: false });
  });

  it.each([
    [50_000, false],
    [50_001, true],
  ])('of %i addresses are at most 50,000', (count, isCut) => {
    const lines = Array.from({ length: count }, (_, index) => `${A}?${index}`);
    for (const text of [lines.join('\n'), `URL,Clicks\n${lines.join(',1\n')},1`]) {
      expect(addressesInText(text)).toMatchObject({ texts: lines.slice(0, 50_000), isCut });
    }
  });

  it('are found in time in a huge text without meaning', () => {
    const text = `${'a'.repeat(500_000)} ${'"(,;'.repeat(100_000)} ://\n${'- '.repeat(200_000)}\n${'a.'.repeat(200_000)} 1\n1${' '.repeat(100_000)}1`;
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
