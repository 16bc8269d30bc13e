import { describe, expect, it } from 'vitest';
import { changedList } from '@/lib/list/list-change';
import type { StoredList } from '@/lib/list/stored-list';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { sampleReport } from '../../support/sample-report';

const one = sampleReport('1');
const two = sampleReport('2');
const three = sampleReport('3');

function listOfTwo(query: Partial<ReportQuery> = {}, total: number | null = 20): StoredList {
  return {
    query: { ...RECENT_REPORTS_QUERY, ...query },
    reports: [two, one],
    unreadable: 0,
    total,
    readAt: '2026-11-02T12:00:00.000Z',
  };
}

function changed(...[list, change, isOverlapping]: Parameters<typeof changedList>) {
  const { reports, total } = changedList(list, change, isOverlapping);
  return { ids: reports.map(({ id }) => id), total };
}

describe('a new report', () => {
  const created = { kind: 'created', reports: [three] } as const;

  it('stands first where the newest do, and is counted', () => {
    expect(changed(listOfTwo(), created)).toEqual({ ids: ['3', '2', '1'], total: 21 });
    expect(changed(listOfTwo({}, null), created).total).toBeNull();
  });

  it('is counted alone where other orders leave its place to the service', () => {
    for (const query of [{ sort: 'asc' }, { sortBy: 'url' }] as const) {
      expect(changed(listOfTwo(query), created)).toEqual({ ids: ['2', '1'], total: 21 });
    }
  });

  it('is left out where it does not match', () => {
    const filtered = listOfTwo({ result: 'bad' });
    expect(changed(filtered, created)).toEqual({ ids: ['2', '1'], total: 20 });
  });

  it('takes the place of the last row of a full page', () => {
    const page = Array.from({ length: 10 }, (_, at) => sampleReport(`a${at}`));
    const full = { ...listOfTwo(), reports: page };
    expect(changed(full, created).ids).toEqual(['3', ...page.slice(0, 9).map(({ id }) => id)]);
  });

  it('that is listed already keeps its place, and is counted once', () => {
    const listed = { kind: 'created', reports: [one] } as const;
    expect(changed(listOfTwo(), listed)).toEqual({ ids: ['2', '1'], total: 20 });
  });

  it('may be counted on another page of a list that was on its way', () => {
    const byUrl = listOfTwo({ sortBy: 'url' });
    expect(changed(byUrl, created, true).total).toBe(20);
    expect(changed(byUrl, created, false).total).toBe(21);
  });
});

describe('a deleted report', () => {
  it('leaves the list and its number', () => {
    expect(changed(listOfTwo(), { kind: 'deleted', id: '2' })).toEqual({ ids: ['1'], total: 19 });
    expect(changed(listOfTwo(), { kind: 'deleted', id: '9' })).toEqual({
      ids: ['2', '1'],
      total: 20,
    });
  });
});

describe('a changed report', () => {
  it('keeps its place as it is now', () => {
    const now = sampleReport('1', { privacy: 0 });
    const { reports } = changedList(listOfTwo(), { kind: 'changed', reports: [now, three] });
    expect(reports).toEqual([two, now]);
  });
});
