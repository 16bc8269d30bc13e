import { describe, expect, it } from 'vitest';
import { type PageHistory, UNKNOWN_PAGE } from '@/lib/page-history/page-history';
import { Privacy } from '@/lib/report/privacy';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { createFirstForm, createFirstList } from '@/lib/state/first-popup';
import { isMoreThanFirst } from '@/lib/state/more-than-first';
import { EMPTY_QUEUE } from '@/lib/submission/queue-view';
import { createMemoryItem } from '../support/memory-item';
import { PAGE } from '../support/open-form';
import { storedList } from '../support/sample-list';
import { sampleReport } from '../support/sample-report';
import { sampleSubmission } from '../support/sample-submission';

const ORDINARY = {
  pageUrl: PAGE as string | null,
  defaultPrivacy: Privacy.Private as Privacy,
  draft: null as string | null,
  query: RECENT_REPORTS_QUERY,
  list: storedList('1'),
  queue: EMPTY_QUEUE,
  deletions: [] as Parameters<typeof isMoreThanFirst>[2]['deletions'],
  history: UNKNOWN_PAGE as PageHistory,
};

function isMore(fields: Partial<typeof ORDINARY>): boolean {
  const { pageUrl, defaultPrivacy, draft, query, ...kept } = { ...ORDINARY, ...fields };
  const soon = () => {};
  const drafts =
    draft === null ? [] : [{ page: PAGE, url: draft, privacy: Privacy.Private as Privacy }];
  const form = createFirstForm({
    ...{ pageUrl, defaultPrivacy, drafts, soon },
    draftsItem: createMemoryItem(),
  });
  return isMoreThanFirst(form, createFirstList({ stored: kept.list, query, soon }), kept);
}

describe('a popup', () => {
  const reports = [sampleReport('1')];
  const generatedAt = '2026-11-01T10:00:00.000Z';
  const result = { reportId: '1', result: 'good' as const, generatedAt };
  const pause = { failure: { code: 'offline' }, until: generatedAt, count: 1 };

  it.each<[string, Partial<typeof ORDINARY>]>([
    ['a page of which nothing is known', {}],
    ['a page that cannot be reported', { pageUrl: null }],
    ['a page with a query of its own', { pageUrl: 'https://host.example/?page=2' }],
    ['a page that was reported once', { history: { reports, results: [result] } }],
    ['no reports', { list: storedList() }],
  ])('shows no more than its first parts with %s', (_, fields) => {
    expect(isMore(fields)).toBe(false);
  });

  it.each<[string, Partial<typeof ORDINARY>]>([
    ['a password to enter', { defaultPrivacy: Privacy.Password }],
    ['a draft with another address', { draft: 'https://host.example/other' }],
    ['an address with a fragment', { pageUrl: 'https://host.example/#part' }],
    ['an address with tracking parameters', { pageUrl: 'https://host.example/?a=1&utm_id=2' }],
    ['a report on its way', { queue: { ...EMPTY_QUEUE, shown: [sampleSubmission('1')] } }],
    ['more reports on their way', { queue: { ...EMPTY_QUEUE, count: 1 } }],
    ['a pause', { queue: { ...EMPTY_QUEUE, pause: pause as typeof EMPTY_QUEUE.pause } }],
    ['a deletion', { deletions: [{ report: sampleReport('1'), dueAt: '', state: 'sending' }] }],
    ['a page with a development', { history: { reports, results: [result, result] } }],
    ['a query that was not answered', { query: { ...RECENT_REPORTS_QUERY, perPage: 25 } }],
  ])('shows more with %s', (_, fields) => {
    expect(isMore(fields)).toBe(true);
  });
});
