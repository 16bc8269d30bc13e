import { describe, expect, it } from 'vitest';
import { readSitemap } from '@/lib/source/sitemap';
import { bytesOf, indexOf, packed, sitemapOf } from '../../support/sitemap-files';

const A = 'https://a.example/x';
const B = 'https://a.example/y';
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const rss = (before: string, link?: string) =>
  `<rss xmlns:atom="a"><channel><item>${before}${link ? `<link>${link}</link>` : ''}</item></channel></rss>`;
const atom = (links: string) => `<feed><entry>${links}</entry></feed>`;

/** Where such a file was reported, the file, and the pages that it names. */
const WHOLE: [string, string | Uint8Array, string[]][] = [
  [
    'crawler-commons/crawler-commons#148',
    rss('<title>caf&eacute; &lsquo;a&rsquo;</title>', A),
    [A],
  ],
  [
    'crawler-commons/crawler-commons#24',
    sitemapOf([`${A}/1&Acirc;&ordm;`]),
    [`${A}/1&Acirc;&ordm;`],
  ],
  ['kurtmckee/feedparser#121', rss('<title>a&nbsp;b &gt; c &#187;</title>', A), [A]],
  ['badoo/techblog#146', sitemapOf([`${A}-&-b/`]), [`${A}-&-b/`]],
  [
    'cicirello/generate-sitemap#123',
    sitemapOf([`${A}&b`, `${A}?a&amp;b&`]),
    [`${A}&b`, `${A}?a&b&`],
  ],
  ['khromov/sitemap-cache-warmer#18', sitemapOf([`<![CDATA[ ${A}?a&b ]]>`]), [`${A}?a&b`]],
  ['squirrelscan/squirrelscan#57', sitemapOf([`${A}?q=1&amp;p=2&amp;lt;`]), [`${A}?q=1&p=2&lt;`]],
  [
    'miniflux/picoFeed#138, with an entity within an entity',
    `<!DOCTYPE urlset [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${sitemapOf([`${A}&b;`]).slice(39)}`,
    [`${A}&b;`],
  ],
  [
    'crawler-commons/crawler-commons#213',
    `<urlset><url><loc>${A}</loc><loc>${B}</loc></url></urlset>`,
    [A, B],
  ],
  [
    'crawler-commons/crawler-commons#153',
    `<urlset><url><loc>${A}</loc><lastmod>2020</lastmod></url></urlset>`,
    [A],
  ],
  [
    'jirkapinkas/jsitemapgenerator#3',
    `<urlset xmlns:image="i"><url><loc>${A}</loc></url><image:image><image:loc>${B}</image:loc></image:image></urlset>`,
    [A],
  ],
  [
    'Norconex/crawler#758, an image without its element',
    `<urlset xmlns:image="i"><url><image:loc>${B}</image:loc><loc>${A}</loc></url></urlset>`,
    [A],
  ],
  ['yang991178/fluent-reader#587', rss(`<guid isPermaLink="true">${A}</guid>`), [A]],
  ['brendanlong/lion-reader#584', rss(`<guid>${A}</guid>`), [A]],
  ['sarisia/actions-readme-feed#257', rss(`<link/><guid isPermaLink="true">${A}</guid>`), [A]],
  ['mmcdole/gofeed#135', rss('<guid isPermaLink="false">article 54</guid>'), []],
  ['RssBandit/RssBandit#1243', rss(`<guid ispermalink="false">${B}</guid>`, A), [A]],
  ['Ranchero-Software/NetNewsWire#4625', rss(`<guid>at://did:plc:a/b</guid>`, A), [A]],
  ['relikd/baRSS#1, beside a link of Atom', rss(`<guid>${A}</guid><atom:link href="${B}"/>`), [A]],
  [
    'danmactough/node-feedparser#244',
    atom(
      `<link rel="replies" href="${B}?r"/><link rel="self" href="${B}"/><link rel="alternate" href="${A}"/>`,
    ),
    [A],
  ],
  ['nt1m/livemarks#7', atom(`<link href="${B}" rel="self"/><link href="${A}"/>`), [A]],
  ['feedbin/feedbin#747', atom(`<link href="${A}"/><link rel="alternate" href="nostr:b"/>`), [A]],
  [
    'kurtmckee/feedparser#367',
    atom(`<link rel="alternate" href="${A}"/><link rel="enclosure">${B}</link>`),
    [A],
  ],
  ['use-agent-os/agent-os#2700, with itself alone', atom(`<link rel="self" href="${A}"/>`), [A]],
  ['vufind-org/vufind#5259', sitemapOf(['', A]), [A]],
  ['GateNLP/ultimate-sitemap-parser, plain text', `\ufeff${A}\n\n  ${B}  \n`, [A, B]],
  ['crawler-commons/crawler-commons#143', packed(`${A}\n${B}`), [A, B]],
  ['TablePress/TablePress#31', utf16(`${A}\n`), [A]],
  ['nextcloud/passman#352', latin1(`# \u00e4\n${A}\u00fc\n`), [`${A}\u00fc`]],
];

describe('a sitemap as reported to other projects', () => {
  const FROM = 'https://a.example/maps/sitemap.xml';
  it.each(WHOLE)('is read whole: %s', async (_, file, texts) => {
    const whole = { texts, sitemaps: [], isCut: false, problem: null };
    expect(await readSitemap(bytesOf(file), FROM)).toEqual(whole);
  });

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
  ])(
    'has relative addresses resolved against its own address: %s',
    async (_, file, from, addresses) => {
      const read = await readSitemap(bytesOf(file), from);
      expect(read.problem).toBeNull();
      expect([...read.texts, ...read.sitemaps]).toEqual(addresses);
    },
  );

  it.each(['crawler-commons/crawler-commons#310', 'GateNLP/ultimate-sitemap-parser#12'])(
    'that is cut off gives the addresses before the cut, and says so: %s',
    async () => {
      const read = await readSitemap(bytesOf(sitemapOf([A, B]).slice(0, -30)), FROM);
      expect(read).toMatchObject({ texts: [A], problem: 'broken' });
    },
  );
});
