import { describe, expect, it, vi } from 'vitest';
import type { PageHistory } from '@/lib/page-history/page-history';
import type { PageIndex } from '@/lib/page-history/page-index';
import { createPageHistories } from '@/lib/page-history/worker/page-histories';
import { holdAnswers } from '../../../support/held-answers';
import { createMemoryItem } from '../../../support/memory-item';
import { createMemoryItems } from '../../../support/memory-items';
import { quiescence } from '../../../support/quiescence';
import { sampleReport } from '../../../support/sample-report';

const page = 'https://host.example/page';
const later = '2026-11-02T10:00:00.000Z';

function keepHistories() {
  const items = createMemoryItems<PageHistory>();
  const index = createMemoryItem<PageIndex>();
  const pages = createPageHistories(items, index);
  const idsOf = async (url: string) => (await pages.of(url)).reports.map(({ id }) => id);
  return { items, index, pages, idsOf };
}

describe('what is known of a page', () => {
  it('is nothing at first', async () => {
    const { pages } = keepHistories();
    await expect(pages.of(page)).resolves.toEqual({ reports: [], results: [] });
  });

  it('is found by every address of the page', async () => {
    const { pages, idsOf } = keepHistories();
    await pages.note([
      sampleReport('1', { url: `${page}?b=2&a=1#part` }),
      sampleReport('2', { url: `${page}/?a=1&b=2&utm_source=mail`, generatedAt: later }),
      sampleReport('3', { url: `${page}?a=2` }),
    ]);
    await expect(idsOf(`${page}?gclid=x&a=1&b=2`)).resolves.toEqual(['2', '1']);
    await expect(idsOf(page)).resolves.toEqual([]);
  });

  it('is written once for a whole list, each page under a key of its own', async () => {
    const { items, pages } = keepHistories();
    await pages.note([
      sampleReport('1', { url: page }),
      sampleReport('2', { url: `${page}#part` }),
      sampleReport('3', { url: 'https://host.example/other' }),
    ]);
    expect(items.written).toHaveLength(1);
    expect(items.stored.size).toBe(2);
  });

  it('is not written again where a list adds nothing', async () => {
    const { items, pages } = keepHistories();
    const reports = [sampleReport('1'), sampleReport('2')];
    await pages.note(reports);
    await pages.note(structuredClone(reports));
    await pages.note([]);
    expect(items.written).toHaveLength(1);
  });

  it('is written for the one page that has changed', async () => {
    const { items, pages } = keepHistories();
    await pages.note([sampleReport('1', { url: page }), sampleReport('2')]);
    await pages.note([sampleReport('1', { url: page, privacy: 0 }), sampleReport('2')]);
    expect(items.written[1]).toHaveLength(1);
    await expect(pages.of(page)).resolves.toMatchObject({ reports: [{ id: '1', privacy: 0 }] });
  });

  it('leaves out reports whose address the service did not send', async () => {
    const { items, pages } = keepHistories();
    await pages.note([sampleReport('1', { url: null })]);
    await pages.forget(sampleReport('1', { url: null }));
    expect(items.written).toEqual([]);
  });

  it('has all that came at once', async () => {
    const { pages, idsOf } = keepHistories();
    await Promise.all([
      pages.note([sampleReport('1', { url: page })]),
      pages.note([sampleReport('2', { url: page, generatedAt: later })]),
      pages.forget(sampleReport('1', { url: page })),
    ]);
    await expect(idsOf(page)).resolves.toEqual(['2']);
  });

  it('loses a report that is no more, with its ratings', async () => {
    const { pages } = keepHistories();
    await pages.note([sampleReport('1', { url: page }), sampleReport('2', { url: page })]);
    await pages.forget(sampleReport('1', { url: `${page}#part` }));
    await expect(pages.of(page)).resolves.toMatchObject({
      reports: [{ id: '2' }],
      results: [{ reportId: '2' }],
    });
  });
});

