import { describe, expect, it } from 'vitest';
import { changedList, type ListChange } from '@/lib/archive/list-change';
import type { StoredList } from '@/lib/archive/stored-list';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { storedList } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';

/** A list that shows two of twenty reports. */
function listOfTwo(change: Partial<ReportQuery> = {}): StoredList {
  return { ...storedList('2', '1'), query: { ...RECENT_REPORTS_QUERY, ...change }, total: 20 };
}

const created = (id: string): ListChange => ({ kind: 'created', reports: [sampleReport(id)] });
const tenIds = Array.from({ length: 10 }, (_, at) => `a${at}`);

describe('a list', () => {
  it.each<[string, StoredList, ListChange, string[], number | null]>([
    ['shows a new report first', listOfTwo(), created('3'), ['3', '2', '1'], 21],
    ['of unknown length', { ...listOfTwo(), total: null }, created('3'), ['3', '2', '1'], null],
    ['that begins with the oldest', listOfTwo({ sort: 'asc' }), created('3'), ['2', '1'], 21],
    ['in another order', listOfTwo({ sortBy: 'url' }), created('3'), ['2', '1'], 21],
    ['that does not match', listOfTwo({ result: 'bad' }), created('3'), ['2', '1'], 20],
    ['that shows it already', listOfTwo(), created('1'), ['2', '1'], 20],
    ['that is full', storedList(...tenIds), created('3'), ['3', ...tenIds.slice(0, 9)], 11],
    ['loses a deleted report', listOfTwo(), { kind: 'deleted', id: '2' }, ['1'], 19],
    ['that does not show it', listOfTwo(), { kind: 'deleted', id: '9' }, ['2', '1'], 20],
  ])('%s', (_, list, change, ids, total) => {
    const changed = changedList(list, change);
    expect(changed.reports.map(({ id }) => id)).toEqual(ids);
    expect(changed.total).toBe(total);
  });

  it('that was on its way may have counted a new report on another page', () => {
    expect(changedList(listOfTwo({ sortBy: 'url' }), created('3'), true).total).toBe(20);
    const all = { ...listOfTwo({ sortBy: 'url' }), total: 2 };
    expect(changedList(all, created('3'), true).total).toBe(3);
  });

  it('has a changed report in its place, and no other', () => {
    const now = sampleReport('1', { privacy: 0 });
    const change: ListChange = { kind: 'changed', reports: [now, sampleReport('3')] };
    expect(changedList(listOfTwo(), change).reports).toEqual([sampleReport('2'), now]);
  });
});
