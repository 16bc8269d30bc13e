import { describe, expect, it, vi } from 'vitest';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { listOf } from '../../../support/fake-client';
import { keepList, NOW } from '../../../support/kept-list';
import { EARLIER } from '../../../support/sample-list';
import { sampleReport } from '../../../support/sample-report';

const search = { ...RECENT_REPORTS_QUERY, search: 'shop' };
const noSpace = new Error('No space left');
const huge = sampleReport('huge', { url: `https://host.example/${'x'.repeat(2_000_000)}` });

describe('a store that has no space', () => {
  it('costs the list its freshness, and neither the answer nor what follows', async () => {
    const { item, keeper, storedIds, answer } = keepList('1');
    vi.spyOn(item, 'write').mockRejectedValueOnce(noSpace);
    const reading = keeper.read(search);
    answer(0, 'answered');
    await expect(reading).resolves.toEqual({
      value: {
        ...listOf(sampleReport('answered')),
        query: search,
        readAt: NOW,
        unkept: 'no-space',
      },
    });
    expect(storedIds()).toEqual(['1']);
    const again = keeper.read(search);
    answer(1, 'again');
    await expect(again).resolves.toMatchObject({ value: { unkept: null } });
    expect(storedIds()).toEqual(['again']);
  });

  it('fails no change, and loses none once there is space again', async () => {
    const { item, keeper, storedIds } = keepList('1');
    vi.spyOn(item, 'write').mockRejectedValueOnce(noSpace);
    await expect(keeper.add(sampleReport('2'))).resolves.toBeUndefined();
    expect(storedIds()).toEqual(['1']);
    await keeper.add(sampleReport('3'));
    expect(storedIds()).toEqual(['3', '2', '1']);
    expect(item.stored?.readAt).toBe(EARLIER);
  });

  it('knows the answer that it could not store, with what has changed since', async () => {
    const { item, keeper, answer } = keepList('1');
    vi.spyOn(item, 'write').mockRejectedValue(noSpace);
    const reading = keeper.read(RECENT_REPORTS_QUERY);
    answer(0, '3', '2');
    await reading;
    await keeper.remove('3');
    await keeper.add(sampleReport('4'));
    const ids = (await keeper.current())?.reports.map(({ id }) => id);
    expect(ids).toEqual(['4', '2']);
  });

  it('goes by the store again once that has taken a list', async () => {
    const { item, keeper, answer } = keepList('1');
    const reading = keeper.read(RECENT_REPORTS_QUERY);
    answer(0, '2');
    await reading;
    const other = { ...listOf(sampleReport('5')), query: search, readAt: NOW };
    await item.write(other);
    await expect(keeper.current()).resolves.toEqual(other);
  });

  it('goes by the store again where something newer has been stored', async () => {
    const { item, keeper, answer } = keepList('1');
    vi.spyOn(item, 'write').mockRejectedValueOnce(noSpace);
    const reading = keeper.read(RECENT_REPORTS_QUERY);
    answer(0, '2');
    await reading;
    const newer = { ...listOf(sampleReport('5')), query: search, readAt: '2999-01-01T00:00:00Z' };
    await item.write(newer);
    await expect(keeper.current()).resolves.toEqual(newer);
  });
});

describe('a list that would take too much of the store', () => {
  it('is not stored, and the answer says so', async () => {
    const { item, keeper, lists, storedIds } = keepList('1');
    const reading = keeper.read(search);
    lists.answer(0, { value: listOf(huge) });
    await expect(reading).resolves.toMatchObject({
      value: { reports: [huge], unkept: 'too-large' },
    });
    expect(storedIds()).toEqual(['1']);
    expect(item.written).toEqual([]);
  });

  it('is known all the same, and stored once it has become smaller', async () => {
    const { item, keeper, lists } = keepList('1');
    const reading = keeper.read(RECENT_REPORTS_QUERY);
    lists.answer(0, { value: listOf(huge, sampleReport('2')) });
    await reading;
    await expect(keeper.current()).resolves.toMatchObject({ reports: [huge, { id: '2' }] });
    await keeper.add(sampleReport('3'));
    expect(item.written).toEqual([]);
    await keeper.remove('huge');
    expect(item.stored).toMatchObject({ reports: [{ id: '3' }, { id: '2' }], readAt: NOW });
  });
});
