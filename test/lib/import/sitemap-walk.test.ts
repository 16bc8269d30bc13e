import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { readSitemap } from '@/lib/import/sitemap';
import { type SitemapTools, walkSitemaps } from '@/lib/import/sitemap-walk';
import type { FetchedFile } from '@/lib/service/sitemap-fetch';
import { bytesOf, indexOf, sitemapOf } from '../../support/sitemap-files';

const START = 'https://a.example/sitemap.xml';
const PAGE_A = 'https://a.example/x';
const manyAddresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `${PAGE_A}?${index}`);
const file = (name: string) => `https://a.example/${name}.xml`;

/** Walks sitemaps of a site that has only these files. `read` lists the requested files in order. */
async function walk(
  files: Record<string, string>,
  tools: Partial<SitemapTools> = {},
  start = START,
) {
  const read: string[] = [];
  const fetchedFile = (content: string): FetchedFile => ({
    bytes: bytesOf(content),
    failure: () => null,
  });
  const found = await walkSitemaps(start, {
    isAllowed: (origin) => origin === 'https://a.example',
    parse: readSitemap,
    async read(url) {
      read.push(url);
      const content = files[url];
      if (content !== undefined) return { value: fetchedFile(content) };
      return { failure: { code: 'refused', status: 404, message: null } };
    },
    ...tools,
  });
  return { ...found, read };
}

