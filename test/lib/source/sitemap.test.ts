import { describe, expect, it, vi } from 'vitest';
import { readSitemap } from '@/lib/source/sitemap';
import { bytesOf, indexOf, packed, sitemapOf } from '../../support/sitemap-files';

const A = 'https://a.example/x';
const B = 'https://a.example/y';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const item = (link: string) => `<item><title>T</title><link>${link}</link></item>`;
const rss = (before: string, link?: string) =>
  `<rss xmlns:atom="a"><channel><item>${before}${link ? `<link>${link}</link>` : ''}</item></channel></rss>`;
const atom = (links: string) => `<feed><entry>${links}</entry></feed>`;
/** A gzip file of several members. */
const several = (...parts: string[]) => Uint8Array.from(parts.flatMap((part) => [...packed(part)]));
const many = (count: number) => Array.from({ length: count }, (_, index) => `${A}?${index}`);
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

/** What a file is, the file, its kind and its addresses. */
const WHOLE: [string, string | Uint8Array, string, string[]][] = [
  ['a sitemap', sitemapOf([A, B]), 'urlset', [A, B]],
  ['an index', indexOf([A, B]), 'sitemapindex', [A, B]],
  ['a packed one', packed(sitemapOf([A, B])), 'urlset', [A, B]],
  ['an empty one', `<urlset ${NAMESPACE}/>`, 'urlset', []],
  ['one with blank lines before it', `\n\n  ${sitemapOf([A])}`, 'urlset', [A]],
  ['one with something after it', `${sitemapOf([A])}\n<!-- ok --> and <b>more`, 'urlset', [A]],
  [
    'one with prefixes',
    `<s:urlset xmlns:s="x"><s:url><s:loc>${A}</s:loc></s:url></s:urlset>`,
    'urlset',
    [A],
  ],
  [
    'one with spaces, CDATA and entities',
    sitemapOf([`\n <![CDATA[${A}?a=1&b]]>=2&amp;c=&#x33;&#52; `]),
    'urlset',
    [`${A}?a=1&b=2&c=34`],
  ],
  [
    'one with images and other languages',
    `<urlset ${NAMESPACE} xmlns:image="i"><url><loc>${A}</loc><xhtml:link rel="alternate" href="${B}"/><image:image><image:loc>${B}</image:loc></image:image></url></urlset>`,
    'urlset',
    [A],
  ],
  [
    'one that names a DTD',
    `<!DOCTYPE urlset SYSTEM "http://b.example/dtd">${`<urlset><url><loc>${A}</loc></url></urlset>`}`,
    'urlset',
    [A],
  ],
  ['one in UTF-16', utf16(sitemapOf([A])), 'urlset', [A]],
  [
    'one in Latin-1 that says so',
    latin1(sitemapOf([`${A}ü`]).replace('UTF-8', 'ISO-8859-1')),
    'urlset',
    [`${A}ü`],
  ],
  [
    'one in Latin-1 that says otherwise',
    latin1(sitemapOf([`${A}ü`, B])),
    'urlset',
    [`${A}\ufffd`, B],
  ],
  [
    'one that says it is UTF-16 and is not',
    sitemapOf([A]).replace('UTF-8', 'UTF-16'),
    'urlset',
    [A],
  ],
  ['RSS', `<rss version="2.0"><channel><link>${B}</link>${item(A)}</channel></rss>`, 'rss', [A]],
  [
    'RSS 1.0',
    `<rdf:RDF xmlns:rdf="r"><channel><link>${B}</link></channel>${item(A)}</rdf:RDF>`,
    'rss',
    [A],
  ],
  [
    'Atom',
    `<feed><link href="${B}"/><entry><link rel="self" href="${B}"/><link href="${A}"/></entry></feed>`,
    'atom',
    [A],
  ],
  // What public reports say of other readers.
  [
    'crawler-commons/crawler-commons#148',
    rss('<title>caf&eacute; &lsquo;a&rsquo;</title>', A),
    'rss',
    [A],
  ],
  [
    'crawler-commons/crawler-commons#24',
    sitemapOf([`${A}/1&Acirc;&ordm;`]),
    'urlset',
    [`${A}/1&Acirc;&ordm;`],
  ],
  ['kurtmckee/feedparser#121', rss('<title>a&nbsp;b &gt; c &#187;</title>', A), 'rss', [A]],
  ['badoo/techblog#146', sitemapOf([`${A}-&-b/`]), 'urlset', [`${A}-&-b/`]],
  [
    'cicirello/generate-sitemap#123',
    sitemapOf([`${A}&b`, `${A}?a&amp;b&`]),
    'urlset',
    [`${A}&b`, `${A}?a&b&`],
  ],
  [
    'khromov/sitemap-cache-warmer#18',
    sitemapOf([`<![CDATA[ ${A}?a&b ]]>`]),
    'urlset',
    [`${A}?a&b`],
  ],
  [
    'squirrelscan/squirrelscan#57',
    sitemapOf([`${A}?q=1&amp;p=2&amp;lt;`]),
    'urlset',
    [`${A}?q=1&p=2&lt;`],
  ],
  [
    'miniflux/picoFeed#138, with an entity within an entity',
    `<!DOCTYPE urlset [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${sitemapOf([`${A}&b;`]).slice(39)}`,
    'urlset',
    [`${A}&b;`],
  ],
  [
    'crawler-commons/crawler-commons#213',
    `<sitemapindex><sitemap><loc>${A}</loc><loc>${B}</loc></sitemap></sitemapindex>`,
    'sitemapindex',
    [A, B],
  ],
  [
    'crawler-commons/crawler-commons#153',
    `<urlset><url><loc>${A}</loc><lastmod>2020</lastmod></url></urlset>`,
    'urlset',
    [A],
  ],
  [
    'jirkapinkas/jsitemapgenerator#3',
    `<urlset xmlns:image="i"><url><loc>${A}</loc></url><image:image><image:loc>${B}</image:loc></image:image></urlset>`,
    'urlset',
    [A],
  ],
  [
    'Norconex/crawler#758, an image without its element',
    `<urlset xmlns:image="i"><url><image:loc>${B}</image:loc><loc>${A}</loc></url></urlset>`,
    'urlset',
    [A],
  ],
  ['yang991178/fluent-reader#587', rss(`<guid isPermaLink="true">${A}</guid>`), 'rss', [A]],
  ['brendanlong/lion-reader#584', rss(`<guid>${A}</guid>`), 'rss', [A]],
  [
    'sarisia/actions-readme-feed#257',
    rss(`<link/><guid isPermaLink="true">${A}</guid>`),
    'rss',
    [A],
  ],
  ['mmcdole/gofeed#135', rss('<guid isPermaLink="false">article 54</guid>'), 'rss', []],
  ['RssBandit/RssBandit#1243', rss(`<guid ispermalink="false">${B}</guid>`, A), 'rss', [A]],
  ['Ranchero-Software/NetNewsWire#4625', rss(`<guid>at://did:plc:a/b</guid>`, A), 'rss', [A]],
  [
    'relikd/baRSS#1, beside a link of Atom',
    rss(`<guid>${A}</guid><atom:link href="${B}"/>`),
    'rss',
    [A],
  ],
  [
    'danmactough/node-feedparser#244',
    atom(
      `<link rel="replies" href="${B}?r"/><link rel="self" href="${B}"/><link rel="alternate" href="${A}"/>`,
    ),
    'atom',
    [A],
  ],
  ['nt1m/livemarks#7', atom(`<link href="${B}" rel="self"/><link href="${A}"/>`), 'atom', [A]],
  [
    'feedbin/feedbin#747',
    atom(`<link href="${A}"/><link rel="alternate" href="nostr:b"/>`),
    'atom',
    [A],
  ],
  [
    'kurtmckee/feedparser#367',
    atom(`<link rel="alternate" href="${A}"/><link rel="enclosure">${B}</link>`),
    'atom',
    [A],
  ],
  [
    'use-agent-os/agent-os#2700, with itself alone',
    atom(`<link rel="self" href="${A}"/>`),
    'atom',
    [A],
  ],
  ['vufind-org/vufind#5259', sitemapOf(['', A]), 'urlset', [A]],
  ['GateNLP/ultimate-sitemap-parser, plain text', `\ufeff${A}\n\n  ${B}  \n`, 'text', [A, B]],
  ['crawler-commons/crawler-commons#143', packed(`${A}\n${B}`), 'text', [A, B]],
  ['TablePress/TablePress#31', utf16(`${A}\n`), 'text', [A]],
  ['matomo-org/matomo#16166, without a mark', utf16(`${A}\n`).slice(2), 'text', [A]],
  ['nextcloud/passman#352', latin1(`# \u00e4\n${A}\u00fc\n`), 'text', [`${A}\u00fc`]],
  ['whatwg/compression#42', several(`${A}\n`, `${B}\n`, `${A}\n`), 'text', [A, B, A]],
  [
    'mattgodbolt/jsbeeb#823',
    several(sitemapOf([A]).slice(0, 50), sitemapOf([A]).slice(50)),
    'urlset',
    [A],
  ],
  ['a text', `\ufeff# pages\r\n${A}\r\n\r\n${B}`, 'text', [A, B]],
  ['a sitemap of 50,000', sitemapOf(many(50_000)), 'urlset', many(50_000)],
];

