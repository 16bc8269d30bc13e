import { describe, expect, it } from 'vitest';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { listOf } from '../../../support/fake-client';
import { openListCache } from '../../../support/open-list-cache';
import { sampleReport } from '../../../support/sample-report';

/** A read whose first answer is overtaken, up to its second request. */
async function openSecondRequest(query: ReportQuery = RECENT_REPORTS_QUERY) {
  const opened = openListCache('2', '1');
  const reading = opened.cache.read(query);
  await opened.cache.add(sampleReport('3'));
  opened.answer(0, '2', '1');
  await opened.lists.asked(2);
  return { ...opened, reading };
}

describe('reading a list while reports are created one after the other', () => {
  it('ends with its second answer, which shows them all', async () => {
    const { cache, item, lists, storedIds, answer, reading } = await openSecondRequest();
    for (const id of ['4', '5', '6']) await cache.add(sampleReport(id));
    answer(1, '4', '3', '2', '1');
    await expect(reading).resolves.toEqual({ value: null });
    expect(lists.count).toBe(2);
    expect(storedIds()).toEqual(['6', '5', '4', '3', '2', '1']);
    expect(item.stored?.[0]?.total).toBe(6);
  });

  it('makes the list no longer than was asked for', async () => {
    const { cache, item, storedIds, answer, reading } = await openSecondRequest();
    const ten = Array.from({ length: 10 }, (_, index) => String(12 - index));
    await cache.add(sampleReport('13'));
    answer(1, ...ten);
    await reading;
    expect(storedIds()).toEqual(['13', ...ten.slice(0, 9)]);
    expect(item.stored?.[0]?.total).toBe(11);
  });

  it.each<Partial<ReportQuery>>([{ search: 'shop' }, { result: 'bad' }])(
    'shows and counts with %j nothing that does not match',
    async (change) => {
      const query = { ...RECENT_REPORTS_QUERY, ...change };
      const { cache, item, storedIds, answer, reading } = await openSecondRequest(query);
      await cache.add(sampleReport('4'));
      answer(1, '2');
      await reading;
      expect(storedIds()).toEqual(['2']);
      expect(item.stored?.[0]?.total).toBe(1);
    },
  );

  it('believes the number of reports where they may stand on a further page', async () => {
    const query = { ...RECENT_REPORTS_QUERY, sort: 'asc' } as const;
    const { cache, item, lists, reading } = await openSecondRequest(query);
    await cache.add(sampleReport('40'));
    lists.answer(1, { value: { ...listOf(sampleReport('1')), total: 40 } });
    await reading;
    expect(item.stored?.[0]?.total).toBe(40);
  });
});

describe('reading a list while reports are changed or deleted', () => {
  it('shows what is newer, and nothing that is gone', async () => {
    const { cache, item, answer, reading } = await openSecondRequest();
    const changed = sampleReport('3', { privacy: 0 });
    await cache.replace(changed);
    await cache.remove('2');
    answer(1, '3', '2', '1');
    await reading;
    expect(item.stored?.[0]).toMatchObject({ reports: [changed, sampleReport('1')], total: 2 });
  });

  it('leaves out a report that was created and deleted meanwhile', async () => {
    const { cache, item, storedIds, answer, reading } = await openSecondRequest();
    await cache.add(sampleReport('4'));
    await cache.remove('4');
    answer(1, '3', '2', '1');
    await reading;
    expect(storedIds()).toEqual(['3', '2', '1']);
    expect(item.stored?.[0]?.total).toBe(3);
  });

  it('takes in a change that comes at the moment of the answer', async () => {
    const { cache, storedIds, answer, reading } = await openSecondRequest();
    answer(1, '3', '2', '1');
    const adding = cache.add(sampleReport('4'));
    await Promise.all([reading, adding]);
    expect(storedIds()).toEqual(['4', '3', '2', '1']);
  });
});
