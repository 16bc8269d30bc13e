import { describe, expect, it, vi } from 'vitest';
import type { PageHistory } from '@/lib/page-history/page-history';
import type { PageIndex } from '@/lib/page-history/page-index';
import { createPageHistories } from '@/lib/page-history/worker/page-histories';
import { holdAnswers } from '../../../support/held-answers';
import { createMemoryItem } from '../../../support/memory-item';
import { createMemoryItems } from '../../../support/memory-items';
import { createMemoryLocks } from '../../../support/memory-locks';
import { sampleReport } from '../../../support/sample-report';

const page = 'https://host.example/page';
const later = '2026-11-02T10:00:00.000Z';

function openHistories() {
  const items = createMemoryItems<PageHistory>();
  const index = createMemoryItem<PageIndex>();
  const controller = new AbortController();
  const runExclusive = createMemoryLocks();
  const pages = createPageHistories(
    items,
    index,
    (work) => runExclusive('pages', work),
    controller.signal,
  );
  const idsOf = async (url: string) => (await pages.of(url)).reports.map(({ id }) => id);
  return { items, index, controller, pages, idsOf };
}

describe('what is known of a page', () => {
  it('is nothing at first', async () => {
    const { pages } = openHistories();
    await expect(pages.of(page)).resolves.toEqual({ reports: [], results: [] });
  });

  it('is found by every address of the page', async () => {
    const { pages, idsOf } = openHistories();
    await pages.note([
      sampleReport('1', { url: `${page}?b=2&a=1#part` }),
      sampleReport('2', { url: `${page}/?a=1&b=2&utm_source=mail`, generatedAt: later }),
      sampleReport('3', { url: `${page}?a=2` }),
    ]);
    await expect(idsOf(`${page}?gclid=x&a=1&b=2`)).resolves.toEqual(['2', '1']);
    await expect(idsOf(page)).resolves.toEqual([]);
  });

  it('is also what a service lists without a scheme: most pages have https', async () => {
    const { pages, idsOf } = openHistories();
    const bare = sampleReport('1', { url: 'host.example/page?utm_source=mail' });
    const local = sampleReport('2', { url: 'localhost:8000/page' });
    await pages.note([bare, local]);
    await expect(idsOf(page)).resolves.toEqual(['1']);
    await expect(idsOf('http://localhost:8000/page')).resolves.toEqual(['2']);
    await pages.forget(bare);
    await expect(idsOf(page)).resolves.toEqual([]);
  });

  it('is what a later list says of its report', async () => {
    const { pages } = openHistories();
    await pages.note([sampleReport('1', { url: page }), sampleReport('2')]);
    await pages.note([sampleReport('1', { url: page, privacy: 0 }), sampleReport('2')]);
    await expect(pages.of(page)).resolves.toMatchObject({ reports: [{ id: '1', privacy: 0 }] });
  });

  it('has all that came at once', async () => {
    const { pages, idsOf } = openHistories();
    await Promise.all([
      pages.note([sampleReport('1', { url: page })]),
      pages.note([sampleReport('2', { url: page, generatedAt: later })]),
      pages.forget(sampleReport('1', { url: page })),
    ]);
    await expect(idsOf(page)).resolves.toEqual(['2']);
  });

  it('loses a report that is no more, with its ratings', async () => {
    const { pages } = openHistories();
    await pages.note([sampleReport('1', { url: page }), sampleReport('2', { url: page })]);
    await pages.forget(sampleReport('1', { url: `${page}#part` }));
    await expect(pages.of(page)).resolves.toMatchObject({
      reports: [{ id: '2' }],
      results: [{ reportId: '2' }],
    });
  });

  it('is forgotten with its last report', async () => {
    const { items, index, pages } = openHistories();
    await pages.note([sampleReport('1', { url: page }), sampleReport('2')]);
    await pages.forget(sampleReport('1', { url: page }));
    expect([...items.stored.keys()]).toEqual(['https://host.example/2']);
    expect(index.stored?.map(({ key }) => key)).toEqual(['https://host.example/2']);
  });
});

describe('the bounds of what is known', () => {
  it('are 500 pages, those of the first reports in a list', async () => {
    const { items, index, pages, idsOf } = openHistories();
    const reports = Array.from({ length: 700 }, (_, id) => sampleReport(String(id)));
    await pages.note(reports);
    expect(items.stored.size).toBe(500);
    expect(new Set(index.stored?.map(({ key }) => key))).toEqual(new Set(items.stored.keys()));
    await expect(idsOf('https://host.example/0')).resolves.toEqual(['0']);
    await expect(idsOf('https://host.example/500')).resolves.toEqual([]);
  });

  it('are addresses and keys of 2,000 characters', async () => {
    const { items, pages } = openHistories();
    const fits = `${page}?${'x'.repeat(2_000 - page.length - 2)}`;
    await pages.note([
      sampleReport('0', { url: null }),
      sampleReport('1', { url: `${fits}x` }),
      sampleReport('2', { url: `${page}#${'x'.repeat(2_000)}` }),
      sampleReport('3', { url: `${page}/${'ä'.repeat(500)}` }),
    ]);
    expect(items.stored.size).toBe(0);
    await pages.note([sampleReport('4', { url: fits.slice(0, -1) })]);
    expect(items.stored.size).toBe(1);
  });

  it('hold for what an extension without an index has left', async () => {
    const { items, pages } = openHistories();
    await items.write(new Map([['https://left.example/', { reports: [], results: [] }]]));
    await pages.note([sampleReport('1', { url: page })]);
    expect([...items.stored.keys()]).toEqual([page]);
  });
});

describe('a store that has no space', () => {
  it.each(['items', 'index'] as const)(
    'leaves nothing that is no longer true, and nothing without an index: %s',
    async (failing) => {
      const opened = openHistories();
      const { items, pages, idsOf } = opened;
      await pages.note([sampleReport('1', { url: page }), sampleReport('2')]);
      vi.spyOn(opened[failing], 'write').mockRejectedValueOnce(new Error('No space left'));
      const changed = sampleReport('1', { url: page, privacy: 0 });
      await pages.note([changed, sampleReport('3')]);
      expect([...items.stored.keys()]).toEqual(['https://host.example/2']);
      await pages.note([changed]);
      await expect(idsOf(page)).resolves.toEqual(['1']);
    },
  );
});

describe('histories whose connection was taken down', () => {
  it('store nothing more', async () => {
    const { controller, items, index, pages } = openHistories();
    controller.abort();
    await pages.note([sampleReport('1')]);
    expect([items.stored.size, index.stored]).toEqual([0, undefined]);
  });

  it('do not finish what they have begun', async () => {
    const { controller, items, index, pages } = openHistories();
    const writes = holdAnswers<void>();
    vi.spyOn(index, 'write').mockImplementation(writes.call);
    const noting = pages.note([sampleReport('1')]);
    await writes.asked(1);
    controller.abort();
    writes.answer(0, undefined);
    await noting;
    expect(items.stored.size).toBe(0);
  });
});
