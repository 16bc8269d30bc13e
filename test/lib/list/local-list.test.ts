import { describe, expect, it } from 'vitest';
import { matchingReports } from '@/lib/list/local-list';
import type { Report } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { sampleReport } from '../../support/sample-report';

function idsOf(known: readonly Report[], change: Partial<ReportQuery> = {}): string[] {
  const query = { ...RECENT_REPORTS_QUERY, ...change };
  return matchingReports(known, query).map(({ id }) => id);
}

describe('the reports known here that match a query', () => {
  const known = [
    sampleReport('1', { url: 'https://shop.example/Cart', result: 'bad', project: 'Shop' }),
    sampleReport('2', { url: 'https://blog.example/', result: null, project: 'Blog' }),
    sampleReport('3', { url: null }),
  ];

  it.each<[Partial<ReportQuery>, string[]]>([
    [{}, ['3', '2', '1']],
    [{ search: 'CART' }, ['1']],
    [{ search: '  shop.example ' }, ['1']],
    [{ search: '.example/' }, ['2', '1']],
    [{ search: 'elsewhere' }, []],
    [{ search: '.' }, ['2', '1']],
    [{ project: 'Shop' }, ['1']],
    [{ project: ' Blog ' }, ['2']],
    [{ project: 'Sho' }, []],
    [{ result: 'bad' }, ['1']],
    [{ result: 'good', search: 'example' }, []],
    [{ result: 'bad', project: 'Shop', search: 'shop' }, ['1']],
    [{ search: ' ', project: ' ' }, ['3', '2', '1']],
  ])('are, for %j, %j', (change, ids) => {
    expect(idsOf(known, change)).toEqual(ids);
  });
});

describe('the order of the reports known here', () => {
  const known = [
    sampleReport('10', { url: 'https://b.example/', generatedAt: '2026-11-03T10:00:00.000Z' }),
    sampleReport('9', { url: 'https://c.example/', result: 'decent', generatedAt: null }),
    sampleReport('100', { url: 'https://a.example/', result: 'bad' }),
    sampleReport('8', { url: null, result: null, generatedAt: '2026-11-02T10:00:00.000Z' }),
  ];

  it.each<[ReportQuery['sortBy'], string[]]>([
    ['id', ['8', '9', '10', '100']],
    ['url', ['8', '100', '10', '9']],
    ['generated_at', ['9', '100', '8', '10']],
    ['result', ['8', '100', '9', '10']],
  ])('by %s is %j ascending, and the reverse descending', (sortBy, ids) => {
    expect(idsOf(known, { sortBy, sort: 'asc' })).toEqual(ids);
    expect(idsOf(known, { sortBy, sort: 'desc' })).toEqual([...ids].reverse());
  });

  it('is that of the ids among equals, in the same direction', () => {
    const equal = ['9', '11', '10'].map((id) => sampleReport(id, { result: 'good' }));
    expect(idsOf(equal, { sortBy: 'result', sort: 'asc' })).toEqual(['9', '10', '11']);
    expect(idsOf(equal, { sortBy: 'result', sort: 'desc' })).toEqual(['11', '10', '9']);
  });

  it('takes ids that are no numbers for text', () => {
    expect(idsOf([sampleReport('b'), sampleReport('aa')], { sort: 'asc' })).toEqual(['aa', 'b']);
  });
});

it('a page of the reports known here is as long as the service would make it', () => {
  const known = Array.from({ length: 30 }, (_, index) => sampleReport(String(index + 1)));
  expect(idsOf(known)).toHaveLength(10);
  expect(idsOf(known)[0]).toBe('30');
  expect(idsOf(known, { perPage: 25 })).toHaveLength(25);
});
