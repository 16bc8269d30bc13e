import { describe, expect, it } from 'vitest';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { listedReports, type StoredList } from '@/lib/report/stored-list';
import { listOf } from '../../../support/fake-client';
import { openListCache } from '../../../support/open-list-cache';
import { storedList } from '../../../support/sample-list';
import { sampleReport } from '../../../support/sample-report';

const searchFor = (search: string): ReportQuery => ({ ...RECENT_REPORTS_QUERY, search });
const found = (search: string, ...ids: string[]): StoredList => ({
  ...storedList(...ids),
  query: searchFor(search),
});

async function openWith(...lists: StoredList[]) {
  const opened = openListCache();
  await opened.item.write(lists);
  return {
    ...opened,
    idsOfAll: () => opened.item.stored?.map(({ reports }) => reports.map(({ id }) => id)),
  };
}

describe('the lists of several queries', () => {
  it('all show a change, as far as it is theirs', async () => {
    const { cache, item, idsOfAll } = await openWith(
      storedList('2', '1'),
      found('host.example/3'),
      found('host.example/1', '1'),
    );
    await cache.add(sampleReport('3'));
    expect(idsOfAll()).toEqual([['3', '2', '1'], ['3'], ['1']]);
    const changed = sampleReport('1', { privacy: 0 });
    await cache.replace(changed);
    const [all, , one] = item.stored ?? [];
    expect([all?.reports.at(-1), one?.reports[0]]).toEqual([changed, changed]);
    await cache.remove('1');
    expect(idsOfAll()).toEqual([['3', '2'], ['3'], []]);
    expect(item.stored?.map(({ total }) => total)).toEqual([2, 1, 0]);
  });

  it('show a report alike, as it was answered last', async () => {
    const { cache, item, lists } = await openWith(storedList('2', '1'), found('blog', '1'));
    const fresh = sampleReport('1', { result: 'bad' });
    const reading = cache.read(searchFor('shop'));
    lists.answer(0, { value: listOf(fresh) });
    await reading;
    const shown = item.stored?.map(({ reports }) => reports.find(({ id }) => id === '1'));
    expect(shown).toEqual([fresh, fresh, fresh]);
  });

  it('are without what is found to be of a private window', async () => {
    const { cache, privateIds, idsOfAll } = await openWith(storedList('2', '1'), found('2', '2'));
    privateIds.add('2');
    await cache.replace(sampleReport('2'));
    expect(idsOfAll()).toEqual([['1'], []]);
  });

  it('are replaced where the store does not give them', async () => {
    const { cache, memoryItem, storedIds, answer } = await openWith(storedList('1'));
    memoryItem.read = () => Promise.reject(new Error('Corruption'));
    const reading = cache.read(searchFor('shop'));
    answer(0, '7');
    await expect(reading).resolves.toEqual({ value: null });
    expect(storedIds()).toEqual(['7']);
  });
});

describe('the store', () => {
  it('holds the lists that were read last, and not all', async () => {
    const { cache, storedQueries, answer } = await openWith();
    const queries = Array.from({ length: 30 }, (_, at) => searchFor(String(at)));
    for (const [at, query] of queries.entries()) {
      const reading = cache.read(query);
      answer(at, String(at));
      await reading;
    }
    const stored = storedQueries() ?? [];
    expect(stored.length).toBeLessThan(20);
    expect(stored).toEqual(queries.toReversed().slice(0, stored.length));
  });

  it('has no room for the last rows of lists that are too large, whose total is then said', async () => {
    const { cache, item, lists, idsOfAll } = await openWith(storedList('1'));
    const url = `https://host.example/${'x'.repeat(900_000)}`;
    const large = ['3', '2', '1'].map((id) => sampleReport(id, { url }));
    const reading = cache.read(searchFor('host'));
    lists.answer(0, { value: { ...listOf(...large), total: null } });
    await reading;
    expect(idsOfAll()).toEqual([['3', '2']]);
    expect(item.stored?.[0]?.total).toBe(3);
    const small = cache.read(searchFor('small'));
    lists.answer(1, { value: listOf(sampleReport('1')) });
    await small;
    expect(idsOfAll()).toEqual([['1'], ['3', '2']]);
    expect(listedReports(item.stored ?? [])).toHaveLength(3);
  });
});