describe('walkSitemaps', () => {
  it('reads a single sitemap', async () => {
    expect(await walk({ [START]: sitemapOf([PAGE_A, PAGE_A]) })).toEqual({
      addresses: [PAGE_A, PAGE_A],
      files: 1,
      forbidden: [],
      twins: [],
      unread: [],
      unreadCount: 0,
      isUsualPlace: false,
      end: 'complete',
      read: [START],
    });
  });

  // harlan-zw/unlighthouse#83, unhosted/website#34, remojansen/www.unsc.info#12.
  it.each([
    ['https://a.example/', ['https://www.a.example']],
    ['https://www.a.example/sitemap.xml', ['https://a.example']],
    ['http://a.example/', ['http://www.a.example', 'https://a.example', 'https://www.a.example']],
  ])('lists the probable targets if the browser hides the redirect of %s', async (start, twins) => {
    const { origin } = new URL(start);
    const failure: Failure = { code: 'redirected', to: null };
    const read = async () => ({ failure });
    const found = await walk({}, { read, isAllowed: (one) => one === origin }, start);
    const unread = [{ url: `${origin}/sitemap.xml`, failure }];
    expect(found).toMatchObject({ twins, forbidden: [], unread, unreadCount: 1 });
    const allowed = await walk({}, { read, isAllowed: () => true }, start);
    expect(allowed.twins).toEqual([]);
  });

  it('lists the target of a redirect as forbidden if the browser shows the target', async () => {
    const failure: Failure = { code: 'redirected', to: 'https://b.example/sitemap.xml' };
    const found = await walk({}, { read: async () => ({ failure }) }, 'https://a.example/');
    const forbidden = [{ origin: 'https://b.example', files: 1 }];
    const unread = [{ url: 'https://a.example/robots.txt', failure }];
    expect(found).toMatchObject({ forbidden, twins: [], unread });
  });

  // eliashaeussler/cache-warmup#402.
  it('removes user names and passwords from requests and from the returned value', async () => {
    const index = indexOf(['https://me:secret@a.example/one.xml', 'ftp://me:secret@a.example/two']);
    const start = 'https://me:secret@a.example/';
    const found = await walk({ [START]: index }, {}, start);
    expect(found.read).toEqual(['https://a.example/robots.txt', START, file('one')]);
    expect(JSON.stringify(found)).not.toContain('secret');
    expect(found.unread.map(({ url }) => url)).toEqual(['ftp://a.example/two', file('one')]);
  });

  it('reads each file once if indexes name each other', async () => {
    const files = {
      [START]: indexOf([START, file('one'), '/two.xml', `${file('one')}#part`]),
      [file('one')]: sitemapOf([PAGE_A]),
      [file('two')]: indexOf([START, file('two'), file('one')]),
    };
    const found = await walk(files);
    expect(found.read.toSorted()).toEqual([file('one'), START, file('two')].toSorted());
    expect(found).toMatchObject({ addresses: [PAGE_A], files: 3, unread: [], end: 'complete' });
  });

  it('follows three levels of indexes, and lists deeper indexes as unread', async () => {
    const files = {
      [START]: indexOf([file('1')]),
      [file('1')]: indexOf([file('2')]),
      [file('2')]: indexOf([file('3'), file('4')]),
      [file('3')]: sitemapOf([PAGE_A]),
      [file('4')]: indexOf([file('5')]),
      [file('5')]: sitemapOf([`${PAGE_A}?5`]),
    };
    const unread = [{ url: file('4'), problem: 'tooDeep' }];
    expect(await walk(files)).toMatchObject({ addresses: [PAGE_A], unread, end: 'complete' });
  });

  it('counts the files of other origins, and does not read these files', async () => {
    const others = ['https://b.example/1', 'https://b.example/2', 'http://a.example/3'];
    const found = await walk({ [START]: indexOf(others) });
    expect(found.read).toEqual([START]);
    expect(found.forbidden).toEqual([
      { origin: 'https://b.example', files: 2 },
      { origin: 'http://a.example', files: 1 },
    ]);
    const none = await walk({}, { isAllowed: () => false });
    expect(none).toMatchObject({
      read: [],
      forbidden: [{ origin: 'https://a.example', files: 1 }],
    });
  });

  it('gives the reason for each unread or partly read file', async () => {
    const cut = 'https://a.example/cut';
    const failure: Failure = { code: 'timedOut', seconds: 60 };
    const files: Record<string, string> = {
      [START]: indexOf([file('page'), file('half'), file('gone'), cut, 'ftp://a.example/']),
      [file('page')]: '<!doctype html>',
      [file('half')]: sitemapOf([PAGE_A]).slice(0, -9),
    };
    const found = await walk(files, {
      read: async (url) => {
        const content = files[url];
        if (url === cut) return { value: { bytes: bytesOf(''), failure: () => failure } };
        if (content !== undefined)
          return { value: { bytes: bytesOf(content), failure: () => null } };
        return { failure: { code: 'unreachable' } };
      },
    });
    expect(found).toMatchObject({ addresses: [PAGE_A], files: 2, end: 'complete' });
    expect(found.unread).toHaveLength(5);
    expect(found.unread).toEqual(
      expect.arrayContaining([
        { url: 'ftp://a.example/', problem: 'notAnAddress' },
        { url: file('page'), problem: 'notASitemap' },
        { url: file('half'), problem: 'broken' },
        { url: file('gone'), failure: { code: 'unreachable' } },
        { url: cut, failure },
      ]),
    );
  });

  const SITE = 'https://a.example/';
  const ROBOTS = 'https://a.example/robots.txt';
  // apify/crawlee#2307, harlan-zw/mdream#116 and the protocol at sitemaps.org.
  it.each<[what: string, start: string, files: Record<string, string>, read: string[]]>([
    [
      'robots.txt names the sitemap',
      SITE,
      { [ROBOTS]: `Sitemap: ${file('1')}`, [file('1')]: sitemapOf([PAGE_A]) },
      [ROBOTS, file('1')],
    ],
    ['robots.txt does not exist', SITE, { [START]: sitemapOf([PAGE_A]) }, [ROBOTS, START]],
    [
      'robots.txt names no sitemap',
      SITE,
      // developer.wordpress.org, do_robots().
      {
        [ROBOTS]: 'User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n',
        [START]: sitemapOf([PAGE_A]),
      },
      [ROBOTS, START],
    ],
    [
      'the start is robots.txt',
      ROBOTS,
      { [ROBOTS]: 'sitemap: /sitemap.xml', [START]: sitemapOf([PAGE_A]) },
      [ROBOTS, START],
    ],
  ])('finds the sitemap of a site if %s', async (_, start, files, read) => {
    const found = await walk(files, {}, start);
    expect(found).toMatchObject({ addresses: [PAGE_A], read, unread: [], unreadCount: 0 });
  });

  it.each([
    [SITE, START],
    [ROBOTS, ROBOTS],
  ])('gives the reason if the start is %s and no file exists', async (start, url) => {
    const failure: Failure = { code: 'refused', status: 404, message: null };
    const unread = [{ url, failure }];
    expect(await walk({}, {}, start)).toMatchObject({ addresses: [], unread });
  });

  // After a move, the robots.txt of a site may still name the former sitemap.
  it('falls back to /sitemap.xml if the files that robots.txt names are unreadable', async () => {
    const robots = `Sitemap: ${file('former')}`;
    const found = await walk({ [ROBOTS]: robots, [START]: sitemapOf([PAGE_A]) }, {}, SITE);
    expect(found.read).toEqual([ROBOTS, file('former'), START]);
    expect(found).toMatchObject({ addresses: [PAGE_A], isUsualPlace: true, unreadCount: 1 });
    const none = await walk({ [ROBOTS]: robots }, {}, SITE);
    expect(none).toMatchObject({ addresses: [], isUsualPlace: false, unreadCount: 2 });
    const direct = await walk({}, {}, START);
    expect(direct.read).toEqual([START]);
  });

  it('reads no further file if robots.txt names only another origin', async () => {
    // crawler-commons/crawler-commons#85.
    const files = { [ROBOTS]: 'Sitemap: https://b.example/map.xml', [START]: sitemapOf([PAGE_A]) };
    const found = await walk(files, {}, SITE);
    expect(found.read).toEqual([ROBOTS]);
    expect(found.forbidden).toEqual([{ origin: 'https://b.example', files: 1 }]);
  });

  it('limits the lists of origins and unread files, and the total length of addresses', async () => {
    const missing = Array.from({ length: 30 }, (_, n) => file(`gone-${n}`));
    const others = Array.from({ length: 30 }, (_, n) => `https://b${n}.example/`);
    const none = Array.from({ length: 30 }, (_, n) => `ftp://a.example/${n}`);
    const long = Array.from({ length: 4_000 }, (_, n) => `${PAGE_A}?${n}${'a'.repeat(7_000)}`);
    const found = await walk({
      [START]: indexOf([...missing, ...others, ...none, file('long')]),
      [file('long')]: sitemapOf(long),
    });
    expect(found.forbidden).toHaveLength(20);
    expect(found.unread).toHaveLength(20);
    expect(found.unreadCount).toBe(70);
    expect(found.addresses.join('').length).toBeLessThanOrEqual(20_000_000);
    expect(found.end).toBe('tooMany');
  });

  it.each([
    ['further files follow', [file('1'), file('2'), file('3')], 'tooMany'],
    ['no further file follows', [file('1'), file('2')], 'complete'],
  ])('ends at 50,000 addresses if %s', async (_, children, end) => {
    const found = await walk({
      [START]: indexOf(children),
      [file('1')]: sitemapOf(manyAddresses(30_000)),
      [file('2')]: sitemapOf(manyAddresses(20_000)),
      [file('3')]: sitemapOf(manyAddresses(10)),
    });
    expect(found.addresses).toHaveLength(50_000);
    expect(found.end).toBe(end);
  });

  it('reads no further file after 50,000 addresses', async () => {
    const found = await walk({
      [START]: indexOf([file('1'), file('2')]),
      [file('1')]: sitemapOf(manyAddresses(50_000)),
      [file('2')]: indexOf([file('3')]),
    });
    expect(found.read).not.toContain(file('3'));
    expect(found.end).toBe('tooMany');
  });

  it('reads the allowed files of an index with more than 50,000 files', async () => {
    const children = [file('one'), ...manyAddresses(50_001).map((url) => url.replace('a.', 'b.'))];
    const found = await walk({ [START]: indexOf(children), [file('one')]: sitemapOf([PAGE_A]) });
    expect(found).toMatchObject({ addresses: [PAGE_A], files: 2, end: 'tooMany' });
  });

  it('stops reading at the time limit, and returns the number of files so far', async () => {
    const limit = new AbortController();
    let inFlight = 0;
    const found = await walk(
      {},
      {
        timeLimit: () => limit.signal,
        read: async (url, signal) => {
          const index = indexOf(['/1', '/2', '/3', '/4']);
          if (url === START) return { value: { bytes: bytesOf(index), failure: () => null } };
          inFlight += 1;
          if (inFlight === 2) setTimeout(() => limit.abort());
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          return { failure: { code: 'interrupted' } };
        },
      },
    );
    expect(found).toMatchObject({ files: 1, unread: [], end: 'timedOut' });
    expect(inFlight).toBe(2);
  });
});
