import { expect, it } from 'vitest';
import type { Report } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { isSortedByDate, matchingReports } from '@/lib/shared-state/matching-reports';
import { sampleReport } from '../../support/sample-report';

function idsOf(known: readonly Report[], change: Partial<ReportQuery> = {}): string[] {
  const query = { ...RECENT_REPORTS_QUERY, ...change };
  return matchingReports(known, query).map(({ id }) => id);
}

it.each<[Partial<ReportQuery>, string[]]>([
  [{}, ['3', '2', '1']],
  [{ search: 'CART' }, ['1']],
  [{ search: '  shop.example ' }, ['1']],
  [{ search: '.' }, ['2', '1']],
  [{ project: ' Blog ' }, ['2']],
  [{ project: 'Sho' }, []],
  [{ result: 'bad' }, ['1']],
  [{ result: 'good', search: 'example' }, []],
  [{ result: 'bad', project: 'Shop', search: 'shop' }, ['1']],
  [{ search: ' ', project: ' ' }, ['3', '2', '1']],
])('the known reports that match %j are %j', (change, ids) => {
  const known = [
    sampleReport('1', { url: 'https://shop.example/Cart', result: 'bad', project: 'Shop' }),
    sampleReport('2', { url: 'https://blog.example/', result: null, project: 'Blog' }),
    sampleReport('3', { url: null }),
  ];
  expect(idsOf(known, change)).toEqual(ids);
});

it.each([
  ['straße', ['2', '1']],
  ['MÜNCHEN', ['2', '1']],
  ['stra%c3', ['1']],
  ['münchen.example/STRAßE/2', ['2']],
  ['https://xn--mnchen-3ya.example/Stra%C3%9Fe', ['2', '1']],
])('foreign letters match in any spelling: %s', (search, ids) => {
  const encoded = sampleReport('1', { url: 'https://xn--mnchen-3ya.example/Stra%C3%9Fe' });
  const plain = sampleReport('2', { url: 'https://münchen.example/straße/2' });
  expect(idsOf([encoded, plain], { search })).toEqual(ids);
});

it.each([
  ['www.Shop.example', ['2', '1']],
  ['https://www.shop.example/', ['2', '1']],
  ['http://shop.example/visit', ['1']],
  ['müller-straße.example', ['3']],
  ['https://www.müller-straße.example/über-uns', ['3']],
  ['über-uns', ['3']],
])('the address that a browser shows matches the bare address in a list: %s', (search, ids) => {
  // Source: answers of real installations.
  const bare = [
    'shop.example/visit',
    'shop.example',
    'xn--mller-strae-46a18a.example/%C3%BCber-uns',
  ];
  const known = bare.map((url, at) => sampleReport(`${at + 1}`, { url }));
  expect(idsOf(known, { search })).toEqual(ids);
});

it.each<[string[], 'asc' | 'desc', boolean]>([
  [['3', '2', '2', '1'], 'desc', true],
  [['3', '1', '2'], 'desc', false],
  [['1', '', '2'], 'asc', true],
  // Reports without a date may be anywhere.
  [['', '3', '', '1'], 'desc', true],
  [['3', '', '2'], 'asc', false],
])('isSortedByDate returns for the days %j in the order %s: %s', (days, sort, isSorted) => {
  const reports = days.map((day, at) =>
    sampleReport(`${at}`, { generatedAt: (day && `2026-11-0${day}T10:00:00.000Z`) || null }),
  );
  const query: ReportQuery = { ...RECENT_REPORTS_QUERY, sortBy: 'generated_at', sort };
  expect(isSortedByDate(reports, query)).toBe(isSorted);
  expect(isSortedByDate(reports, { ...query, sortBy: 'id' })).toBe(true);
});

it.each<[ReportQuery['sortBy'], string[]]>([
  ['id', ['8', '9', '10', '100']],
  ['url', ['8', '100', '10', '9']],
  ['generated_at', ['9', '100', '8', '10']],
  ['result', ['8', '9', '100', '10']],
])(
  'known reports sorted by %s are %j in ascending order, and the reverse in descending order',
  (sortBy, ids) => {
    const known = [
      sampleReport('10', { url: 'https://b.example/', generatedAt: '2026-11-03T10:00:00.000Z' }),
      sampleReport('9', { url: 'https://c.example/', result: 'bad', generatedAt: null }),
      sampleReport('100', { url: 'https://a.example/', result: 'decent' }),
      sampleReport('8', { url: null, result: 'bad', generatedAt: '2026-11-02T10:00:00.000Z' }),
    ];
    expect(idsOf(known, { sortBy, sort: 'asc' })).toEqual(ids);
    expect(idsOf(known, { sortBy, sort: 'desc' })).toEqual([...ids].reverse());
  },
);

it('ids that are not numbers are sorted as text', () => {
  expect(idsOf([sampleReport('b'), sampleReport('aa')], { sort: 'asc' })).toEqual(['aa', 'b']);
});

it('a page of known reports has as many rows as the query requests', () => {
  const known = Array.from({ length: 30 }, (_, index) => sampleReport(String(index + 1)));
  expect(idsOf(known).slice(0, 2)).toEqual(['30', '29']);
  expect(idsOf(known)).toHaveLength(10);
  expect(idsOf(known, { perPage: 25 })).toHaveLength(25);
});
