import { expect, it } from 'vitest';
import {
  isFiltered,
  isSameQuery,
  pageQuery,
  RECENT_REPORTS_QUERY,
  type ReportQuery,
} from '@/lib/report/report-query';

it.each<[Partial<ReportQuery>, isFiltered: boolean]>([
  [{ search: 'a' }, true],
  [{ project: '1' }, true],
  [{ result: 'bad' }, true],
  [{ search: '  ' }, false],
  [{ project: ' ' }, false],
  [{ sortBy: 'url' }, false],
  [{ sort: 'asc' }, false],
  [{ perPage: 25 }, false],
])(
  'a query with %j differs from the query for recent reports, and isFiltered is %j',
  (part, filtered) => {
    const query = { ...RECENT_REPORTS_QUERY, ...part };
    expect(isSameQuery(query, RECENT_REPORTS_QUERY)).toBe(false);
    expect(isSameQuery(query, { ...query })).toBe(true);
    expect(isFiltered(query)).toBe(filtered);
  },
);

it('the query for recent reports leaves out no reports', () => {
  expect(isFiltered(RECENT_REPORTS_QUERY)).toBe(false);
});

it.each([
  ['https://www.shop.example/visit/?token=1#part', 'shop.example/visit'],
  ['http://shop.example:8080/', 'shop.example:8080'],
  ['https://ann:secret@shop.example/a@b', 'shop.example/a@b'],
  ['shop.example/visit', 'shop.example/visit'],
  ['https://web.example/2026/https://www.shop.example/a', 'web.example/2026/shop.example/a'],
])('the reports of the page %s are searched by %s', (url, search) => {
  expect(pageQuery(url).search).toBe(search);
});
