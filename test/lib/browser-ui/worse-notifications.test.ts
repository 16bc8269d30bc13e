import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browserUiItems } from '@/lib/browser-ui/browser-ui-items';
import type { WorseNews } from '@/lib/browser-ui/report-news';
import { createWorseNotifications } from '@/lib/browser-ui/worse-notifications';
import { groupedClients } from '@/lib/report/compare/clients';
import { pageRow } from '@/lib/report/compare/findings';
import { type DatedHeadline, headlinesOf } from '@/lib/report/compare/headlines';
import { pagesOf } from '@/lib/report/compare/pages';
import { NO_MUTES } from '@/lib/report/mutes';
import { INITIAL_PREFERENCES, preferencesItem } from '@/lib/settings/preferences';
import { emptyBrowser } from '../../support/empty-browser';
import { knownTrend } from '../../support/known-trends';
import { reportOn } from '../../support/sample-report';
import { NOW } from '../../support/six-clients';
import { waitUntil } from '../../support/wait-until';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);
const time = (day: number) => at(day, 8).toISOString();

/** Returns the headline of a problem that began on November 22. */
function headline(check: string, fields: Partial<DatedHeadline> = {}): DatedHeadline {
  return {
    client: 'shop.example',
    check,
    importance: 'high',
    pages: 3,
    closedAt: null,
    hosts: ['shop.example'],
    failingSince: { first: time(22), last: time(22) },
    ...fields,
  };
}

const NOINDEX = headline('noindex', { pages: 14 });
const TITLE = headline('title');
const SITEMAP = headline('sitemap', { importance: 'low' });

interface WorldFields {
  isOn?: boolean;
  isPermitted?: boolean;
  isVisible?: boolean;
  hasOnlyPrivateWindows?: boolean;
}

/** Starts the notifications of a worker. Returns the shown notifications as `noindex +2`. */
async function startWorker(time: Date, fields: WorldFields = {}, connectionId = 'a') {
  const { isOn = true, isPermitted = true, isVisible = false } = fields;
  await preferencesItem.write({ ...INITIAL_PREFERENCES, notifiesOfWorse: isOn });
  const show = vi.fn(async (_id: string, _news: WorseNews) => isPermitted);
  const { announce } = createWorseNotifications({
    connectionId,
    preferences: preferencesItem,
    notified: browserUiItems.notifiedProblems(connectionId),
    notifiedAt: browserUiItems.worseNotifiedAt,
    isNewsLineVisible: async () => isVisible,
    hasOnlyPrivateWindows: async () => fields.hasOnlyPrivateWindows ?? false,
    show,
    signal: new AbortController().signal,
    now: () => time.getTime(),
  });
  return {
    show,
    announce,
    async shownFor(...headlines: DatedHeadline[]): Promise<string[]> {
      const { length } = show.mock.calls;
      await announce(headlines);
      return show.mock.calls
        .slice(length)
        .map(([, news]) => `${news.headline.check} +${news.others}`);
    },
  };
}

beforeEach(() => {
  vi.restoreAllMocks();
  emptyBrowser();
});