describe('the bounds of what is known', () => {
  const urls = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => `https://host.example/page-${from + index}`);
  const reportsOf = (all: string[]) => all.map((url, id) => sampleReport(String(id), { url }));

  it('are the 500 pages that were noted last', async () => {
    const { items, index, pages, idsOf } = keepHistories();
    for (let from = 0; from < 500; from += 100) await pages.note(reportsOf(urls(100, from)));
    await pages.note(reportsOf(urls(1)));
    await pages.note(reportsOf(urls(100, 500)));
    expect(items.stored.size).toBe(500);
    expect(index.stored?.map(({ key }) => key).toSorted()).toEqual(
      [...items.stored.keys()].toSorted(),
    );
    // The first list was noted from its last report to its first.
    await expect(idsOf('https://host.example/page-0')).resolves.toEqual(['0']);
    await expect(idsOf('https://host.example/page-99')).resolves.toEqual([]);
    await expect(idsOf('https://host.example/page-100')).resolves.toEqual(['0']);
  });

  it('keep the first of more reports than there may be pages', async () => {
    const { items, pages, idsOf } = keepHistories();
    await pages.note(reportsOf(urls(700)));
    expect(items.stored.size).toBe(500);
    await expect(idsOf('https://host.example/page-0')).resolves.toEqual(['0']);
    await expect(idsOf('https://host.example/page-500')).resolves.toEqual([]);
  });

  it('are two million bytes', async () => {
    const { items, pages } = keepHistories();
    const long = urls(400).map((url) => `${url}?${'x'.repeat(1_900)}`);
    const reports = long.flatMap((url, page) =>
      Array.from({ length: 20 }, (_, report) => sampleReport(`${page}-${report}`, { url })),
    );
    for (let at = 0; at < reports.length; at += 400) await pages.note(reports.slice(at, at + 400));
    const size = JSON.stringify([...items.stored]).length;
    expect(size).toBeLessThan(2_000_000);
    expect(size).toBeGreaterThan(1_800_000);
  });

  it('are addresses and keys of 2,000 characters', async () => {
    const { items, pages } = keepHistories();
    const fits = `${page}?${'x'.repeat(2_000 - page.length - 2)}`;
    await pages.note([
      sampleReport('1', { url: `${fits}x` }),
      sampleReport('2', { url: `${page}#${'x'.repeat(2_000)}` }),
      sampleReport('3', { url: `${page}/${'ä'.repeat(500)}` }),
    ]);
    expect(items.stored.size).toBe(0);
    await pages.note([sampleReport('4', { url: fits.slice(0, -1) })]);
    expect(items.stored.size).toBe(1);
  });

  it('hold for what an extension without an index has left', async () => {
    const { items, pages } = keepHistories();
    await items.write(new Map([['https://left.example/', { reports: [], results: [] }]]));
    await pages.note([sampleReport('1', { url: page })]);
    expect([...items.stored.keys()]).toEqual([page]);
  });

  it('cost one write of the index a list, and none where nothing changes', async () => {
    const { index, pages } = keepHistories();
    await pages.note(reportsOf(urls(100)));
    await pages.note(reportsOf(urls(100)));
    expect(index.written).toHaveLength(1);
  });
});

describe('a page whose last report is forgotten', () => {
  it('is forgotten with it', async () => {
    const { items, index, pages } = keepHistories();
    await pages.note([sampleReport('1', { url: page }), sampleReport('2')]);
    await pages.forget(sampleReport('1', { url: page }));
    expect([...items.stored.keys()]).toEqual(['https://host.example/2']);
    expect(index.stored?.map(({ key }) => key)).toEqual(['https://host.example/2']);
  });

  it('is not noted by it', async () => {
    const { items, index, pages } = keepHistories();
    await pages.forget(sampleReport('1'));
    expect(items.written).toEqual([]);
    expect(index.written).toEqual([]);
  });
});

describe('a store that has no space', () => {
  it('costs what would have been added, and neither the call nor what follows', async () => {
    const { items, pages, idsOf } = keepHistories();
    vi.spyOn(items, 'write').mockRejectedValueOnce(new Error('No space left'));
    await expect(pages.note([sampleReport('1', { url: page })])).resolves.toBeUndefined();
    await pages.note([sampleReport('2', { url: page })]);
    await expect(idsOf(page)).resolves.toEqual(['2']);
  });

  it.each(['items', 'index'] as const)(
    'leaves nothing that is no longer true, and nothing without an index: %s',
    async (failing) => {
      const kept = keepHistories();
      const { items, pages, idsOf } = kept;
      await pages.note([sampleReport('1', { url: page }), sampleReport('2')]);
      vi.spyOn(kept[failing], 'write').mockRejectedValueOnce(new Error('No space left'));
      const other = sampleReport('3', { url: 'https://host.example/other' });
      await pages.note([sampleReport('1', { url: page, privacy: 0 }), other]);
      expect([...items.stored.keys()]).toEqual(['https://host.example/2']);
      await pages.note([sampleReport('1', { url: page, privacy: 0 })]);
      await expect(idsOf(page)).resolves.toEqual(['1']);
    },
  );
});

describe('closing the histories', () => {
  it('waits for the last write and lets none follow', async () => {
    const { items, pages } = keepHistories();
    const writes = holdAnswers<void>();
    vi.spyOn(items, 'write').mockImplementation(writes.call);
    void pages.note([sampleReport('1')]);
    await writes.asked(1);
    const closed = vi.fn();
    const closing = pages.close().then(closed);
    await quiescence();
    expect(closed).not.toHaveBeenCalled();
    writes.answer(0, undefined);
    await closing;
    await pages.note([sampleReport('2')]);
    await pages.forget(sampleReport('1'));
    expect(writes.count).toBe(1);
  });
});
