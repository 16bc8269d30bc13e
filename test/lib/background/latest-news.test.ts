import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createLatestNews } from '@/lib/background/latest-news';
import type { ComparedNews } from '@/lib/history/history';
import type { MarksChange } from '@/lib/history/marks';
import { resultUpdates } from '@/lib/jobs/result-updates';
import type { Ticket } from '@/lib/report/compare/tickets';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed } from '@/lib/result';
import { preferencesItem } from '@/lib/settings/preferences';
import { headlineItem } from '@/lib/shared-state/shared-items';
import { pageKey } from '@/lib/url/page-key';
import { startDays } from '../../support/days-at-service';
import { createDeferredCalls } from '../../support/deferred-calls';
import { emptyBrowser } from '../../support/empty-browser';
import { NOINDEX } from '../../support/sample-headlines';
import { settle, waitUntil } from '../../support/wait-until';

const at = (day: number, hour: number) => new Date(2026, 10, day, hour);
const time = (day: number) => at(day, 9).toISOString();
const PAGES = ['https://shop.example/', 'https://shop.example/beds', 'https://shop.example/sofas'];

/**
 * Opens a browser on Monday, November 23, that has read and compared all reports. On all pages, *Noindex*
 * failed on November 9, passed on November 12, and fails since November 23.
 */
async function startWithHeadline() {
  const days = await startDays(at(23, 10));
  const { service, api } = days;
  for (const [day, ...failing] of [[9, 'noindex'], [12], [23, 'noindex']] as const) {
    for (const url of PAGES) service.add({ url, score: 80, failing, created_at: time(day) });
  }
  await days.connect();
  await api().readAllReports('a', true);
  await days.runUntil(at(23, 11));

  /** Waits until the published headline has a text, such as "shop.example noindex 3"; null for none. */
  const until = (expected: string | null) =>
    waitUntil(async () => {
      const headline = (await headlineItem('a').read()) ?? null;
      const { client, check, pages, closedAt } = headline ?? {};
      const ending = closedAt ? ', closed' : '';
      expect(headline && `${client} ${check} ${pages}${ending}`).toBe(expected);
    });

  await until('shop.example noindex 3');
  return {
    ...days,
    until,
    async change(...changes: MarksChange[]): Promise<void> {
      for (const change of changes) {
        expect(hasFailed(await api().changeMarks('a', change))).toBe(false);
      }
    },
    async listReports(): Promise<readonly Report[]> {
      const list = await api().listHistory('a', null);
      return hasFailed(list) ? expect.fail(list.failure.code) : list.value.reports;
    },
  };
}

beforeEach(() => void vi.restoreAllMocks());

describe('the published headline', () => {
  it('leaves out pages while they are muted', async () => {
    const { change, until } = await startWithHeadline();
    const pages = PAGES.slice(0, 2).map((url) => ({ page: pageKey(url), errors: null }));
    const mute = { id: 'm', check: 'noindex', at: time(23), note: '', pages };
    await change({ kind: 'addMute', mute });
    await until('shop.example noindex 1');
    await change({ kind: 'endMute', id: 'm', pages: null });
    await until('shop.example noindex 3');
  });

  it('has the current name of its client', async () => {
    const { change, until } = await startWithHeadline();
    const clients = ['shop.example', 'mill.example'];
    await change({ kind: 'joinClients', name: 'Group', clients });
    await until('Group noindex 3');
    await change({ kind: 'takeApart', name: 'Group' });
    await until('shop.example noindex 3');
  });

  it('names a closed ticket that fails again, until the problem is copied again', async () => {
    const { change, until, listReports, service, api, runUntil } = await startWithHeadline();
    const ticketOn = async (id: string): Promise<Ticket> => ({
      id,
      client: 'shop.example',
      check: 'noindex',
      at: new Date().toISOString(),
      pages: (await listReports())
        .slice(0, 3)
        .map((one) => ({ report: referTo(one), found: null })),
    });
    await change(
      { kind: 'addTicket', ticket: await ticketOn('first') },
      { kind: 'closeTicket', id: 'first' },
    );
    for (const url of PAGES) {
      service.add({ url, score: 90, failing: [], created_at: time(24) });
      service.add({ url, score: 80, failing: ['noindex'], created_at: time(25) });
    }
    vi.setSystemTime(at(25, 10));
    await api().readAllReports('a', true);
    await runUntil(at(25, 11));
    await until('shop.example noindex 3, closed');
    await change({ kind: 'addTicket', ticket: await ticketOn('second') });
    await until('shop.example noindex 3');
  });

  it('does not count a page after a single update has fixed the problem', async () => {
    const { api, service, until, listReports, runUntil } = await startWithHeadline();
    const [newest] = await listReports();
    if (newest === undefined) return expect.fail('The history has no report.');
    service.setFailing(newest.fullUrl ?? '', []);
    vi.setSystemTime(at(23, 12));
    await api().createJob('a', { id: 'u', subjects: resultUpdates([newest]) });
    await runUntil(at(23, 13));
    await until('shop.example noindex 2');
  });

  it('is removed when the base of a new day already has the problem', async () => {
    const { restartAt, until, requestsDuring } = await startWithHeadline();
    await restartAt(at(29, 8));
    await until('shop.example noindex 3');
    expect(await requestsDuring(() => restartAt(at(30, 8)))).toBe(0);
    await until(null);
  });

  it('is compared with the base that a person has chosen', async () => {
    const { service, setPreferences, until, api, runUntil } = await startWithHeadline();
    const url = 'https://shop.example/beds';
    service.add({ url, score: 80, failing: ['noindex'], created_at: time(24) });
    vi.setSystemTime(at(24, 10));
    await api().readAllReports('a', true);
    await runUntil(at(24, 11));
    await until('shop.example noindex 3');
    await setPreferences({ comparedSince: 'before' });
    await until('shop.example noindex 2');
  });
});

it('comparisons run one after the other, so that the last one is published', async () => {
  emptyBrowser();
  const comparisons = createDeferredCalls<ComparedNews>();
  const news = createLatestNews({
    connectionId: 'a',
    history: { news: comparisons.call, revision: () => 1 },
    preferences: preferencesItem,
    isSettled: () => true,
    notify: async () => {},
    signal: new AbortController().signal,
    now: () => at(23, 10).getTime(),
  });
  const clients = { worse: 0, better: 0, since: null };
  const headline = { ...NOINDEX, hosts: [], failingSince: { first: '', last: '' } };
  const published = Promise.all([news.publish('week'), news.publish('before')]);
  await comparisons.untilCount(1);
  await settle();
  expect(comparisons.count).toBe(1);
  comparisons.answer(0, { clients, headlines: [headline] });
  await comparisons.untilCount(2);
  comparisons.answer(1, { clients, headlines: [] });
  await published;
  expect(await headlineItem('a').read()).toBeUndefined();
});