describe('a notification about worse problems', () => {
  it('names the worst problem, counts the other urgent problems, and is shown once for each problem', async () => {
    const monday = await startWorker(at(23, 9));
    expect(await monday.shownFor(NOINDEX, TITLE, SITEMAP)).toEqual(['noindex +1']);
    expect(monday.show.mock.calls[0]?.[0]).toBe('worse=a');
    expect(await browserUiItems.notifiedProblems('a').read()).toMatchObject({
      shown: { client: 'shop.example', check: 'noindex' },
    });
    const tuesday = await startWorker(at(24, 9));
    expect(await tuesday.shownFor(NOINDEX, TITLE, SITEMAP)).toEqual([]);
    expect(await tuesday.shownFor(NOINDEX, headline('robots'), TITLE)).toEqual(['robots +0']);
  });

  it('names only problems of high importance, and closed tickets that fail again', async () => {
    const { shownFor } = await startWorker(at(23, 9));
    expect(await shownFor(SITEMAP, headline('load_time', { importance: 'medium' }))).toEqual([]);
    const regression = { ...SITEMAP, closedAt: at(12, 9).toISOString() };
    expect(await shownFor(regression)).toEqual(['sitemap +0']);
  });

  it('names the same check on another client', async () => {
    await (await startWorker(at(23, 9))).shownFor(NOINDEX);
    const { shownFor } = await startWorker(at(24, 9));
    const other = { ...NOINDEX, client: 'b.example', hosts: ['b.example'] };
    expect(await shownFor(NOINDEX, other)).toEqual(['noindex +0']);
  });

  it('is shown once a day, across midnight', async () => {
    expect(await (await startWorker(at(23, 23, 50))).shownFor(NOINDEX)).toEqual(['noindex +0']);
    expect(await (await startWorker(at(23, 23, 59))).shownFor(NOINDEX, TITLE)).toEqual([]);
    expect(await (await startWorker(at(24, 0, 1))).shownFor(NOINDEX, TITLE)).toEqual(['title +0']);
  });

  it('is shown once a day for all services', async () => {
    await (await startWorker(at(23, 9))).shownFor(NOINDEX);
    const other = await startWorker(at(23, 10), {}, 'b');
    expect(await other.shownFor(NOINDEX)).toEqual([]);
    const nextDay = await startWorker(at(24, 10), {}, 'b');
    expect(await nextDay.shownFor(NOINDEX)).toEqual(['noindex +0']);
    expect(nextDay.show.mock.calls[0]?.[0]).toBe('worse=b');
  });

  it('is not shown again that day after the clock was set back', async () => {
    await (await startWorker(at(24, 0, 30))).shownFor(NOINDEX);
    expect(await (await startWorker(at(23, 23, 30))).shownFor(NOINDEX, TITLE)).toEqual([]);
    expect(await (await startWorker(at(24, 9))).shownFor(NOINDEX, TITLE)).toEqual([]);
    expect(await (await startWorker(at(25, 9))).shownFor(NOINDEX, TITLE)).toEqual(['title +0']);
  });

  it('is shown although the clock was days ahead at the last notification', async () => {
    await (await startWorker(at(28, 9))).shownFor(NOINDEX);
    expect(await (await startWorker(at(23, 9))).shownFor(NOINDEX, TITLE)).toEqual(['title +0']);
  });

  it('names a problem again after a fix and a new failure', async () => {
    await (await startWorker(at(23, 9))).shownFor(NOINDEX, TITLE);
    await (await startWorker(at(24, 9))).shownFor(TITLE);
    const { shownFor } = await startWorker(at(25, 9));
    const anew = { ...NOINDEX, failingSince: { first: time(25), last: time(25) } };
    expect(await shownFor(anew, TITLE)).toEqual(['noindex +0']);
  });

  it('does not name a problem again that was not new for a while, for example with another base', async () => {
    await (await startWorker(at(23, 9))).shownFor(NOINDEX, TITLE);
    await (await startWorker(at(24, 9))).shownFor();
    expect(await (await startWorker(at(25, 9))).shownFor(NOINDEX, TITLE)).toEqual([]);
  });

  it('does not name a problem again after its client was joined, renamed and taken apart', async () => {
    await (await startWorker(at(23, 9))).shownFor(NOINDEX);
    const hosts = ['mill.example', 'shop.example'];
    const joined = { ...NOINDEX, client: 'Group', hosts };
    expect(await (await startWorker(at(24, 9))).shownFor(joined)).toEqual([]);
    const renamed = { ...joined, client: 'Agency' };
    expect(await (await startWorker(at(25, 9))).shownFor(renamed)).toEqual([]);
    const apart = { ...NOINDEX, client: 'mill.example', hosts: ['mill.example'] };
    expect(await (await startWorker(at(26, 9))).shownFor(NOINDEX, apart)).toEqual([]);
  });

  it('does not name a problem again after the service has renamed its project', async () => {
    const headlinesOfProject = (project: string) => {
      const reports = [
        reportOn(2, 'shop.example/a', 24, 60, 'noindex'),
        reportOn(1, 'shop.example/a', 16, 70),
      ].map((report) => ({ ...report, project }));
      const rows = pagesOf(reports).map((page) =>
        pageRow(
          page,
          knownTrend(page.report, { reports, since: 'week', now: NOW, mutes: NO_MUTES }),
          NO_MUTES,
        ),
      );
      return headlinesOf(groupedClients(rows).all, { openTickets: [], closedTickets: [] });
    };
    const first = await startWorker(at(25, 9));
    expect(await first.shownFor(...headlinesOfProject('Shop'))).toEqual(['noindex +0']);
    const next = await startWorker(at(26, 9));
    expect(await next.shownFor(...headlinesOfProject('Garden shop'))).toEqual([]);
  });

  it('does not name a problem again after it has spread to more pages', async () => {
    const since = (first: number, last: number) => ({
      ...NOINDEX,
      failingSince: { first: time(first), last: time(last) },
    });
    await (await startWorker(at(23, 9))).shownFor(NOINDEX);
    expect(await (await startWorker(at(24, 9))).shownFor(since(22, 24))).toEqual([]);
    // The check is fixed on the first pages.
    expect(await (await startWorker(at(25, 9))).shownFor(since(24, 24))).toEqual([]);
  });

  it('names a closed ticket that fails again, although the check is known on other pages', async () => {
    await (await startWorker(at(23, 9))).shownFor(NOINDEX);
    const failingAgain = {
      ...NOINDEX,
      closedAt: time(23),
      failingSince: { first: time(24), last: time(24) },
    };
    const { shownFor } = await startWorker(at(24, 9));
    expect(await shownFor(failingAgain, NOINDEX)).toEqual(['noindex +0']);
    // A new ticket makes the same failures an ordinary problem.
    const copied = { ...failingAgain, closedAt: null };
    expect(await (await startWorker(at(25, 9))).shownFor(copied)).toEqual([]);
  });

  it('is not shown again if the worker stops right after showing it', async () => {
    const stopped = await startWorker(at(23, 9));
    stopped.show.mockImplementation(() => new Promise(() => {}));
    void stopped.announce([NOINDEX]);
    await waitUntil(() => expect(stopped.show).toHaveBeenCalledOnce());
    expect(await (await startWorker(at(23, 10))).shownFor(NOINDEX)).toEqual([]);
  });

  it('is not shown while an extension page shows the news line', async () => {
    const seen = await startWorker(at(23, 9), { isVisible: true });
    expect(await seen.shownFor(NOINDEX)).toEqual([]);
    expect(await (await startWorker(at(23, 10))).shownFor(NOINDEX)).toEqual([]);
    expect(await (await startWorker(at(23, 11))).shownFor(NOINDEX, TITLE)).toEqual(['title +0']);
  });

  it('is shown later for the problems that a visible news line does not name', async () => {
    const seen = await startWorker(at(23, 9), { isVisible: true });
    expect(await seen.shownFor(NOINDEX, TITLE)).toEqual([]);
    const later = await startWorker(at(23, 10));
    expect(await later.shownFor(NOINDEX, TITLE)).toEqual(['title +0']);
  });

  it.each<[string, WorldFields]>([
    ['while the preference is off', { isOn: false }],
    ['without the permission', { isPermitted: false }],
    ['while all windows are private', { hasOnlyPrivateWindows: true }],
  ])('is shown later if it was not shown %s', async (_, fields) => {
    const worker = await startWorker(at(23, 9), fields);
    await worker.shownFor(NOINDEX);
    expect(await (await startWorker(at(23, 10))).shownFor(NOINDEX)).toEqual(['noindex +0']);
  });
});
