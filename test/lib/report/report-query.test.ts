import { describe, expect, it } from 'vitest';
import {
  isFiltered,
  isSameQuery,
  RECENT_REPORTS_QUERY,
  type ReportQuery,
} from '@/lib/report/report-query';

const others: Partial<ReportQuery>[] = [
  { search: 'a' },
  { project: '1' },
  { result: 'bad' },
  { sortBy: 'url' },
  { sort: 'asc' },
  { perPage: 25 },
];

describe('the query for recent reports', () => {
  it('asks for the ten that were created last, unfiltered', () => {
    expect(RECENT_REPORTS_QUERY).toEqual({
      search: '',
      project: '',
      result: null,
      sortBy: 'id',
      sort: 'desc',
      perPage: 10,
    });
  });
});

describe('two queries', () => {
  it.each(others)('differ in %j', (change) => {
    const other = { ...RECENT_REPORTS_QUERY, ...change };
    expect(isSameQuery(other, RECENT_REPORTS_QUERY)).toBe(false);
    expect(isSameQuery(other, { ...other })).toBe(true);
  });
});

describe('a query is filtered', () => {
  it.each([{ search: 'a' }, { project: '1' }, { result: 'bad' }] as const)('by %j', (change) => {
    expect(isFiltered({ ...RECENT_REPORTS_QUERY, ...change })).toBe(true);
  });

  it.each([
    {},
    { search: '  ' },
    { project: ' ' },
    { sortBy: 'url' },
    { sort: 'asc' },
    { perPage: 100 },
  ] as const)('not by %j', (change) => {
    expect(isFiltered({ ...RECENT_REPORTS_QUERY, ...change })).toBe(false);
  });
});