/** What is wrong with a file that holds no address before that. */
const PROBLEMS: Record<string, [string, string | Uint8Array][]> = {
  notASitemap: [
    ['nothing', ''],
    ['blanks', ' \n'],
    ['nothing, packed', packed('')],
    ['a web page', `<!doctype html><html><p>${A}<br></html>`],
    ['a web page in capitals', '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN"><HTML></HTML>'],
    ['another XML', `<opml><url><loc>${A}</loc></url></opml>`],
    ['JSON', `{"url":\n"${A}"}`],
    ['a picture', new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0])],
  ],
  broken: [
    ['a file that ends at once', `<urlset><url><loc>${A}`],
    ['elements within elements', `<urlset>${'<a>'.repeat(200)}${'</a>'.repeat(200)}</urlset>`],
    [
      'attributes without end',
      `<urlset ${many(5_000)
        .map((_, n) => `a${n}=""`)
        .join(' ')}/>`,
    ],
    ['half a packed file', packed(sitemapOf([A])).slice(0, 60)],
    ['what begins like a packed file', new Uint8Array([0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9])],
  ],
  tooLarge: [
    ['a small file that unpacks to a huge one', packed(`<urlset>${' '.repeat(60_000_000)}`)],
  ],
};

/** What is found of a file that is not read to its end, and why. */
const CUT: [string, string | Uint8Array, string, number][] = [
  ['a file that breaks off', sitemapOf(many(2_000)).slice(0, -20), 'broken', 1_999],
  ['a file with a mistake', sitemapOf([A, `${B}</url>`, A]), 'broken', 2],
  [
    'a packed file that breaks off',
    packed(sitemapOf(many(40_000))).slice(0, -4_000),
    'broken',
    10_000,
  ],
  ['50,001 addresses', sitemapOf(many(50_001)), 'tooMany', 50_000],
  ['50,001 lines', many(50_001).join('\n'), 'tooMany', 50_000],
  ['a huge file', packed(`${sitemapOf([A]).slice(0, -9)}${' '.repeat(60_000_000)}`), 'tooLarge', 1],
];

