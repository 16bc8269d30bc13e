import { beforeEach, describe, expect, it } from 'vitest';
import { NO_READING } from '@/lib/reading-progress';
import { referTo } from '@/lib/report/report-reference';
import { preferencesItem } from '@/lib/settings/preferences';
import { headlineItem, readingItem } from '@/lib/shared-state/shared-items';
import { fakeMarks } from '../../support/fake-marks';
import { fakeBackground } from '../../support/page-view';
import { drawPopup } from '../../support/popup-view';
import { drawReports } from '../../support/reports-view';
import { FAILING_AGAIN, NOINDEX } from '../../support/sample-headlines';
import { replyOf } from '../../support/sample-list';
import { reportOn } from '../../support/sample-report';
import { SIX_CLIENTS } from '../../support/six-clients';
import { all, one, press, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';
import { drawWeekComparison } from '../../support/week-comparison';

const LINE = 'nordlicht.example: Noindex on 14 pages, new';

beforeEach(useEnglish);

const buttons = () => all('button').map(({ textContent }) => textContent);

/** Waits for the button with a text. Its name has further spaces here, but not in browsers. */
function line(text: string): Promise<HTMLElement> {
  return waitUntil(
    () => all('button').find(({ textContent }) => textContent === text) ?? expect.fail(text),
  );
}

describe('the news in the popup', () => {
  it('name the problem that got worse, and a press opens the problem', async () => {
    await headlineItem('a').write(NOINDEX);
    const { actions } = await drawPopup();
    (await line(LINE)).click();
    const view = { name: 'list', client: 'nordlicht.example', check: 'noindex' };
    expect(actions.onOpenView).toHaveBeenCalledExactlyOnceWith(view, false);
  });

  it('change and disappear with the published headline', async () => {
    await drawPopup();
    await headlineItem('a').write({ ...NOINDEX, pages: 1 });
    await line('nordlicht.example: Noindex on 1 page, new');
    await headlineItem('a').remove();
    await waitUntil(() => expect(buttons().join()).not.toContain('Noindex'));
  });

  it('name a closed ticket that fails again, with its client', async () => {
    await headlineItem('a').write(FAILING_AGAIN);
    await drawPopup();
    await line('Fixed Nov 12, fails again: Title on 3 pages · nordlicht.example');
  });

  it('are not shown in a private window', async () => {
    await headlineItem('a').write(NOINDEX);
    await drawPopup({ isPrivate: true });
    await one('list', 'Recent reports');
    expect(buttons()).not.toContain(LINE);
  });
});

describe('the news on top of All reports', () => {
  it('show the published headline until all pages are compared', async () => {
    await headlineItem('a').write(NOINDEX);
    const getTrends = () => new Promise<never>(() => {});
    await drawReports({
      background: fakeBackground({ getTrends }, SIX_CLIENTS),
      reports: SIX_CLIENTS,
    });
    await line(LINE);
  });

  it('name the worst problem of the shown rows, and open the problem', async () => {
    const { page } = await drawWeekComparison(SIX_CLIENTS);
    (await line('bergblick.example: Robots.txt on 2 pages, new')).click();
    expect(page.routes.now.value.view).toEqual({
      name: 'list',
      client: 'bergblick.example',
      check: 'robots',
    });
    await waitUntil(() => expect(buttons().join()).not.toContain('Robots.txt on 2 pages, new'));
    await press('Back');
  });

  it('stay while the same check is open for another client', async () => {
    const { page } = await drawWeekComparison(SIX_CLIENTS);
    await line('bergblick.example: Robots.txt on 2 pages, new');
    page.openView({ name: 'list', client: 'nordlicht.example', check: 'robots' }, false);
    await waitUntil(() =>
      expect(page.routes.now.value.view).toMatchObject({ client: 'nordlicht.example' }),
    );
    expect(page.headline()).toMatchObject({ client: 'bergblick.example' });
    await line('bergblick.example: Robots.txt on 2 pages, new');
  });

  it('name the next problem when the worst one is muted', async () => {
    const marks = fakeMarks({
      kind: 'addMute',
      mute: {
        id: 'm',
        check: 'robots',
        at: '2026-11-25T10:00:00.000Z',
        note: '',
        pages: ['bergblick.example/', 'bergblick.example/suite'].map((page) => ({
          page,
          errors: null,
        })),
      },
    });
    await drawWeekComparison(SIX_CLIENTS, marks.calls);
    await line('nordlicht.example: Noindex on 1 page, new');
  });

  it('name a closed ticket first', async () => {
    const reports = [
      reportOn(4, 'shop.example/a', 25, 60, 'sitemap'),
      reportOn(3, 'shop.example/b', 25, 60, 'noindex'),
      reportOn(2, 'shop.example/b', 17, 60),
      reportOn(1, 'shop.example/a', 17, 60),
    ];
    const marks = fakeMarks(
      {
        kind: 'addTicket',
        ticket: {
          id: 't',
          client: 'shop.example',
          check: 'sitemap',
          at: '2026-11-10T10:00:00.000Z',
          pages: [
            { report: referTo(reportOn(1, 'shop.example/a', 9, 50, 'sitemap')), found: null },
          ],
        },
      },
      { kind: 'closeTicket', id: 't' },
    );
    await drawWeekComparison(reports, marks.calls);
    await line('Fixed Nov 20, fails again: Sitemap on 1 page · shop.example');
  });
});

describe('the offer of Keep up to date', () => {
  const isOffered = () => buttons().includes('Keep up to date');
  const publishReading = (total: number) =>
    readingItem('a').write({ ...NO_READING, status: 'reading', read: 100, total, changedAt: 1 });

  async function drawReading(
    total: number,
    isPrivate = false,
    calls: Parameters<typeof fakeBackground>[0] = {},
  ) {
    const reading = { ...NO_READING, status: 'reading' as const, read: 100, total, changedAt: 2 };
    const newest = { total, next: 2 };
    const background = fakeBackground({
      readAllReports: async () => ({ value: reading }),
      listReports: async () => ({
        value: { ...replyOf(), reports: [...SIX_CLIENTS], ...newest, requestedAt: Date.now() },
      }),
      ...calls,
    });
    await publishReading(total);
    return drawReports({ background, reports: SIX_CLIENTS, newest, isPrivate });
  }

  it('is beside the first long reading, and a press turns the preference on', async () => {
    const { preferences } = await drawReading(980);
    await press('Keep up to date');
    await waitUntil(async () => expect((await preferencesItem.read())?.keepsUpToDate).toBe(true));
    preferences.value = { ...preferences.value, keepsUpToDate: true };
    await waitUntil(() => expect(isOffered()).toBe(false));
  });

  it('stays after the reading, so that nothing moves', async () => {
    await drawReading(980);
    await waitUntil(() => expect(isOffered()).toBe(true));
    await readingItem('a').write({ ...NO_READING, changedAt: 3 });
    await waitUntil(() => expect(document.body.textContent).not.toContain('100 of'));
    expect(isOffered()).toBe(true);
  });

  it('is not shown before the time of the last reading is known', async () => {
    await drawReading(980, false, { listHistory: () => new Promise(() => {}) });
    await waitUntil(() => expect(document.body.textContent).toContain('100 of'));
    expect(isOffered()).toBe(false);
  });

  it.each<[string, number, boolean]>([
    ['a short reading', 300, false],
    ['a private window', 980, true],
  ])('is not shown beside %s', async (_, total, isPrivate) => {
    await drawReading(total, isPrivate);
    await waitUntil(() => expect(document.body.textContent).toContain('100 of'));
    expect(isOffered()).toBe(false);
  });
});
