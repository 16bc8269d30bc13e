import { beforeEach, describe, expect, it } from 'vitest';
import type { MarksChange } from '@/lib/history/marks';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { pageKey } from '@/lib/url/page-key';
import { fakeMarks } from '../../support/fake-marks';
import { fakeBackground } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { reportOn } from '../../support/sample-report';
import { all, one, press, says, saysNoMore, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';
import { drawWeekComparison } from '../../support/week-comparison';

beforeEach(useEnglish);

const REPORTS = [
  reportOn(4, 'shop.example/', 26, 60, 'noindex'),
  reportOn(3, 'shop.example/beds', 26, 70, 'noindex'),
  reportOn(2, 'mill.example/', 26, 80),
  reportOn(1, 'shop.example/', 12, 70),
];
const SHOP = { kind: 'client', name: 'shop.example' } as const;
const MILL_PAGE = pageKey('https://mill.example/');
const STARRED = { kind: 'starred' } as const;
const OVERWRITES =
  "An update overwrites a report's former result on the service, even under a link that a client has. This browser keeps past results.";

/** Draws *All reports*. The date is Thursday, November 26, 2026. */
async function drawClients(...first: MarksChange[]) {
  const marks = fakeMarks(...first);
  const drawn = await drawWeekComparison(REPORTS, marks.calls);
  await one('table', 'Clients');
  return { ...drawn, marks };
}

async function openMenuOf(client: string): Promise<void> {
  const row = (await one('button', client)).closest('tr');
  row?.querySelector<HTMLElement>('.client-more button')?.click();
  await one('menu');
}

const checked = () =>
  all('menuitemcheckbox').map((item) => `${item.textContent} ${item.getAttribute('aria-checked')}`);

/** Returns the changes of due marks. */
const changesOf = ({ calls }: ReturnType<typeof fakeMarks>) =>
  calls.changeMarks.mock.calls.map(([, change]) => change);

describe('Weekly re-check of a client', () => {
  it('says what a re-check costs, and makes the pages due', async () => {
    const { marks, background } = await drawClients();
    await openMenuOf('shop.example');
    expect(checked()).toEqual(['Weekly re-check false', 'Monthly re-check false']);
    await press('Weekly re-check', 'menuitemcheckbox');
    const dialog = await one('dialog', 'Weekly re-check: shop.example');
    expect([...dialog.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
      'Due every Thursday, starting today. Nothing is sent until you press Re-check.',
      'A re-check sends 2 requests. It takes about 1 minute.',
      OVERWRITES,
    ]);
    await press('Set weekly re-check');
    await says('Weekly re-check set: shop.example');
    expect(all('dialog')).toEqual([]);
    expect(changesOf(marks)).toEqual([{ kind: 'setDue', subject: SHOP, every: 'week' }]);
    expect(background.createJob).not.toHaveBeenCalled();
    await openMenuOf('shop.example');
    expect(checked()).toEqual(['Weekly re-check true', 'Monthly re-check false']);
  });

  it('ends when it is chosen again, and Undo opens it again', async () => {
    const { marks } = await drawClients({ kind: 'setDue', subject: SHOP, every: 'week' });
    await openMenuOf('shop.example');
    await press('Weekly re-check', 'menuitemcheckbox');
    await says('Weekly re-check ended: shop.example');
    expect(all('dialog')).toEqual([]);
    await press('Undo');
    await waitUntil(() =>
      expect(changesOf(marks)).toEqual([
        { kind: 'endDue', subject: SHOP },
        { kind: 'undo', changes: [expect.anything()] },
      ]),
    );
    await openMenuOf('shop.example');
    await waitUntil(() =>
      expect(checked()).toEqual(['Weekly re-check true', 'Monthly re-check false']),
    );
  });

  it('becomes a monthly re-check, from the menu of the client’s own view', async () => {
    const { page } = await drawClients({ kind: 'setDue', subject: SHOP, every: 'week' });
    page.routes.goTo({ name: 'list', client: 'shop.example' });
    await one('heading', 'shop.example 2 pages');
    await press('More');
    await press('Monthly re-check', 'menuitemcheckbox');
    await one('dialog', 'Monthly re-check: shop.example');
    await says('Due on day 26 of each month, starting today.');
    await says('This replaces the weekly re-check.');
    await press('Set monthly re-check');
    await says('Monthly re-check set: shop.example');
    await press('More');
    expect(checked()).toEqual(['Weekly re-check false', 'Monthly re-check true']);
  });

  it('changes nothing after Cancel, and says why a change was not stored', async () => {
    const { marks } = await drawClients();
    await openMenuOf('shop.example');
    await press('Weekly re-check', 'menuitemcheckbox');
    await press('Cancel');
    expect(all('dialog')).toEqual([]);
    expect(changesOf(marks)).toEqual([]);
    await openMenuOf('shop.example');
    await press('Weekly re-check', 'menuitemcheckbox');
    marks.calls.changeMarks.mockResolvedValueOnce({ failure: { code: 'notStored' } });
    await press('Set weekly re-check');
    await one('alert', undefined, await one('dialog'));
    await press('Set weekly re-check');
    await says('Weekly re-check set: shop.example');
  });
});

it('a ticket has a weekly re-check of all its pages', async () => {
  const ticket = {
    id: 't',
    client: 'shop.example',
    check: 'noindex',
    at: new Date(2026, 10, 26, 9).toISOString(),
    pages: REPORTS.slice(0, 2).map((report) => ({ report: referTo(report), found: null })),
  };
  const { page, marks } = await drawClients({ kind: 'addTicket', ticket });
  page.routes.goTo({ name: 'list', client: 'shop.example', check: 'noindex' });
  const line = await waitUntil(
    () => document.querySelector<HTMLElement>('div.ticket') ?? expect.fail('no ticket'),
  );
  (await one('button', 'More', line)).click();
  await press('Weekly re-check', 'menuitemcheckbox');
  await one('dialog', 'Weekly re-check: Noindex (shop.example)');
  await says('A re-check sends 2 requests.');
  await press('Set weekly re-check');
  await says('Weekly re-check set: Noindex (shop.example)');
  expect(changesOf(marks)).toEqual([
    { kind: 'setDue', subject: { kind: 'ticket', id: 't' }, every: 'week' },
  ]);
});

it('the starred pages have a monthly re-check', async () => {
  const { marks } = await drawClients({ kind: 'star', page: MILL_PAGE });
  await press('More for starred pages');
  await press('Monthly re-check', 'menuitemcheckbox');
  await one('dialog', 'Monthly re-check: Starred');
  await says('A re-check sends 1 request. It takes about 1 minute.');
  await press('Set monthly re-check');
  await says('Monthly re-check set: Starred');
  expect(changesOf(marks)).toEqual([{ kind: 'setDue', subject: STARRED, every: 'month' }]);
});

it('the dialog of the starred pages counts no page without a report', async () => {
  await drawClients(
    { kind: 'star', page: MILL_PAGE },
    { kind: 'star', page: pageKey('https://mill.example/deleted') },
  );
  await press('More for starred pages');
  await press('Weekly re-check', 'menuitemcheckbox');
  await one('dialog', 'Weekly re-check: Starred');
  await says('A re-check sends 1 request.');
});

it('the menu of the starred pages stays after a search without a starred page', async () => {
  const { page } = await drawClients({ kind: 'star', page: MILL_PAGE });
  await one('button', 'More for starred pages');
  page.table.value.overview.find('beds');
  await waitUntil(() => expect(page.table.value.overview.counts.value.starred).toBe(0));
  await one('button', 'More for starred pages');
});

it('the dialog of a ticket counts no page without a report', async () => {
  const report = {
    ...referTo(REPORTS[0] as Report),
    page: pageKey('https://shop.example/deleted'),
  };
  const ticket = {
    id: 't',
    client: 'shop.example',
    check: 'noindex',
    at: new Date(2026, 10, 26, 9).toISOString(),
    pages: [
      { report: referTo(REPORTS[0] as Report), found: null },
      { report, found: null },
    ],
  };
  const { page } = await drawClients({ kind: 'addTicket', ticket });
  page.routes.goTo({ name: 'list', client: 'shop.example', check: 'noindex' });
  const line = await waitUntil(
    () => document.querySelector<HTMLElement>('div.ticket') ?? expect.fail('no ticket'),
  );
  (await one('button', 'More', line)).click();
  await press('Weekly re-check', 'menuitemcheckbox');
  await says('A re-check sends 1 request.');
});

it('Undo of Take apart opens the due mark of the joined client again', async () => {
  const clients = ['shop.example', 'mill.example'];
  const group = { kind: 'client', name: 'Group' } as const;
  const { marks } = await drawClients(
    { kind: 'joinClients', name: 'Group', clients },
    { kind: 'setDue', subject: group, every: 'week' },
  );
  await openMenuOf('Group');
  await press('Take apart', 'menuitem');
  await says('Group was taken apart.');
  await press('Undo');
  await waitUntil(() => expect(marks.marks().due).toMatchObject([{ subject: group }]));
  await one('button', 'Group');
  await openMenuOf('Group');
  await waitUntil(() => expect(checked()).toContain('Weekly re-check true'));
});

it('a private window has no re-checks in its menus', async () => {
  const marks = fakeMarks({ kind: 'star', page: MILL_PAGE });
  const background = fakeBackground(marks.calls, REPORTS);
  await drawReports({ background, reports: REPORTS, isPrivate: true });
  await one('rowgroup', 'Not comparable');
  await openMenuOf('shop.example');
  expect(all('menuitem').length).toBeGreaterThan(0);
  expect(all('menuitemcheckbox')).toEqual([]);
  await saysNoMore('More for starred pages');
});
