import { describe, expect, it, vi } from 'vitest';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { ReportListKeeper } from '@/lib/report/worker/list-cache';
import { keepList, NOW } from '../../../support/kept-list';
import { storedList } from '../../../support/sample-list';
import { sampleReport } from '../../../support/sample-report';

const search = { ...RECENT_REPORTS_QUERY, search: 'shop' };
const other = { ...RECENT_REPORTS_QUERY, search: 'blog' };

describe('reading a list', () => {
  it('stores what the service answers, with its question and the time of it', async () => {
    const { ask, item, keeper, lists } = keepList('1');
    const reading = keeper.read(search);
    expect(ask).toHaveBeenCalledExactlyOnceWith(search);
    const value = { reports: [sampleReport('3')], unreadable: 2, total: 40 };
    lists.answer(0, { value });
    const kept = { ...value, query: search, readAt: NOW };
    await expect(reading).resolves.toEqual({ value: { ...kept, unkept: null } });
    expect(item.stored).toEqual(kept);
  });

  it('leaves the stored list as it is when the service does not answer', async () => {
    const { item, keeper, lists } = keepList('1');
    const reading = keeper.read(search);
    lists.answer(0, { failure: { code: 'unreachable' } });
    await expect(reading).resolves.toEqual({ failure: { code: 'unreachable' } });
    expect(item.stored).toEqual(storedList('1'));
  });

  it('gives the answer to a question that is no longer asked, and does not store it', async () => {
    const { keeper, storedIds, answer } = keepList('1');
    const first = keeper.read(search);
    const second = keeper.read(other);
    answer(1, 'blog');
    await second;
    answer(0, 'shop');
    await expect(first).resolves.toMatchObject({ value: { reports: [{ id: 'shop' }] } });
    expect(storedIds()).toEqual(['blog']);
  });

  it('does not store it either while the later question waits for its answer', async () => {
    const { item, keeper, answer } = keepList('1');
    const first = keeper.read(search);
    void keeper.read(other);
    answer(0, 'shop');
    await first;
    expect(item.stored).toEqual(storedList('1'));
  });

  it('lets the later of two same questions win, whichever is answered first', async () => {
    const { keeper, storedIds, answer } = keepList('1');
    const first = keeper.read(search);
    const second = keeper.read(search);
    answer(1, 'later');
    await second;
    answer(0, 'earlier');
    await first;
    expect(storedIds()).toEqual(['later']);
  });

  it('lets a question asked once more after another win over its first time', async () => {
    const { keeper, storedIds, answer } = keepList('1');
    const reading = [keeper.read(search), keeper.read(other), keeper.read(search)];
    answer(2, 'third');
    answer(1, 'second');
    answer(0, 'first');
    await Promise.all(reading);
    expect(storedIds()).toEqual(['third']);
  });
});

describe('reading the list again', () => {
  it('asks for what was asked for last, answered or not', async () => {
    const { ask, keeper } = keepList('1');
    void keeper.read(search);
    void keeper.read(other);
    void keeper.refresh();
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(3), { interval: 1 });
    expect(ask).toHaveBeenLastCalledWith(other);
  });

  it('asks, in a worker that was just started, for what is stored', async () => {
    const { ask, item, keeper, lists } = keepList('1');
    await item.write({ ...storedList('1'), query: search });
    void keeper.refresh();
    await lists.asked(1);
    expect(ask).toHaveBeenLastCalledWith(search);
  });

  it('asks for the newest reports where nothing was ever asked', async () => {
    const { ask, item, keeper, lists } = keepList();
    await item.remove();
    void keeper.refresh();
    await lists.asked(1);
    expect(ask).toHaveBeenLastCalledWith(RECENT_REPORTS_QUERY);
  });
});

describe('an answer that was overtaken', () => {
  it.each([
    ['created', (keeper: ReportListKeeper) => keeper.add(sampleReport('3'))],
    ['changed', (keeper: ReportListKeeper) => keeper.replace(sampleReport('1', { privacy: 0 }))],
    ['deleted', (keeper: ReportListKeeper) => keeper.remove('1')],
  ])('is asked for again when a report was %s meanwhile', async (_, change) => {
    const { keeper, lists, storedIds, answer } = keepList('2', '1');
    const reading = keeper.read(search);
    await change(keeper);
    const afterChange = storedIds();
    answer(0, 'outdated');
    await lists.asked(2);
    expect(storedIds()).toEqual(afterChange);
    answer(1, 'current');
    await reading;
    expect(storedIds()).toEqual(['current']);
  });

  it('is asked for as often as it was overtaken', async () => {
    const { keeper, lists, storedIds, answer } = keepList('1');
    const refreshing = keeper.refresh();
    await lists.asked(1);
    await keeper.add(sampleReport('2'));
    answer(0, 'outdated');
    await lists.asked(2);
    await keeper.add(sampleReport('3'));
    answer(1, 'outdated');
    await lists.asked(3);
    answer(2, '3', '2', '1');
    await refreshing;
    expect(storedIds()).toEqual(['3', '2', '1']);
    expect(lists.count).toBe(3);
  });

  it('does not replace one that was asked for after the change', async () => {
    const { keeper, lists, storedIds, answer } = keepList('1');
    const early = keeper.read(search);
    await keeper.add(sampleReport('2'));
    const late = keeper.read(search);
    answer(1, 'late');
    await late;
    answer(0, 'early');
    await lists.asked(3);
    expect(storedIds()).toEqual(['late']);
    answer(2, 'current');
    await early;
    expect(storedIds()).toEqual(['current']);
  });

  it('is not asked for again when asking failed', async () => {
    const { keeper, lists, storedIds } = keepList('1');
    const refreshing = keeper.refresh();
    await lists.asked(1);
    await keeper.add(sampleReport('2'));
    lists.answer(0, { failure: { code: 'unreachable' } });
    await expect(refreshing).resolves.toHaveProperty('failure');
    expect(lists.count).toBe(1);
    expect(storedIds()).toEqual(['2', '1']);
  });
});
