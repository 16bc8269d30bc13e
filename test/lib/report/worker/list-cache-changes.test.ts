import { describe, expect, it } from 'vitest';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { openListCache } from '../../../support/open-list-cache';
import { storedList } from '../../../support/sample-list';
import { sampleReport } from '../../../support/sample-report';

describe('a created report', () => {
  it('stands at the top and is counted', async () => {
    const { item, cache } = openListCache('2', '1');
    await cache.add(sampleReport('3'));
    expect(item.stored).toEqual([storedList('3', '2', '1')]);
  });

  it('makes the list no longer than was asked for', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => String(10 - index));
    const { item, cache, storedIds } = openListCache(...ids);
    await cache.add(sampleReport('11'));
    expect(storedIds()).toEqual(['11', ...ids.slice(0, 9)]);
    expect(item.stored?.[0]?.total).toBe(11);
  });

  it('takes the place of none where the service sends more than was asked for', async () => {
    const ids = Array.from({ length: 25 }, (_, index) => String(25 - index));
    const { cache, storedIds } = openListCache(...ids);
    await cache.add(sampleReport('26'));
    expect(storedIds()).toHaveLength(25);
    await cache.add(sampleReport('9'));
    expect(storedIds()).toHaveLength(25);
  });

  it('keeps its place and is counted once where it was listed before it was added', async () => {
    const { item, cache } = openListCache('2', '1');
    await cache.add(sampleReport('1'));
    expect(item.stored).toEqual([storedList('2', '1')]);
  });

  it.each<[string, Partial<ReportQuery>, string[], number]>([
    ['stands at the top where it matches', { search: 'HOST.example/3' }, ['3', '2', '1'], 3],
    ['stands at the top where it matches', { result: 'good' }, ['3', '2', '1'], 3],
    ['is not put where it does not match', { search: 'shop' }, ['2', '1'], 2],
    ['is not put where it does not match', { project: 'Shop' }, ['2', '1'], 2],
    ['is not put where it does not match', { result: 'bad', sort: 'asc' }, ['2', '1'], 2],
    ['is counted where only the service knows its place', { sortBy: 'url' }, ['2', '1'], 3],
    ['is counted where only the service knows its place', { sort: 'asc' }, ['2', '1'], 3],
  ])('%s: %j', async (_, change, ids, total) => {
    const { item, cache, storedIds } = openListCache();
    await item.write([{ ...storedList('2', '1'), query: { ...RECENT_REPORTS_QUERY, ...change } }]);
    await cache.add(sampleReport('3'));
    expect(storedIds()).toEqual(ids);
    expect(item.stored?.[0]?.total).toBe(total);
  });
});

describe('a changed report', () => {
  it('is replaced in its place', async () => {
    const { item, cache } = openListCache('2', '1');
    const changed = sampleReport('2', { privacy: 0, result: 'bad' });
    await cache.replace(changed);
    expect(item.stored).toEqual([
      { ...storedList('2', '1'), reports: [changed, sampleReport('1')] },
    ]);
  });

  it('is not added where it is not listed', async () => {
    const { item, cache } = openListCache('2', '1');
    await cache.replace(sampleReport('7'));
    expect(item.stored).toEqual([storedList('2', '1')]);
  });
});

describe('a deleted report', () => {
  it.each([
    ['taken out and counted off', '2', ['1']],
    ['not counted off where it is not listed', '77', ['2', '1']],
  ])('is %s', async (_, id, left) => {
    const { item, cache } = openListCache('2', '1');
    for (let count = 0; count < 3; count += 1) await cache.remove(id);
    expect(item.stored).toEqual([storedList(...left)]);
  });
});

describe('changes of the list', () => {
  it('leave an unknown total unknown', async () => {
    const { item, cache } = openListCache();
    await item.write([{ ...storedList('1'), total: null }]);
    await cache.add(sampleReport('2'));
    await cache.remove('1');
    expect(item.stored).toEqual([{ ...storedList('2'), total: null }]);
  });

  it('make no list where none was ever read', async () => {
    const { item, cache } = openListCache();
    await item.remove();
    await cache.add(sampleReport('1'));
    await cache.replace(sampleReport('1'));
    await cache.remove('1');
    expect(item.stored).toBeUndefined();
  });

  it('are all kept where they come at once', async () => {
    const { cache, storedIds } = openListCache('2', '1');
    await Promise.all([
      cache.add(sampleReport('3')),
      cache.remove('1'),
      cache.add(sampleReport('4')),
    ]);
    expect(storedIds()).toEqual(['4', '3', '2']);
  });
});
