import { describe, expect, it, vi } from 'vitest';
import { createBatchSource } from '@/components/batch/source/source-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { SitemapContents } from '@/lib/import/sitemap-walk';
import type { Result } from '@/lib/result';
import { createDeferredCalls } from '../../../support/deferred-calls';
import { waitUntil } from '../../../support/wait-until';

const PAGE = 'https://a.example/page';
const CONTENTS: SitemapContents = {
  addresses: [PAGE],
  files: 1,
  end: 'complete',
  forbidden: [],
  twins: [],
  unread: [],
  unreadCount: 0,
  isUsualPlace: false,
};

/** The browser grants all permissions. */
function openSource(tabsFromPopup: number[] = []) {
  const onFound = vi.fn();
  const requestTabs = vi.fn(async () => true);
  const requestHosts = vi.fn(async (_: readonly string[]) => true);
  const tabAddresses = vi.fn(async () => [{ text: PAGE }]);
  const readSitemap = vi.fn<BackgroundApi['readSitemap']>(async () => ({ value: CONTENTS }));
  const tools = { onFound, requestTabs, requestHosts, tabAddresses };
  const source = createBatchSource({ ...tools, background: { readSitemap }, tabsFromPopup });
  return { source, readSitemap, ...tools };
}

describe('open tabs as a source', () => {
  it('request the permission during the press', async () => {
    const { source, requestTabs, tabAddresses, onFound } = openSource([3, 4]);
    const reading = source.readTabs(source.tabsFromPopup);
    expect(requestTabs).toHaveBeenCalledOnce();
    await reading;
    expect(tabAddresses).toHaveBeenCalledWith([3, 4]);
    expect(onFound).toHaveBeenCalledWith([{ text: PAGE }], false);
  });

  it('are not read without the permission', async () => {
    const { source, requestTabs, tabAddresses, onFound } = openSource();
    requestTabs.mockRejectedValue(new Error('no gesture'));
    await source.readTabs('all');
    expect(tabAddresses).not.toHaveBeenCalled();
    expect(onFound).not.toHaveBeenCalled();
    expect(source.problem.value).toEqual({ kind: 'tabsRefused' });
    source.choose('sitemap');
    expect(source.problem.value).toBeNull();
  });
});

describe('a list', () => {
  it('provides its addresses, or reports that it has no addresses', async () => {
    const { source, onFound } = openSource();
    source.enterText(`see ${PAGE}, and more`);
    await source.readList();
    expect(onFound).toHaveBeenLastCalledWith([{ text: PAGE }], false);
    source.enterText('\n# nothing\n');
    await source.readList();
    expect(onFound).toHaveBeenLastCalledWith([], false);
    expect(source.problem.value).toBeNull();
    const [part] = source.rest.value?.sourcesWithoutAddresses ?? [];
    expect(part).toMatchObject({ kind: 'lines', count: 0 });
  });

  it.each(['', ' \n\t'])(
    'is not read if its text is %j, and the last preview stays',
    async (text) => {
      const { source, onFound } = openSource();
      source.enterText(text);
      await source.readFiles([new File([PAGE], 'pages.txt')]);
      await source.readList();
      expect(source.problem.value).toEqual({ kind: 'noText' });
      expect(onFound).toHaveBeenLastCalledWith([{ text: PAGE, where: 'pages.txt' }], false);
      source.enterText(PAGE);
      expect(source.problem.value).toBeNull();
    },
  );

  it('loses its preview when its text changes', async () => {
    const { source, onFound } = openSource();
    source.enterText(PAGE);
    await source.readList();
    expect(onFound).toHaveBeenLastCalledWith([{ text: PAGE }], false);
    source.enterText(`${PAGE}s`);
    expect(onFound).toHaveBeenLastCalledWith([], false);
    await source.readTabs('all');
    expect(onFound).toHaveBeenLastCalledWith([{ text: PAGE }], false);
    source.enterAddress('a.example');
    expect(onFound).toHaveBeenLastCalledWith([], false);
  });

  const SITEMAP = `<urlset><url><loc>${PAGE}</loc></url></urlset>`;
  it('reads files, and names the files that cannot be read', async () => {
    const { source, onFound } = openSource();
    const table = new File([`url,title\n${PAGE},"One, two"\nTotal,`], 'pages.csv');
    const sheet = new File(['PK\x03\x04'], 'b.zip');
    await source.readFiles([new File([SITEMAP], 'a.xml'), table, sheet]);
    expect(onFound.mock.calls).toEqual([
      [
        [
          { text: PAGE, where: 'a.xml' },
          { text: PAGE, where: 'pages.csv' },
        ],
        false,
      ],
    ]);
    const unread = [{ url: 'b.zip', problem: 'broken' }];
    expect(source.rest.value).toMatchObject({ leftOut: 1, unread, unreadCount: 1 });
    expect(source.problem.value).toBeNull();
  });

  const clicks = `Report\nURL,Clicks\n${PAGE},1\nTotal,1`;
  const index = `<sitemapindex><sitemap><loc>${PAGE}</loc></sitemap></sitemapindex>`;
  it.each([
    ['a table with lines that contain no address', clicks, [PAGE], 2, null],
    ['a sitemap without its end', SITEMAP.slice(0, -9), [PAGE], 0, 'broken'],
    ['an index of sitemaps, which contains no pages', index, [], 0, 'isIndex'],
  ])('that is %s has a description of the problem', async (_, text, found, leftOut, fault) => {
    const { source, onFound } = openSource();
    source.enterText(text);
    await source.readList();
    const rows = found.map((text) => ({ text }));
    expect(onFound).toHaveBeenLastCalledWith(rows, false);
    expect(source.rest.value).toMatchObject({ leftOut, fault });
    expect(source.problem.value).toBeNull();
    source.choose('sitemap');
    expect(source.rest.value).toBeNull();
  });
});

