import { describe, expect, it, vi } from 'vitest';
import { createPageHistories } from '@/lib/background/page-histories';
import type { PageHistory } from '@/lib/model/page-history';
import { sampleReport } from '../model/sample-report';
import { holdAnswers } from './held-answers';
import { createMemoryItems } from './memory-items';
import { quiescence } from './quiescence';

const page = 'https://host.example/page';
const later = '2026-11-02T10:00:00.000Z';

function keepHistories() {
  const items = createMemoryItems<PageHistory>();
  const pages = createPageHistories(items);
  const idsOf = async (url: string) => (await pages.of(url)).reports.map(({ id }) => id);
  return { items, pages, idsOf };
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

describe('a store that has no space', () => {
  it('costs what would have been added, and neither the call nor what follows', async () => {
    const { items, pages, idsOf } = keepHistories();
    vi.spyOn(items, 'write').mockRejectedValueOnce(new Error('No space left'));
    await expect(pages.note([sampleReport('1', { url: page })])).resolves.toBeUndefined();
    await pages.note([sampleReport('2', { url: page })]);
    await expect(idsOf(page)).resolves.toEqual(['2']);
  });
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
