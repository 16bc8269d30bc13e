import { expect, it, vi } from 'vitest';
import type { Outcome } from '@/lib/outcome';
import type { ReportList } from '@/lib/report/report';
import {
  NEWEST_QUERY,
  pageQuery,
  RECENT_REPORTS_QUERY,
  type ReportQuery,
} from '@/lib/report/report-query';
import { createKnownReports, createPriorReports } from '@/lib/task/prior-reports';
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
  ['is taken from the popup’s ten rows', {}, '99'],
  ['is not taken from a searched list', { search: 'host' }, '12'],
  ['is not taken from a filtered list', { result: 'good' }, '12'],
  ['is not taken from a list in another order', { sortBy: 'url' }, '12'],
  ['is not taken from a list of the oldest reports', { sort: 'asc' }, '12'],
])('the newest report before a creation %s', async (_, change, newestId) => {
  const { known, priorTo } = start('12');
  known.noteList({ ...RECENT_REPORTS_QUERY, ...change }, [sampleReport('99')], 0);
  await expect(priorTo(url)).resolves.toEqual({ value: { newestId, ids: [] } });
});

it('without numeric ids, all ids of the newest list and of the page were there before', async () => {
  const { known, priorTo, readList } = start('x', 'y');
  known.noteList(RECENT_REPORTS_QUERY, [sampleReport('x')], 0);
  const value = { newestId: null, ids: ['x', 'y'] };
  await expect(priorTo(url)).resolves.toEqual({ value });
  const asked = [[RECENT_REPORTS_QUERY], [NEWEST_QUERY], [pageQuery(url)]];
  expect(readList.mock.calls).toEqual(asked);
  expect(pageQuery(url).search).toBe('host.example/page');
});

it('a report that we made counts as there before, though a list on its way lacks it', async () => {
  const { known, priorTo } = start();
  known.noteOwn('13');
  known.noteList(NEWEST_QUERY, [sampleReport('12')], 0);
  await expect(priorTo(url)).resolves.toMatchObject({ value: { newestId: '13' } });
});

it('of two lists the later request counts, whichever answer comes first', async () => {
  const { known, priorTo } = start();
  known.noteList(NEWEST_QUERY, [sampleReport('13')], 1);
  known.noteList(NEWEST_QUERY, [sampleReport('12')], 0);
  await expect(priorTo(url)).resolves.toMatchObject({ value: { newestId: '13' } });
});

it('the list read for a creation counts, even if another report is made meanwhile', async () => {
  const { known, priorTo } = start('12');
  const prior = priorTo(url);
  known.noteOwn(null);
  await expect(prior).resolves.toMatchObject({ value: { newestId: '12' } });
});

it('the list is read again after a success that shows no id', async () => {
  const { known, priorTo } = start('13');
  known.noteList(NEWEST_QUERY, [sampleReport('12')], 0);
  known.noteOwn(null);
  await expect(priorTo(url)).resolves.toMatchObject({ value: { newestId: '13' } });
});