describe('a file of addresses', () => {
  it.each(WHOLE)('is read: %s', async (_, file, kind, addresses) => {
    const sitemap = { kind, addresses, cut: null };
    expect(await readSitemap(bytesOf(file))).toEqual({ sitemap });
    if (file.length < 2_000) expect(await readSitemap(bytesOf(file, 1))).toEqual({ sitemap });
  });

  const problems = Object.entries(PROBLEMS).flatMap(([problem, files]) =>
    files.map(([what, file]) => [problem, what, file] as const),
  );
  it.each(problems)('is %s: %s', async (problem, _, file) => {
    expect(await readSitemap(bytesOf(file))).toEqual({ problem });
  });

  it.each(CUT)('is read up to where it is cut: %s', async (_, file, cut, atLeast) => {
    const read = await readSitemap(bytesOf(file));
    const { sitemap } = 'sitemap' in read ? read : expect.fail(read.problem);
    expect(sitemap.cut).toBe(cut);
    expect(sitemap.addresses.length).toBeGreaterThanOrEqual(atLeast);
    expect(sitemap.addresses.length).toBeLessThanOrEqual(50_000);
  });

  const FROM = 'https://a.example/maps/sitemap.xml';
  it.each<[report: string, file: string, from: string, addresses: string[]]>([
    [
      'RumenDamyanov/php-sitemap#119',
      indexOf(['sitemap-0.xml']),
      FROM,
      ['https://a.example/maps/sitemap-0.xml'],
    ],
    [
      'aimeos/ai-controller-jobs#17',
      indexOf(['/map.xml.gz']),
      FROM,
      ['https://a.example/map.xml.gz'],
    ],
    [
      'evanderkoogh/node-sitemap-stream-parser#1',
      sitemapOf(['a.example/x', '//b.example/y', 'www.a.example/z']),
      FROM,
      ['a.example/x', 'https://b.example/y', 'www.a.example/z'],
    ],
    [
      'use-agent-os/agent-os#2700',
      atom('<link href="posts/1"/>'),
      FROM,
      ['https://a.example/maps/posts/1'],
    ],
    ['RSS with relative links', rss('', '/a'), FROM, ['https://a.example/a']],
    [
      'scrapy/scrapy#1902',
      `user-agent: *\ndisallow: /\nsitemap:${A}`,
      'https://a.example/robots.txt',
      [A],
    ],
    [
      'crawler-commons/crawler-commons#25',
      'Sitemap: https://a.example/Map.Index_0.xml.gz',
      'https://a.example/robots.txt',
      ['https://a.example/Map.Index_0.xml.gz'],
    ],
    [
      'crawler-commons/crawler-commons#32',
      'Sitemap: /sitemap.xml # all',
      'https://a.example/robots.txt',
      ['https://a.example/sitemap.xml'],
    ],
    ['Norconex/crawler#1001', `SITEMAP : ${A}\nUser-agent: a`, 'https://a.example/robots.txt', [A]],
    ['a web page instead', '<!doctype html><p>Sitemap: none', 'https://a.example/robots.txt', []],
  ])('has its addresses resolved against its own: %s', async (_, file, from, addresses) => {
    const read = await readSitemap(bytesOf(file), from);
    expect(read).toMatchObject({ sitemap: { addresses, cut: null } });
  });

  it.each(['crawler-commons/crawler-commons#310', 'GateNLP/ultimate-sitemap-parser#12'])(
    'that is cut off gives what came, and says so: %s',
    async () => {
      const read = await readSitemap(bytesOf(sitemapOf([A, B]).slice(0, -30)));
      expect(read).toEqual({ sitemap: { kind: 'urlset', addresses: [A], cut: 'broken' } });
    },
  );

  it('is no longer asked for when enough is read', async () => {
    const bomb = packed(`<urlset>${' '.repeat(200_000_000)}`);
    let given = 0;
    const cancel = vi.fn();
    const bytes = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise(setImmediate);
        controller.enqueue(bomb.slice(given, given + 2_000));
        given += 2_000;
      },
      cancel,
    });
    expect(await readSitemap(bytes)).toEqual({ problem: 'tooLarge' });
    await vi.waitUntil(() => cancel.mock.calls.length > 0);
  });

  it('that breaks off on its way is read as far as it came', async () => {
    const parts = [sitemapOf(many(9)).slice(0, -9), null];
    const bytes = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const part = parts.shift();
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (part) controller.enqueue(new TextEncoder().encode(part));
        else controller.error(new TypeError('network error'));
      },
    });
    const sitemap = { kind: 'urlset', addresses: many(9), cut: 'broken' };
    expect(await readSitemap(bytes)).toEqual({ sitemap });
  });
});
