import { describe, expect, it } from 'vitest';
import type { Report } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { createRecentList } from '@/lib/report/worker/recent-list';
import { createClock } from '../../../support/clock';
import { sampleReport } from '../../../support/sample-report';

const NOW = '2026-11-02T12:00:00.000Z';
const telling = [sampleReport('12'), sampleReport('9')];

function noted(reports: Report[], query: Partial<ReportQuery> = {}) {
  const clock = createClock(NOW);
  const list = createRecentList(clock.now);
  list.note({ reports, query: { ...RECENT_REPORTS_QUERY, ...query }, readAt: NOW });
  return { list, clock };
}

describe('the newest reports, just listed', () => {
  it('are known for 30 seconds', () => {
    const { list, clock } = noted(telling);
    clock.pass(29_999);
    expect(list.isRecent()).toBe(true);
    clock.pass(1);
    expect(list.isRecent()).toBe(false);
  });

  it('are not known any more once the clock was set back', () => {
    const { list, clock } = noted(telling);
    clock.pass(-1000);
    expect(list.isRecent()).toBe(false);
  });

  it('are known whatever page of them was listed, and after a list of others', () => {
    const { list } = noted(telling, { perPage: 25 });
    list.note({ reports: [], query: { ...RECENT_REPORTS_QUERY, search: 'x' }, readAt: NOW });
    expect(list.isRecent()).toBe(true);
  });
});

describe('a list that leaves open what was there before', () => {
  it.each<[string, Report[], Partial<ReportQuery>]>([
    ['of nothing', [], {}],
    ['with ids that are no numbers', [...telling, sampleReport('x')], {}],
    [
      'with a report whose time is not exact',
      [...telling, sampleReport('8', { hasExactTime: false })],
      {},
    ],
    ['of reports found by a search', telling, { search: 'shop' }],
    ['of one project', telling, { project: 'Shop' }],
    ['of one result', telling, { result: 'good' }],
    ['from the oldest on', telling, { sort: 'asc' }],
    ['in another order', telling, { sortBy: 'generated_at' }],
  ])('is one %s', (_, reports, query) => {
    expect(noted(reports, query).list.isRecent()).toBe(false);
  });
});
