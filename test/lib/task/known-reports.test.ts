import { describe, expect, it, vi } from 'vitest';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { ReportList } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { createReportKnowledge, NEWEST_QUERY, pageQuery } from '@/lib/task/known-reports';
import { createClock } from '../../support/clock';
import { listOf } from '../../support/fake-client';
import { FAILURES } from '../../support/sample-failures';
import { sampleReport } from '../../support/sample-report';

const url = 'https://host.example/page?token=1#part';

/** A worker that has read nothing, of a service with these reports. */
function start(...ids: string[]) {
  const clock = createClock('2026-11-02T12:00:00.000Z');
  const readList = vi.fn(async (query: ReportQuery): Promise<Outcome<ReportList>> => {
    const value = listOf(...ids.map((id) => sampleReport(id)));
    knowledge.noteList(query, value.reports, clock.now());
    return { value };
  });
  const knowledge = createReportKnowledge(readList, clock.now);
  const known = async () => {
    const before = await knowledge.before(url);
    return hasFailed(before) ? before.failure : before.value;
  };
  return { clock, readList, knowledge, known };
}

describe('what was there before a creation', () => {
  it('is read in one list, where ids are numbers', async () => {
    const { known, readList } = start('12', '9');
    await expect(known()).resolves.toEqual({ newestId: '12', ids: [] });
    expect(readList.mock.calls).toEqual([[NEWEST_QUERY]]);
  });

  it('is read once for a minute, and once for all who need it at the same time', async () => {
    const { known, readList, clock } = start('12');
    await Promise.all([known(), known()]);
    clock.pass(60_000);
    await known();
    expect(readList).toHaveBeenCalledOnce();
    clock.pass(1);
    await known();
    expect(readList).toHaveBeenCalledTimes(2);
  });

  it('is what the popup’s ten rows show, where ids are numbers', async () => {
    const { known, readList, knowledge, clock } = start();
    knowledge.noteList(RECENT_REPORTS_QUERY, [sampleReport('12')], clock.now());
    await expect(known()).resolves.toEqual({ newestId: '12', ids: [] });
    expect(readList).not.toHaveBeenCalled();
  });

  it.each<[string, Partial<ReportQuery>]>([
    ['searched', { search: 'host' }],
    ['filtered', { result: 'good' }],
    ['sorted otherwise', { sortBy: 'url' }],
    ['of the oldest', { sort: 'asc' }],
  ])('is not what a list shows that is %s', async (_, change) => {
    const { known, readList, knowledge, clock } = start('12');
    const query = { ...RECENT_REPORTS_QUERY, ...change };
    knowledge.noteList(query, [sampleReport('99')], clock.now());
    await expect(known()).resolves.toEqual({ newestId: '12', ids: [] });
    expect(readList).toHaveBeenCalledOnce();
  });

  it('are all ids of the newest and of the page, where ids are no numbers', async () => {
    const { known, readList } = start('x', 'y');
    await expect(known()).resolves.toEqual({ newestId: null, ids: ['x', 'y'] });
    expect(readList.mock.calls).toEqual([[NEWEST_QUERY], [pageQuery(url)]]);
    expect(pageQuery(url).search).toBe('https://host.example/page');
  });

  it('is also what we have made since, whatever a list shows that was on its way', async () => {
    const { known, knowledge, clock } = start('12');
    await known();
    knowledge.noteOwn('13');
    knowledge.noteList(NEWEST_QUERY, [sampleReport('12')], clock.now());
    await expect(known()).resolves.toEqual({ newestId: '13', ids: [] });
  });

  it('is read anew after a success that shows no id', async () => {
    const { known, knowledge, readList } = start('12');
    await known();
    knowledge.noteOwn(null);
    await known();
    expect(readList).toHaveBeenCalledTimes(2);
  });

  it('fails as the list does', async () => {
    const { known, readList } = start();
    readList.mockResolvedValue({ failure: FAILURES['403'] });
    await expect(known()).resolves.toEqual(FAILURES['403']);
  });
});
