import { describe, expect, it } from 'vitest';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { keepList } from '../../../support/kept-list';
import { storedList } from '../../../support/sample-list';
import { sampleReport } from '../../../support/sample-report';

describe('a created report', () => {
  it('stands at the top and is counted', async () => {
    const { item, keeper } = keepList('2', '1');
    await keeper.add(sampleReport('3'));
    expect(item.stored).toEqual(storedList('3', '2', '1'));
  });

  it('makes the list no longer than was asked for', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => String(10 - index));
    const { item, keeper, storedIds } = keepList(...ids);
    await keeper.add(sampleReport('11'));
    expect(storedIds()).toEqual(['11', ...ids.slice(0, 9)]);
    expect(item.stored?.total).toBe(11);
  });

  it('is shown and counted once where it was listed before it was added', async () => {
    const { item, keeper, storedIds } = keepList('2', '1');
    await keeper.add(sampleReport('1'));
    expect(storedIds()).toEqual(['1', '2']);
    expect(item.stored?.total).toBe(2);
  });

  it.each<Partial<ReportQuery>>([
    { search: 'shop' },
    { project: 'Shop' },
    { result: 'good' },
    { sortBy: 'url' },
    { sort: 'asc' },
  ])('is not put into a list with %j, where only the service knows its place', async (change) => {
    const { item, keeper, storedIds } = keepList('2', '1');
    await item.write({ ...storedList('2', '1'), query: { ...RECENT_REPORTS_QUERY, ...change } });
    await keeper.add(sampleReport('3'));
    expect(storedIds()).toEqual(['2', '1']);
  });
});

describe('a changed report', () => {
  it('is replaced in its place', async () => {
    const { item, keeper } = keepList('2', '1');
    const changed = sampleReport('2', { privacy: 0, result: 'bad' });
    await keeper.replace(changed);
    expect(item.stored?.reports).toEqual([changed, sampleReport('1')]);
    expect(item.stored?.total).toBe(2);
  });

  it('is not added where it is not listed', async () => {
    const { item, keeper } = keepList('2', '1');
    await keeper.replace(sampleReport('7'));
    expect(item.stored).toEqual(storedList('2', '1'));
  });
});

describe('a deleted report', () => {
  it('is taken out and counted off', async () => {
    const { item, keeper } = keepList('2', '1');
    await keeper.remove('2');
    expect(item.stored).toEqual(storedList('1'));
  });

  it('is not counted off where it is not listed', async () => {
    const { item, keeper } = keepList('2', '1');
    for (let count = 0; count < 3; count += 1) await keeper.remove('77');
    expect(item.stored).toEqual(storedList('2', '1'));
  });
});

describe('changes of the list', () => {
  it('leave an unknown total unknown', async () => {
    const { item, keeper } = keepList('1');
    await item.write({ ...storedList('1'), total: null });
    await keeper.add(sampleReport('2'));
    await keeper.remove('1');
    expect(item.stored?.total).toBeNull();
  });

  it('make no list where none was ever read', async () => {
    const { item, keeper } = keepList();
    await item.remove();
    await keeper.add(sampleReport('1'));
    await keeper.replace(sampleReport('1'));
    await keeper.remove('1');
    expect(item.written).toEqual([]);
  });

  it('are all kept where they come at once', async () => {
    const { keeper, storedIds } = keepList('2', '1');
    await Promise.all([
      keeper.add(sampleReport('3')),
      keeper.remove('1'),
      keeper.add(sampleReport('4')),
    ]);
    expect(storedIds()).toEqual(['4', '3', '2']);
  });
});
