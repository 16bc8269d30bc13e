import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import { MAX_OPEN, type MarksChange } from '@/lib/history/marks';
import { pageHistory } from '@/lib/history/page-history';
import type { Mute } from '@/lib/report/mutes';
import { resultOf } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { fakeMarks } from '../../support/fake-marks';
import { knownTrend } from '../../support/known-trends';
import { reportOn, sampleDetails } from '../../support/sample-report';
import { NOW } from '../../support/six-clients';
import { all, itemsOf, one, press, says, saysNoMore, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';
import { drawWeekComparison } from '../../support/week-comparison';

beforeEach(useEnglish);

/** The base and the newest result of each page. The score of `/a` fell because of Noindex. */
const REPORTS = [
  reportOn(16, 'shop.example/a', 26, 70, 'noindex:failed'),
  reportOn(15, 'shop.example/b', 26, 70, 'noindex:failed', 'sitemap:failed'),
  reportOn(14, 'other.example/', 26, 70, 'noindex:failed'),
  reportOn(13, 'shop.example/a', 12, 80),
  reportOn(12, 'shop.example/b', 12, 70, 'noindex:failed', 'sitemap:failed'),
  reportOn(11, 'other.example/', 12, 70, 'noindex:failed'),
];
const [A, B, OTHER] = ['shop.example/a', 'shop.example/b', 'other.example'] as const;

function muteOf(id: string, ...pages: string[]): MarksChange & { mute: Mute } {
  return {
    kind: 'addMute',
    mute: {
      id,
      check: 'noindex',
      at: new Date(2026, 10, 9, 12).toISOString(),
      note: 'Landing pages.',
      pages: pages.map((page) => ({ page, errors: ['failed'] })),
    },
  };
}

async function drawClients(reports: readonly Report[], ...first: MarksChange[]) {
  const marks = fakeMarks(...first);
  const getTrends: BackgroundApi['getTrends'] = async (_, references, since) => ({
    value: references.map(({ id, page }) => {
      const report = reports.find((one) => one.id === id) ?? expect.fail(id);
      return knownTrend(report, {
        reports,
        since,
        now: NOW,
        mutes: marks.mutesOf([page])[0] ?? [],
      });
    }),
  });
  const getPages: BackgroundApi['getPages'] = async (_, keys) => ({
    value: keys.map((key) => {
      const ofPage = reports.filter((report) => referTo(report).page === key);
      return pageHistory(ofPage, ofPage.flatMap(resultOf));
    }),
  });
  const drawn = await drawWeekComparison(reports, { ...marks.calls, getTrends, getPages });
  const mutedPages = () =>
    marks.mutes().map((mute) => ('pages' in mute ? mute.pages.map(({ page }) => page) : mute.host));
  return { ...drawn, marks, mutedPages };
}

/** Opens the form from the menu in the header of the open problem. */
async function openFormOfProblem(): Promise<void> {
  const header = await waitUntil(
    () => document.querySelector('.problem-header') ?? expect.fail('no problem'),
  );
  (await one('button', 'More', header)).click();
  await press('This is intended', 'menuitem');
}

const rowOf = (address: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('.table-row')].find(({ textContent }) =>
    textContent.includes(address),
  ) ?? expect.fail(document.body.textContent);

/** Returns the names of the clients of a group. */
const groupOf = (name: string) => all('rowgroup', name).map(({ textContent }) => textContent);

describe('This is intended', () => {
  it('mutes a problem on the pages of the client that fail now, until Undo', async () => {
    const { page, mutedPages } = await drawClients(REPORTS);
    page.routes.goTo({ name: 'list', client: 'shop.example', check: 'noindex' });
    await says('Noindex, 2 pages');
    await openFormOfProblem();
    await says('On the 2 pages that fail now');
    await press('Mark as intended');
    await says('Noindex, 0 pages');
    expect(mutedPages()).toEqual([[A, B]]);
    await press('Undo');
    await says('Noindex, 2 pages');
    expect(mutedPages()).toEqual([]);
  });

  it('adds one mute for each client of a problem, and Undo removes all mutes', async () => {
    const { page, mutedPages } = await drawClients(REPORTS);
    page.routes.goTo({ name: 'list', check: 'noindex' });
    await says('Noindex, 3 pages');
    await openFormOfProblem();
    await press('Mark as intended');
    await waitUntil(() => expect(mutedPages().toSorted()).toEqual([[OTHER], [A, B]]));
    await press('Undo');
    await waitUntil(() => expect(mutedPages()).toEqual([]));
  });

  it('mutes a check of the host on all pages of the host', async () => {
    const { page, mutedPages } = await drawClients(REPORTS);
    page.routes.goTo({ name: 'list', client: 'shop.example', check: 'sitemap' });
    await says('Sitemap, 1 page');
    await openFormOfProblem();
    await says('On all pages of shop.example');
    await press('Mark as intended');
    await waitUntil(() => expect(mutedPages()).toEqual(['shop.example']));
  });

  it('mutes a finding on one page in the menu of its row', async () => {
    const { page, mutedPages } = await drawClients(REPORTS);
    page.routes.goTo({ name: 'list', check: 'noindex' });
    await says('Noindex, 3 pages');
    (await one('button', 'More', rowOf(B))).click();
    await press('This is intended', 'menuitem');
    await says('On this page');
    await press('Mark as intended');
    await says('Noindex, 2 pages');
    expect(mutedPages()).toEqual([[B]]);
  });

  it('offers this page or the pages of the client in an open report', async () => {
    const getReport: BackgroundApi['getReport'] = async (_, { id }) => {
      const report = REPORTS.find((each) => each.id === id) ?? expect.fail(id);
      const noindex = { name: 'noindex', isPassed: false, importance: 'high' };
      const checks = [{ ...noindex, value: null, reasons: [], details: [] }];
      return { value: { ...sampleDetails(id, report), checks } };
    };
    const { page, mutedPages, background } = await drawClients(REPORTS);
    vi.spyOn(background, 'getReport').mockImplementation(getReport);
    page.show(REPORTS[0] ?? expect.fail('no report'));
    await press('More: Noindex');
    await press('This is intended', 'menuitem');
    const radios = await waitUntil(() => {
      const found = all('radio');
      expect(found).toHaveLength(2);
      return found;
    });
    expect(radios.map(({ parentElement }) => parentElement?.textContent)).toEqual([
      'On this page',
      'On the 2 pages that fail now',
    ]);
    radios[1]?.click();
    await press('Mark as intended');
    await waitUntil(() => expect(mutedPages()).toEqual([[A, B]]));
  });

  it('shows in the form that the limit of mutes is reached, and stores no mute', async () => {
    const full = Array.from({ length: MAX_OPEN.mute - 1 }, (_, at) => muteOf(`${at}`, `x${at}`));
    const { page, marks } = await drawClients(REPORTS, ...full);
    page.routes.goTo({ name: 'list', check: 'noindex' });
    await says('Noindex, 3 pages');
    await openFormOfProblem();
    await press('Mark as intended');
    await says('This browser stores up to 500 intended findings.');
    await one('dialog', 'It is intended that Noindex fails');
    expect(marks.mutes()).toHaveLength(MAX_OPEN.mute - 1);
    await says('Noindex, 3 pages');
  });
});

describe('intended problems', () => {
  it('are listed for all clients, each with its note, and end with Show again, until Undo', async () => {
    const { marks } = await drawClients(REPORTS, muteOf('shop', A, B), muteOf('other', OTHER));
    await press('Intended 2');
    const list = await waitUntil(() => {
      const items = itemsOf('Intended');
      expect(items).toHaveLength(2);
      return items;
    });
    expect(list.toSorted()).toEqual([
      'Noindex 1 page other.example · Nov 9 · “Landing pages.”Show again',
      'Noindex 2 pages shop.example · Nov 9 · “Landing pages.”Show again',
    ]);
    const items = all('listitem', undefined, await one('list', 'Intended'));
    const ofShop = items.find(({ textContent }) => textContent.includes('shop.example'));
    (await one('button', 'Show again', ofShop)).click();
    await one('button', 'Intended 1');
    expect(marks.mutes().map(({ id }) => id)).toEqual(['other']);
    await says('Shown again: Noindex');
    await press('Undo');
    await one('button', 'Intended 2');
    expect(marks.mutes()).toHaveLength(2);
  });

  it('are shown again only on the pages of one client if a mute names pages of two', async () => {
    const { mutedPages } = await drawClients(REPORTS, muteOf('both', A, OTHER, B));
    await press('Intended 2');
    const ofShop = await waitUntil(
      () =>
        all('listitem', undefined, all('list', 'Intended')[0]).find(({ textContent }) =>
          textContent.includes('shop.example'),
        ) ?? expect.fail('no problem of shop.example'),
    );
    (await one('button', 'Show again', ofShop)).click();
    await waitUntil(() => expect(mutedPages()).toEqual([[OTHER]]));
    await one('button', 'Intended 1');
    await press('Undo');
    await waitUntil(() => expect(mutedPages()).toEqual([[A, OTHER, B]]));
  });

  it('are counted and listed in the view of their client', async () => {
    const { page } = await drawClients(REPORTS, muteOf('shop', A, B), muteOf('other', OTHER));
    page.routes.goTo({ name: 'list', client: 'shop.example' });
    await press('1 intended');
    await waitUntil(() =>
      expect(itemsOf('Intended')).toEqual(['Noindex 2 pages Nov 9 · “Landing pages.”Show again']),
    );
  });

  it('are not listed without mutes', async () => {
    await drawClients(REPORTS);
    await one('region', 'What is wrong');
    expect(document.body.textContent).not.toContain('Intended');
  });

  it('do not make a page worse', async () => {
    const { marks, page } = await drawClients(REPORTS, muteOf('a', A));
    await waitUntil(() => expect(groupOf('No change').join()).toContain('shop.example'));
    await waitUntil(() => expect(rowOf(A).textContent).toContain('intended: Noindex'));
    expect(rowOf(A).textContent).toContain('10');
    marks.apply({ kind: 'endMute', id: 'a', pages: null });
    await page.history.changeMarks({ kind: 'star', page: 'host.example' });
    await waitUntil(() => expect(groupOf('Worse').join()).toContain('shop.example'));
    await waitUntil(() => expect(rowOf(A).textContent).not.toContain('intended'));
  });

  it('are not counted as failed checks in the rows of their pages', async () => {
    await drawClients(REPORTS, muteOf('b', B));
    await waitUntil(() => expect(rowOf(B).textContent).toContain('1 issue'));
  });
});

describe('a ticket with muted pages', () => {
  const ticket = {
    id: 't',
    client: 'shop.example',
    check: 'noindex',
    at: new Date(2026, 10, 13, 9).toISOString(),
    pages: [12].flatMap((id) =>
      REPORTS.filter((report) => report.id === `${id}`).map((report) => ({
        report: referTo(report),
        found: 'noindex, follow',
      })),
    ),
  };

  it('lists its muted pages as intended, and offers neither proof nor re-check', async () => {
    const { page } = await drawClients(REPORTS, { kind: 'addTicket', ticket }, muteOf('b', B));
    page.routes.goTo({ name: 'list', client: 'shop.example', check: 'noindex' });
    await says('Handed over Nov 13 · 1 page · 1 intended');
    await waitUntil(() => expect(rowOf(B).textContent).toContain('intended'));
    expect(all('button', 'Copy proof')).toEqual([]);
    expect(all('button').map(({ textContent }) => textContent)).not.toContain('Re-check 1');
    (await one('button', 'More', rowOf(B))).click();
    await press('Show again', 'menuitem');
    await says('1 still failing');
    await saysNoMore('1 intended');
  });
});
