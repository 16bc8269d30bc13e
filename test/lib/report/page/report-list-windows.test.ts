import { computed, signal } from '@preact/signals';
import { expect, it } from 'vitest';
import type { Deletion } from '@/lib/deletion/deletion';
import { createReportList } from '@/lib/report/page/report-list';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { storedSignal } from '@/lib/storage/stored-signal';
import { createMemoryItem } from '../../../support/memory-item';
import { openListCache } from '../../../support/open-list-cache';
import { sampleReport } from '../../../support/sample-report';

const search: ReportQuery = { ...RECENT_REPORTS_QUERY, search: 'host.example/1' };

/** Two windows on one background, each with a question of its own that has not been asked yet. */
async function openTwoWindows() {
  const { item, cache, answer, lists } = openListCache();
  await item.remove();
  const deletions = signal<readonly Deletion[]>([]);

  async function open(query: ReportQuery) {
    const stored = await storedSignal(item);
    const list = createReportList({
      stored: computed(() => stored.value ?? []),
      deletions,
      query,
      queryItem: createMemoryItem<ReportQuery>(),
      read: cache.read,
    });
    const shownIds = () => list.shown.value?.reports.map(({ id }) => id);
    return { list, shownIds, isAnswered: () => list.shown.value?.isAnswer };
  }

  return {
    cache,
    answer,
    lists,
    deletions,
    all: await open(RECENT_REPORTS_QUERY),
    found: await open(search),
  };
}

/** The same, with both answered, the one that was asked first as the last. */
async function openAnswered() {
  const opened = await openTwoWindows();
  const reading = [opened.all.list.refresh(), opened.found.list.refresh()];
  opened.answer(1, '1');
  await reading[1];
  opened.answer(0, '2', '1');
  await reading[0];
  return opened;
}

it('each window shows the answer to its own question, whichever comes first', async () => {
  const { all, found } = await openAnswered();
  expect([all.shownIds(), all.isAnswered()]).toEqual([['2', '1'], true]);
  expect([found.shownIds(), found.isAnswered()]).toEqual([['1'], true]);
});

it('each follows what is created, changed and deleted, as far as it is concerned', async () => {
  const { cache, all, found } = await openAnswered();
  await cache.add(sampleReport('12'), sampleReport('7'));
  expect([all.shownIds(), found.shownIds()]).toEqual([
    ['12', '7', '2', '1'],
    ['12', '1'],
  ]);
  const changed = sampleReport('1', { privacy: 0 });
  await cache.replace(changed);
  expect(all.list.shown.value?.reports.at(-1)).toEqual(changed);
  expect(found.list.shown.value?.reports.at(-1)).toEqual(changed);
  await cache.remove('1');
  expect([all.shownIds(), found.shownIds()]).toEqual([['12', '7', '2'], ['12']]);
  expect([all.isAnswered(), found.isAnswered()]).toEqual([true, true]);
});

it('a report that is being deleted is hidden in each until it is gone, or the deletion fails', async () => {
  const { cache, deletions, all, found } = await openAnswered();
  const facts = { report: sampleReport('1'), dueAt: '2026-11-02T12:00:00.000Z' };
  deletions.value = [{ ...facts, isPrivateWindow: false, state: 'sending' }];
  expect([all.shownIds(), found.shownIds()]).toEqual([['2'], []]);
  deletions.value = [];
  expect([all.shownIds(), found.shownIds()]).toEqual([['2', '1'], ['1']]);
  deletions.value = [{ ...facts, isPrivateWindow: false, state: 'sending' }];
  await cache.remove('1');
  deletions.value = [];
  expect([all.shownIds(), found.shownIds()]).toEqual([['2'], []]);
});

it('a window that asks what another has asked shows that answer until its own comes', async () => {
  const { all, answer, lists } = await openAnswered();
  all.list.change({ search: search.search, perPage: 10 });
  expect([all.shownIds(), all.isAnswered()]).toEqual([['1'], false]);
  await lists.asked(3);
  answer(2, '12', '1');
  await expect.poll(all.isAnswered).toBe(true);
  expect(all.shownIds()).toEqual(['12', '1']);
});
