import { describe, expect, it, vi } from 'vitest';
import { readSitemap } from '@/lib/source/sitemap';
import { bytesOf, indexOf, packed, sitemapOf } from '../../support/sitemap-files';

const A = 'https://a.example/x';
const B = 'https://a.example/y';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const item = (link: string) => `<item><title>T</title><link>${link}</link></item>`;
const many = (count: number) => Array.from({ length: count }, (_, index) => `${A}?${index}`);
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

/** What a file is, the file, its kind and its addresses. */
const WHOLE: [string, string | Uint8Array, string, string[]][] = [
  ['a sitemap', sitemapOf([A, B]), 'urlset', [A, B]],
  ['an index', indexOf([A, B]), 'sitemapindex', [A, B]],
  ['a packed sitemap', packed(sitemapOf([A, B])), 'urlset', [A, B]],
  ['an empty sitemap', `<urlset ${NAMESPACE}/>`, 'urlset', []],
  ['a sitemap after blank lines', `\n\n  ${sitemapOf([A])}`, 'urlset', [A]],
  [
    'a sitemap with something after it',
    `${sitemapOf([A])}\n<!-- ok --> and <b>more`,
    'urlset',
    [A],
  ],
  [
    'a sitemap with prefixes',
    `<s:urlset xmlns:s="x"><s:url><s:loc>${A}</s:loc></s:url></s:urlset>`,
    'urlset',
    [A],
  ],
  [
    'a sitemap with spaces, CDATA and entities',
    sitemapOf([`\n <![CDATA[${A}?a=1&b]]>=2&amp;c=&#x33;&#52; `]),
    'urlset',
    [`${A}?a=1&b=2&c=34`],
  ],
  [
    'a sitemap with images and other languages',
    `<urlset ${NAMESPACE} xmlns:image="i"><url><loc>${A}</loc><xhtml:link rel="alternate" href="${B}"/><image:image><image:loc>${B}</image:loc></image:image></url></urlset>`,
    'urlset',
    [A],
  ],
  [
    'a sitemap that names a DTD',
    `<!DOCTYPE urlset SYSTEM "http://b.example/dtd">${`<urlset><url><loc>${A}</loc></url></urlset>`}`,
    'urlset',
    [A],
  ],
  ['a sitemap in UTF-16', utf16(sitemapOf([A])), 'urlset', [A]],
  [
    'a sitemap in Latin-1 that says so',
    latin1(sitemapOf([`${A}ü`]).replace('UTF-8', 'ISO-8859-1')),
    'urlset',
    [`${A}ü`],
  ],
  [
    'a sitemap in Latin-1 that claims UTF-8',
    latin1(sitemapOf([`${A}ü`, B])),
    'urlset',
    [`${A}\ufffd`, B],
  ],
  [
    'a sitemap in UTF-8 that claims UTF-16',
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

describe('a sitemap file', () => {
  it.each(WHOLE)('is read: %s', async (_, file, kind, addresses) => {
    const sitemap = { kind, addresses, cut: null };
    expect(await readSitemap(bytesOf(file))).toEqual({ sitemap });
    if (file.length < 2_000) expect(await readSitemap(bytesOf(file, 1))).toEqual({ sitemap });
  });

  const problems = Object.entries(PROBLEMS).flatMap(([problem, files]) =>
    files.map(([what, file]) => [problem, what, file] as const),
  );
  it.each(problems)('is refused as %s: %s', async (problem, _, file) => {
    expect(await readSitemap(bytesOf(file))).toEqual({ problem });
  });

  it.each(CUT)('is read up to where it is cut: %s', async (_, file, cut, atLeast) => {
    const read = await readSitemap(bytesOf(file));
    const { sitemap } = 'sitemap' in read ? read : expect.fail(read.problem);
    expect(sitemap.cut).toBe(cut);
    expect(sitemap.addresses.length).toBeGreaterThanOrEqual(atLeast);
    expect(sitemap.addresses.length).toBeLessThanOrEqual(50_000);
  });

  it('is not read any further once it is too large', async () => {
    const bomb = packed(`<urlset>${' '.repeat(100_000_000)}`);
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

  it('that breaks off during the download is read up to the break', async () => {
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
