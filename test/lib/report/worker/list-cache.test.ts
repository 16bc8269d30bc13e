import { describe, expect, it, vi } from 'vitest';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { ListCache } from '@/lib/report/worker/list-cache';
import { NOW, openListCache } from '../../../support/open-list-cache';
import { storedList } from '../../../support/sample-list';
import { sampleReport } from '../../../support/sample-report';

const search = { ...RECENT_REPORTS_QUERY, search: 'shop' };
const other = { ...RECENT_REPORTS_QUERY, search: 'blog' };
const refuse = async () => {
  throw new Error('No space left');
};

describe('reading a list', () => {
  it('stores what the service answers, with its question and the time of it', async () => {
    const { ask, item, cache, lists } = openListCache('1');
    const reading = cache.read(search);
    expect(ask).toHaveBeenCalledExactlyOnceWith(search);
    const value = { reports: [sampleReport('3')], unreadable: 2, total: 40 };
    lists.answer(0, { value });
    await expect(reading).resolves.toEqual({ value: null });
    expect(item.stored?.[0]).toEqual({ ...value, query: search, readAt: NOW });
  });

  it('leaves the stored list as it is when the service does not answer', async () => {
    const { item, cache, lists } = openListCache('1');
    const reading = cache.read(search);
    lists.answer(0, { failure: { code: 'unreachable' } });
    await expect(reading).resolves.toEqual({ failure: { code: 'unreachable' } });
    expect(item.stored).toEqual([storedList('1')]);
  });

  it('stores it in place of the earlier answer to the same question alone, whichever comes last', async () => {
    const { cache, storedQueries, item, answer } = openListCache('1');
    const reading = [search, other, search].map((query) => cache.read(query));
    for (const index of [2, 0, 1]) {
      answer(index, `answer ${index}`);
      await expect(reading[index]).resolves.toEqual({ value: null });
    }
    expect(storedQueries()).toEqual([other, search, RECENT_REPORTS_QUERY]);
    const ids = item.stored?.map(({ reports }) => reports.map(({ id }) => id));
    expect(ids).toEqual([['answer 1'], ['answer 2'], ['1']]);
  });

  it('does not store it in place of one that was asked for later', async () => {
    const { cache, storedIds, answer } = openListCache('1');
    const reading = [search, search].map((query) => cache.read(query));
    answer(1, 'late');
    await reading[1];
    answer(0, 'early');
    await expect(reading[0]).resolves.toEqual({ value: null });
    expect(storedIds()).toEqual(['late']);
  });

  it('leaves out what was asked for in private windows, and counts it', async () => {
    const { cache, item, privateIds, storedIds, answer } = openListCache('1');
    privateIds.add('3');
    const reading = cache.read(RECENT_REPORTS_QUERY);
    answer(0, '3', '2', '1');
    await reading;
    expect(storedIds()).toEqual(['2', '1']);
    privateIds.add('2');
    await cache.replace(sampleReport('2'));
    expect(storedIds()).toEqual(['1']);
    expect(item.stored?.[0]).toMatchObject({ total: 3, leftOut: 2 });
  });
});

describe('a store that refuses the list', () => {
  it('has it in memory until it is taken again, and in one place alone', async () => {
    const { item, memoryItem, cache, answer } = openListCache('1');
    const write = vi.spyOn(item, 'write').mockImplementation(refuse);
    const reading = cache.read(search);
    answer(0, '3');
    await expect(reading).resolves.toEqual({ value: null });
    expect(memoryItem.stored?.[0]).toMatchObject({ reports: [{ id: '3' }], query: search });
    expect(item.stored).toBeUndefined();
    await expect(cache.current()).resolves.toEqual(memoryItem.stored);
    write.mockRestore();
    await cache.remove('3');
    expect(item.stored?.[0]).toMatchObject({ reports: [], query: search });
    expect(memoryItem.stored).toBeUndefined();
  });

  it('is said where memory refuses it, too', async () => {
    const { item, memoryItem, cache, answer } = openListCache('1');
    for (const each of [item, memoryItem]) vi.spyOn(each, 'write').mockImplementation(refuse);
    const reading = cache.read(search);
    answer(0, '3');
    await expect(reading).resolves.toEqual({ failure: { code: 'notStored' } });
    await expect(cache.current()).resolves.toEqual([]);
  });
});

describe('reading the list again', () => {
  it('asks for what was asked for last, answered or not', async () => {
    const { ask, cache, lists } = openListCache('1');
    for (const query of [search, other]) void cache.read(query);
    void cache.refresh();
    await lists.asked(3);
    expect(ask).toHaveBeenLastCalledWith(other);
  });

  it('asks, in a worker that was just started, for what is stored', async () => {
    const { ask, item, cache, lists } = openListCache('1');
    await item.write([{ ...storedList('1'), query: search }]);
    void cache.refresh();
    await lists.asked(1);
    expect(ask).toHaveBeenLastCalledWith(search);
  });

  it('asks for the newest reports where nothing was ever asked', async () => {
    const { ask, item, cache, lists } = openListCache();
    await item.remove();
    void cache.refresh();
    await lists.asked(1);
    expect(ask).toHaveBeenLastCalledWith(RECENT_REPORTS_QUERY);
  });
});

describe('an answer that was overtaken', () => {
  it.each([
    ['created', (cache: ListCache) => cache.add(sampleReport('3'))],
    ['changed', (cache: ListCache) => cache.replace(sampleReport('1', { privacy: 0 }))],
    ['deleted', (cache: ListCache) => cache.remove('1')],
  ])('is asked for again when a report was %s meanwhile', async (_, change) => {
    const { cache, lists, storedIds, answer } = openListCache('2', '1');
    const reading = cache.read(search);
    await change(cache);
    const afterChange = storedIds();
    answer(0, 'outdated');
    await lists.asked(2);
    expect(storedIds()).toEqual(afterChange);
    answer(1, 'current');
    await reading;
    expect(storedIds()).toEqual(['current']);
  });

  it('is not asked for again when one is stored that was asked for after the change', async () => {
    const { cache, lists, storedIds, answer } = openListCache('1');
    const early = cache.read(search);
    await cache.add(sampleReport('2'));
    const late = cache.read(search);
    answer(1, 'late');
    await late;
    answer(0, 'early');
    await expect(early).resolves.toEqual({ value: null });
    expect(lists.count).toBe(2);
    expect(storedIds()).toEqual(['late']);
  });

  it('is newer once it was asked for again than one that was asked for in between', async () => {
    const { cache, lists, storedIds, answer } = openListCache('1');
    const early = cache.read(search);
    await cache.add(sampleReport('2'));
    const late = cache.read(search);
    answer(0, 'early');
    await lists.asked(3);
    answer(2, 'current');
    await early;
    answer(1, 'late');
    await expect(late).resolves.toEqual({ value: null });
    expect(storedIds()).toEqual(['current']);
  });

  it('is not asked for again when asking failed', async () => {
    const { cache, lists, storedIds } = openListCache('1');
    const refreshing = cache.refresh();
    await lists.asked(1);
    await cache.add(sampleReport('2'));
    lists.answer(0, { failure: { code: 'unreachable' } });
    await expect(refreshing).resolves.toHaveProperty('failure');
    expect(lists.count).toBe(1);
    expect(storedIds()).toEqual(['2', '1']);
  });
});
