import { expect, it, vi } from 'vitest';
import type { Outcome } from '@/lib/outcome';
import type { ReportList } from '@/lib/report/report';
import {
  NEWEST_QUERY,
  pageQuery,
  RECENT_REPORTS_QUERY,
  type ReportQuery,
} from '@/lib/report/report-query';
import { createKnownReports } from '@/lib/task/known-reports';
import { createPriorReports } from '@/lib/task/prior-reports';
import { listOf } from '../../support/fake-client';
import { sampleReport } from '../../support/sample-report';

const url = 'https://host.example/page?token=1#part';

/** A worker that has read nothing, of a service with these reports. */
function start(...ids: string[]) {
  const readList = vi.fn(async (query: ReportQuery): Promise<Outcome<ReportList>> => {
    const value = listOf(...ids.map((id) => sampleReport(id)));
    known.noteList(query, value.reports, 0);
    return { value };
  });
  const known = createKnownReports(() => 0);
  return { readList, known, priorTo: createPriorReports(known, readList, () => 0) };
}

it.each<[string, Partial<ReportQuery>, string]>([
  ['is what the popup’s ten rows show', {}, '99'],
  ['is not what a list shows that is searched', { search: 'host' }, '12'],
  ['is not what a list shows that is filtered', { result: 'good' }, '12'],
  ['is not what a list shows in another order', { sortBy: 'url' }, '12'],
  ['is not what a list of the oldest shows', { sort: 'asc' }, '12'],
])('what was there before a creation %s', async (_, change, newestId) => {
  const { known, priorTo } = start('12');
  known.noteList({ ...RECENT_REPORTS_QUERY, ...change }, [sampleReport('99')], 0);
  await expect(priorTo(url)).resolves.toEqual({ value: { newestId, ids: [] } });
});

it('where ids are no numbers, all ids of the newest and of the page were there before', async () => {
  const { known, priorTo, readList } = start('x', 'y');
  known.noteList(RECENT_REPORTS_QUERY, [sampleReport('x')], 0);
  const value = { newestId: null, ids: ['x', 'y'] };
  await expect(priorTo(url)).resolves.toEqual({ value });
  const asked = [[RECENT_REPORTS_QUERY], [NEWEST_QUERY], [pageQuery(url)]];
  expect(readList.mock.calls).toEqual(asked);
  expect(pageQuery(url).search).toBe('host.example/page');
});

it('what we have made since was there, whatever a list shows that was on its way', async () => {
  const { known, priorTo } = start();
  known.noteOwn('13');
  known.noteList(NEWEST_QUERY, [sampleReport('12')], 0);
  await expect(priorTo(url)).resolves.toMatchObject({ value: { newestId: '13' } });
});

it('of two lists the one counts that was asked for later, whichever comes first', async () => {
  const { known, priorTo } = start();
  known.noteList(NEWEST_QUERY, [sampleReport('13')], 1);
  known.noteList(NEWEST_QUERY, [sampleReport('12')], 0);
  await expect(priorTo(url)).resolves.toMatchObject({ value: { newestId: '13' } });
});

it('what was there is what the list read for it shows, though another report is made meanwhile', async () => {
  const { known, priorTo } = start('12');
  const prior = priorTo(url);
  known.noteOwn(null);
  await expect(prior).resolves.toMatchObject({ value: { newestId: '12' } });
});

it('what was there is read anew after a success that shows no id', async () => {
  const { known, priorTo } = start('13');
  known.noteList(NEWEST_QUERY, [sampleReport('12')], 0);
  known.noteOwn(null);
  await expect(priorTo(url)).resolves.toMatchObject({ value: { newestId: '13' } });
});
