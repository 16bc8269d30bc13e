import { describe, expect, it } from 'vitest';
import type { ReadList, StoredList } from '@/lib/connection/connection';
import type { Deletion } from '@/lib/deletion/deletion';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { openList } from '../../../support/open-list';
import { readList, storedList } from '../../../support/sample-list';
import { sampleReport } from '../../../support/sample-report';

const before = '2026-11-01T11:00:00.000Z';
const later = '2026-11-02T12:00:00.000Z';
const latest = '2026-11-02T12:00:01.000Z';
const search = { ...RECENT_REPORTS_QUERY, search: 'shop' };
const unkept = { readAt: later, unkept: 'no-space' } as const;

/** A list that has asked and was answered. */
async function openAnswered(reply: ReadList, opening?: { stored: StoredList | undefined }) {
  const opened = openList(opening);
  const asking = opened.list.refresh();
  opened.answers.answer(0, { value: reply });
  await asking;
  return { ...opened, ids: () => opened.list.shown.value?.reports.map(({ id }) => id) };
}

describe('an answer that no store has kept', () => {
  it('is shown, and why it is not kept', async () => {
    const { ids, list } = await openAnswered({ ...readList('4', '3'), ...unkept, total: 40 });
    expect(ids()).toEqual(['4', '3']);
    expect(list.shown.value).toMatchObject({ isAnswer: true, total: 40, ...unkept });
  });

  it('is shown where nothing was ever stored', async () => {
    const { ids } = await openAnswered({ ...readList('1'), ...unkept }, { stored: undefined });
    expect(ids()).toEqual(['1']);
  });

  it('is the answer to a filter, for which the service is not being asked any more', async () => {
    const { answers, ids, list } = await openAnswered(readList('2', '1'));
    list.change({ result: 'bad' });
    expect(list.shown.value).toMatchObject({ reports: [], isAnswer: false, unkept: null });
    await answers.asked(2);
    const query = { ...RECENT_REPORTS_QUERY, result: 'bad' } as const;
    answers.answer(1, { value: { ...readList('9'), ...unkept, query } });
    await expect.poll(ids, { interval: 1 }).toEqual(['9']);
    expect(list.shown.value).toMatchObject({ isAnswer: true, ...unkept });
  });

  it('is found among what is known when something else is asked', async () => {
    const shop = sampleReport('7', { url: 'https://shop.example/', project: 'Shop' });
    const reply = { ...readList(), reports: [shop, sampleReport('2', { privacy: 0 })], ...unkept };
    const { ids, list } = await openAnswered(reply);
    list.change({ search: 'shop' });
    expect(ids()).toEqual(['7']);
    list.change({ search: 'host.example/2' });
    expect(list.shown.value).toMatchObject({ reports: [{ id: '2', privacy: 0 }], readAt: later });
  });
});

describe('of an answer and what is stored', () => {
  it('the stored list wins where it is as new, since it knows what has changed after it', async () => {
    const { ids, stored } = await openAnswered({ ...readList('2', '1'), readAt: later });
    stored.value = { ...storedList('3', '2', '1'), readAt: later };
    expect(ids()).toEqual(['3', '2', '1']);
    stored.value = { ...storedList('3', '1'), readAt: later };
    expect(ids()).toEqual(['3', '1']);
  });

  it('the one wins whose question was asked later, whichever came last', async () => {
    const { ids, stored } = await openAnswered({ ...readList('4'), ...unkept });
    stored.value = { ...storedList('5'), readAt: latest };
    expect(ids()).toEqual(['5']);
    stored.value = { ...storedList('0'), readAt: before };
    expect(ids()).toEqual(['4']);
  });

  it('the answer stays for its question when another is stored by another page', async () => {
    const { ids, list, stored } = await openAnswered({ ...readList('4'), readAt: later });
    stored.value = { ...storedList('8'), query: search, readAt: latest };
    expect(ids()).toEqual(['4']);
    expect(list.shown.value).toMatchObject({ isAnswer: true, unkept: null });
  });

  it('the answer stays where the store is emptied', async () => {
    const { ids, stored } = await openAnswered({ ...readList('4'), ...unkept });
    stored.value = undefined;
    expect(ids()).toEqual(['4']);
  });

  it('no rows go back to an earlier answer that comes late', async () => {
    const opened = openList();
    const asking = [opened.list.refresh(), opened.list.refresh()];
    opened.answers.answer(1, { value: { ...readList('new'), ...unkept } });
    await asking[1];
    opened.answers.answer(0, { value: { ...readList('old'), ...unkept } });
    await asking[0];
    expect(opened.list.shown.value?.reports).toEqual([sampleReport('new')]);
  });
});

describe('what happens to the reports of an answer that no store has kept', () => {
  const waiting: Deletion = { report: sampleReport('4'), dueAt: later, state: 'waiting' };
  const reply = { ...readList('4', '3'), ...unkept, total: 12 };

  it('makes it ask again', async () => {
    const { ask, happenings } = await openAnswered(reply);
    expect(ask).toHaveBeenCalledTimes(1);
    happenings.value = 1;
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('is learned from the store where that is as new, without a question', async () => {
    const kept = { ...storedList('4', '3'), readAt: later };
    const { ask, happenings, list, stored } = await openAnswered({ ...reply, unkept: null });
    stored.value = kept;
    happenings.value = 1;
    list.change({ search: 'shop' });
    happenings.value = 2;
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('takes a row away for good once it is deleted', async () => {
    const { deletions, ids, list } = await openAnswered(reply);
    deletions.value = [waiting];
    deletions.value = [{ ...waiting, state: 'sending' }];
    expect(ids()).toEqual(['3']);
    deletions.value = [];
    expect(ids()).toEqual(['3']);
    expect(list.shown.value?.total).toBe(11);
  });

  it('gives a row back whose deletion is undone or fails', async () => {
    const { deletions, ids, list } = await openAnswered(reply);
    deletions.value = [waiting];
    deletions.value = [];
    expect(ids()).toEqual(['4', '3']);
    deletions.value = [{ ...waiting, state: 'sending' }];
    deletions.value = [{ ...waiting, state: 'failed', failure: { code: 'unreachable' } }];
    deletions.value = [];
    expect(ids()).toEqual(['4', '3']);
    expect(list.shown.value?.total).toBe(12);
  });
});

it('a query that cannot be remembered is asked all the same', async () => {
  const { ask, list, queryItem } = openList();
  queryItem.write = () => Promise.reject(new Error('No space left'));
  list.change({ sort: 'asc' });
  await Promise.resolve();
  expect(ask).toHaveBeenCalledTimes(1);
});
