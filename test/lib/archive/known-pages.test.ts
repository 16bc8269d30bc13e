import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { createKnownPages, pageIndexItem } from '@/lib/archive/known-pages';
import { listItems } from '@/lib/archive/list-items';
import { placeOf, UNKNOWN_PAGE } from '@/lib/archive/page-history';
import { pageKey } from '@/lib/url/page-key';
import { emptyBrowser } from '../../support/empty-browser';
import { sampleReport } from '../../support/sample-report';

const page = 'https://host.example/page';
const later = '2026-11-02T10:00:00.000Z';
const items = listItems.pages('a');
const index = pageIndexItem('a');

const openPages = (signal = new AbortController().signal) =>
  createKnownPages('a', signal, () => {});

async function historyOf(url: string) {
  const key = pageKey(url);
  return (await items.read([key])).get(key) ?? UNKNOWN_PAGE;
}

async function idsOf(url: string): Promise<string[]> {
  return (await historyOf(url)).reports.map(({ id }) => id);
}

beforeEach(emptyBrowser);

describe('what is known of a page', () => {
  it('is found by every address of the page', async () => {
    await openPages().note([
      sampleReport('1', { url: `${page}?b=2&a=1#part` }),
      sampleReport('2', { url: `${page}/?a=1&b=2&utm_source=mail`, generatedAt: later }),
      sampleReport('3', { url: `${page}?a=2` }),
    ]);
    await expect(idsOf(`${page}?gclid=x&a=1&b=2`)).resolves.toEqual(['2', '1']);
    await expect(idsOf(page)).resolves.toEqual([]);
  });

  it('is also what a service lists without a scheme: most pages have https', async () => {
    const pages = openPages();
    const bare = sampleReport('1', { url: 'host.example/page?utm_source=mail' });
    await pages.note([bare, sampleReport('2', { url: 'localhost:8000/page' })]);
    await expect(idsOf(page)).resolves.toEqual(['1']);
    await expect(idsOf('http://localhost:8000/page')).resolves.toEqual(['2']);
    await pages.forget(placeOf(bare));
    await expect(idsOf(page)).resolves.toEqual([]);
  });

  it('has all that came at once, and what a later list says', async () => {
    const pages = openPages();
    await Promise.all([
      pages.note([sampleReport('1', { url: page })]),
      pages.note([sampleReport('2', { url: page, generatedAt: later })]),
      pages.note([sampleReport('2', { url: page, generatedAt: later, privacy: 0 })]),
      pages.forget(placeOf(sampleReport('1', { url: page }))),
    ]);
    await expect(historyOf(page)).resolves.toMatchObject({ reports: [{ id: '2', privacy: 0 }] });
  });

  it('loses a report that is no more with its ratings, and goes with the last one', async () => {
    const pages = openPages();
    await pages.note([sampleReport('1', { url: page }), sampleReport('2', { url: page })]);
    await pages.forget(placeOf(sampleReport('1', { url: `${page}#part` })));
    await expect(historyOf(page)).resolves.toMatchObject({
      reports: [{ id: '2' }],
      results: [{ reportId: '2' }],
    });
    await pages.forget(placeOf(sampleReport('2', { url: page })));
    await expect(index.read()).resolves.toEqual([]);
    await expect(pages.known()).resolves.toEqual([]);
  });
});

describe('the bounds of what is known', () => {
  it('are 300 pages, those that were noted last, and of a list its first reports', async () => {
    const pages = openPages();
    await pages.note(Array.from({ length: 400 }, (_, id) => sampleReport(`${id}`)));
    await expect(idsOf('https://host.example/300')).resolves.toEqual([]);
    await expect(idsOf('https://host.example/299')).resolves.toEqual(['299']);
    await pages.note([sampleReport('new'), sampleReport('299', { privacy: 0 })]);
    await expect(pages.known()).resolves.toHaveLength(300);
    await expect(idsOf('https://host.example/299')).resolves.toEqual(['299']);
    await expect(idsOf('https://host.example/298')).resolves.toEqual([]);
  });

  it('are addresses and keys of 2,000 characters', async () => {
    const pages = openPages();
    const fits = `${page}?${'x'.repeat(2_000 - page.length - 2)}`;
    await pages.note([
      sampleReport('0', { url: null }),
      sampleReport('1', { url: `${fits}xx` }),
      sampleReport('3', { url: `${page}/${'ä'.repeat(500)}` }),
      sampleReport('4', { url: fits.slice(0, -1) }),
    ]);
    await expect(pages.known()).resolves.toMatchObject([{ id: '4' }]);
  });

  it('hold for what is stored without an index', async () => {
    await items.write(new Map([['https://left.example/', { reports: [], results: [] }]]));
    await openPages().note([sampleReport('1', { url: page })]);
    expect(Object.keys(await fakeBrowser.storage.local.get())).not.toContain(
      'connection/a/page/https://left.example/',
    );
  });
});

it('a full store fails no call', async () => {
  vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValueOnce(new Error('Full'));
  await expect(openPages().note([sampleReport('1', { url: page })])).resolves.toBeUndefined();
  await expect(idsOf(page)).resolves.toEqual([]);
});

it('nothing is noted of a connection that was taken down', async () => {
  await openPages(AbortSignal.abort()).note([sampleReport('1', { url: page })]);
  await expect(idsOf(page)).resolves.toEqual([]);
});