describe('a table', () => {
  const backlinks = `Source url,Target url\nhttps://b.example/1,${PAGE}\n`;
  const columns = [
    { header: 'Source url', count: 1 },
    { header: 'Target url', count: 1 },
  ];

  it.each(['text', 'file'])(
    'from a %s is read again when another column is chosen',
    async (kind) => {
      const { source, onFound } = openSource();
      source.enterText(backlinks);
      await (kind === 'text' ? source.readList() : source.readFiles([new File([backlinks], 'a')]));
      expect(source.table.value).toEqual({ columns, chosen: 'Target url' });
      await source.chooseColumn('Source url');
      const [rows] = onFound.mock.lastCall ?? [];
      expect(rows).toMatchObject([{ text: 'https://b.example/1' }]);
      expect(source.table.value).toEqual({ columns, chosen: 'Source url' });
      source.choose('sitemap');
      expect(source.table.value).toBeNull();
    },
  );
});

describe('a sitemap', () => {
  it('is read after its host is allowed during the press', async () => {
    const { source, requestHosts, readSitemap, onFound } = openSource();
    source.enterAddress('a.example/sitemap.xml');
    const reading = source.readSitemap();
    expect(requestHosts).toHaveBeenCalledWith(['https://a.example']);
    expect(readSitemap).not.toHaveBeenCalled();
    await reading;
    expect(readSitemap).toHaveBeenCalledWith('https://a.example/sitemap.xml', []);
    expect(onFound).toHaveBeenCalledWith([{ text: PAGE }], false);
  });

  // eliashaeussler/cache-warmup#402, eliashaeussler/typo3-warming#904 and #1012.
  it.each(['me:secret@', 'me@', ':secret@'])(
    'is read without its user name and password, which are removed from the field: %s',
    async (userInfo) => {
      const { source, requestHosts, readSitemap } = openSource();
      source.enterAddress(`https://${userInfo}a.example/sitemap.xml`);
      expect(source.hadUserInfo.value).toBe(true);
      await source.readSitemap();
      expect(requestHosts).toHaveBeenCalledWith(['https://a.example']);
      expect(readSitemap).toHaveBeenCalledWith('https://a.example/sitemap.xml', []);
      expect(source.address.value).toBe('https://a.example/sitemap.xml');
      expect(source.hadUserInfo.value).toBe(true);
      source.enterAddress('https://a.example/sitemap.xml');
      expect(source.hadUserInfo.value).toBe(false);
    },
  );

  it('has a problem, and requests no permission, if the address is not a web address', async () => {
    const { source, requestHosts } = openSource();
    source.enterAddress('ftp://a.example/');
    await source.readSitemap();
    expect(requestHosts).not.toHaveBeenCalled();
    expect(source.problem.value).toEqual({ kind: 'address', problem: 'notWeb' });
    source.enterAddress('a.example');
    expect(source.problem.value).toBeNull();
  });

  it('lists the forbidden origins until they are allowed', async () => {
    const { source, requestHosts, readSitemap, onFound } = openSource();
    const forbidden = [{ origin: 'https://b.example', files: 2 }];
    readSitemap.mockResolvedValueOnce({ value: { ...CONTENTS, addresses: [], forbidden } });
    source.enterAddress('https://a.example/sitemap.xml');
    await source.readSitemap();
    expect(source.problem.value).toBeNull();
    requestHosts.mockResolvedValueOnce(false);
    await source.readSitemap('https://b.example');
    expect(source.problem.value).toEqual({ kind: 'hostRefused', origin: 'https://b.example' });
    expect(source.rest.value?.forbidden).toEqual(forbidden);
    expect(readSitemap).toHaveBeenCalledTimes(1);
    await source.readSitemap('https://b.example');
    // The permission of the first host was removed in the meantime.
    expect(requestHosts).toHaveBeenLastCalledWith(['https://a.example', 'https://b.example']);
    expect(readSitemap).toHaveBeenLastCalledWith(expect.anything(), ['https://b.example']);
    expect(source.rest.value?.forbidden).toEqual([]);
    await source.readSitemap('https://c.example');
    const allowedOrigins = ['https://b.example', 'https://c.example'];
    expect(readSitemap).toHaveBeenLastCalledWith(expect.anything(), allowedOrigins);
    source.enterAddress('https://a.example/other.xml');
    await source.readSitemap();
    expect(readSitemap).toHaveBeenLastCalledWith('https://a.example/other.xml', []);
    expect(onFound).toHaveBeenLastCalledWith([{ text: PAGE }], false);
  });

  // harlan-zw/unlighthouse#83.
  it('requests the permission for all origins of possible redirects with one press', async () => {
    const { source, requestHosts, readSitemap } = openSource();
    const twins = ['https://a.example', 'https://www.a.example'];
    readSitemap.mockResolvedValueOnce({ value: { ...CONTENTS, addresses: [], twins } });
    source.enterAddress('http://a.example');
    await source.readSitemap();
    expect(source.rest.value?.twins).toEqual(twins);
    requestHosts.mockResolvedValueOnce(false);
    await source.readSitemap(...twins);
    expect(source.problem.value).toEqual({ kind: 'hostRefused', origin: twins.join(', ') });
    await source.readSitemap(...twins);
    expect(requestHosts).toHaveBeenLastCalledWith(['http://a.example', ...twins]);
    expect(readSitemap).toHaveBeenLastCalledWith('http://a.example/', twins);
  });

  it('has a problem with the reason why it could not be read', async () => {
    const { source, readSitemap } = openSource();
    readSitemap.mockRejectedValue(new Error('No answer from background'));
    source.enterAddress('a.example');
    await source.readSitemap();
    expect(source.problem.value).toEqual({ kind: 'failure', failure: { code: 'interrupted' } });
    expect(source.isReading.value).toBe(false);
  });

  it('is dropped if another source is chosen while it is read', async () => {
    const { source, readSitemap, onFound } = openSource();
    const answers = createDeferredCalls<Result<SitemapContents>>();
    readSitemap.mockImplementation(answers.call);
    source.enterAddress('a.example');
    const reading = source.readSitemap();
    await waitUntil(() => expect(readSitemap).toHaveBeenCalled());
    source.choose('tabs');
    expect(source.isReading.value).toBe(false);
    answers.answer(0, { value: CONTENTS });
    await reading;
    expect(onFound).not.toHaveBeenCalledWith([{ text: PAGE }], false);
    expect(source.rest.value).toBeNull();
  });
});
