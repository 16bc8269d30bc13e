import { expect, it } from 'vitest';
import { afterListed, baselineOf, countsSince, hasFreshList } from '@/lib/jobs/baselines';
import { createdReportOf } from '@/lib/jobs/operation';
import * as steps from '@/lib/jobs/steps';
import type { JobsState, NewestList } from '@/lib/jobs/types';
import { NEWEST_QUERY, RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { listOf } from '../../support/fake-client';
import { creation, finishedCreation } from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';
import { batchOf, NOW, stateOf } from './sample-state';

const listWith = (...ids: string[]) => listOf(...ids.map((id) => sampleReport(id)));

/** Returns the newest list after a list with these ids was read. */
const newestOf = (ids: string[], before: NewestList | null = null, requestedAt = NOW) =>
  afterListed(before, NEWEST_QUERY, listWith(...ids), requestedAt);

/** Returns a state with a newest list, and with a creation that has created the report `claimed`. */
function stateWith(ids: string[], claimed: string | null = null): JobsState {
  const report = claimed === null ? null : createdReportOf(sampleReport(claimed));
  const job = batchOf('b', [steps.asDone(creation(), report), creation()]);
  return { ...stateOf(job), newestList: newestOf(ids) };
}

it.each<[string, string[], string | null, string | null]>([
  ['the highest number', ['10', '9', '8'], null, '10'],
  ['null for a list in another order', ['9', '10', '8'], null, null],
  ['0 for an empty list', [], null, '0'],
  ['the id of a later created report', ['9'], '12', '12'],
  ['the id of the list, if the created report is older', ['9'], '7', '9'],
  ['null if a listed id is not a number', ['9', 'a1'], null, null],
  ['null if the id of a created report is not a number', ['9'], 'a1', null],
])('the baseline of a creation is %s', (_, ids, claimed, baseline) => {
  expect(baselineOf(stateWith(ids, claimed))).toBe(baseline);
});

it('the baseline is null if the list has an unreadable row', () => {
  const newestList = afterListed(null, NEWEST_QUERY, { ...listWith('9'), unreadable: 1 }, NOW);
  expect(baselineOf({ ...stateWith([]), newestList })).toBeNull();
});

it('the baseline is null without a list', () => {
  expect(baselineOf({ ...stateWith(['9'], '12'), newestList: null })).toBeNull();
});

it.each<[string, Partial<JobsState>]>([
  ['a finished operation', { recent: [finishedCreation('s', sampleReport('12'))] }],
  ['a removed job', { claimedByRemoved: new Set(['12']) }],
])('the baseline can be the report of %s', (_, overrides) => {
  expect(baselineOf({ ...stateWith(['9']), ...overrides })).toBe('12');
});

it('a list that was read for another purpose is used for a minute', () => {
  const newestList = afterListed(null, RECENT_REPORTS_QUERY, listWith('7'), NOW);
  expect(newestList).toEqual({ requestedAt: NOW, highest: '7' });
  const isFresh = (milliseconds: number) =>
    hasFreshList({ newestList }, { now: NOW + milliseconds });
  expect([0, 60_000, 60_001].map(isFresh)).toEqual([true, true, false]);
  // The clock may be set back.
  expect([-60_000, -60_001].map(isFresh)).toEqual([true, false]);
  expect(hasFreshList({ newestList: null }, { now: NOW })).toBe(false);
});

it('an earlier list, a search or a list in another order is not used as the newest list', () => {
  const newest = newestOf(['7']);
  const after = (ids: string[], since: number, query = NEWEST_QUERY) =>
    afterListed(newest, query, listWith(...ids), NOW + since);
  expect(after(['5'], -1)).toBe(newest);
  expect(after(['6'], 1, { ...NEWEST_QUERY, search: 'host' })).toBe(newest);
  expect(after(['6'], 1, { ...NEWEST_QUERY, sort: 'asc' })).toBe(newest);
  expect(after(['6'], 1)).toEqual({ requestedAt: NOW + 1, highest: '6' });
});

it('countsSince counts listed and created reports with higher ids than the baseline', () => {
  expect(countsSince(stateWith(['9']))('7')).toBe(2);
  expect(countsSince(stateWith(['9'], '12'))('7')).toBe(5);
  expect(countsSince(stateWith(['a1']))('7')).toBeLessThanOrEqual(0);
});
