import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type MarkRecord, type Marks, shownMarks } from '@/lib/history/marks';
import { referTo } from '@/lib/report/report-reference';
import { changeInMemory } from '../../support/fake-marks';
import { fakeBackground } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { reportOn } from '../../support/sample-report';
import { all, one, press, says, type, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';
import { drawWeekComparison } from '../../support/week-comparison';

beforeEach(useEnglish);

const MILL = 'millbakery.example';
const SHOP = 'shop.millbakery.example';

const REPORTS = [
  reportOn(6, 'millbakery.example/', 26, 60, 'noindex'),
  reportOn(5, 'shop.millbakery.example/', 26, 70, 'noindex'),
  reportOn(4, 'alpha.example/', 26, 80),
  reportOn(3, 'millbakery.example/', 12, 70),
  reportOn(2, 'shop.millbakery.example/', 12, 80),
];

/** Draws *All reports*. Its marks change as in the worker. */
async function drawClients(first: readonly MarkRecord[] = []) {
  const records = new Map(first.map((mark) => [mark.key, mark]));
  const marks = (): Marks => shownMarks([...records.values()]);
  const changeMarks = vi.fn<ReturnType<typeof fakeBackground>['changeMarks']>(async (_, change) =>
    changeInMemory(records, change),
  );
  const drawn = await drawWeekComparison(REPORTS, {
    getMarks: async () => ({ value: marks() }),
    changeMarks,
  });
  await one('table', 'Clients');
  return { ...drawn, changeMarks, records };
}

const clientNames = () =>
  [...document.querySelectorAll('.client-name button')].map(({ textContent }) => textContent);

async function openMenuOf(client: string): Promise<void> {
  const row = (await one('button', client)).closest('tr');
  row?.querySelector<HTMLElement>('.client-more button')?.click();
  await one('menu');
}

async function putTogether(): Promise<void> {
  await openMenuOf(MILL);
  await press('Put together with…', 'menuitem');
  await one('dialog', 'Put clients together');
  await type('Name', 'Mill');
  await press(SHOP, 'checkbox');
  await press('Put 2 clients together');
  await one('button', 'Mill');
}

describe('Put together with…', () => {
  it('puts clients together under one name', async () => {
    const { changeMarks } = await drawClients();
    expect(clientNames().toSorted()).toEqual(['alpha.example', MILL, SHOP]);
    await openMenuOf(MILL);
    expect(all('menuitem', 'Take apart')).toEqual([]);
    await press('Put together with…', 'menuitem');
    const dialog = await one('dialog', 'Put clients together');
    expect(await one('textbox', 'Name', dialog)).toHaveProperty('value', MILL);
    const boxes = all('checkbox', undefined, dialog) as HTMLInputElement[];
    expect(boxes.map(({ labels }) => labels?.[0]?.textContent)).toEqual(['alpha.example', SHOP]);
    expect(all('searchbox', undefined, dialog)).toEqual([]);
    expect(await one('button', 'Put together')).toHaveProperty('disabled', true);
    await type('Name', 'Mill');
    await press(SHOP, 'checkbox');
    await press('Put 2 clients together');
    await one('button', 'Mill');
    expect(all('dialog')).toEqual([]);
    await says('Put together as Mill.');
    expect(clientNames().toSorted()).toEqual(['Mill', 'alpha.example']);
    const row = (await one('button', 'Mill')).closest('tr');
    expect(row?.querySelector('.client-pages')?.textContent).toBe('2');
    expect(row?.querySelector('.client-name')?.textContent).toContain(MILL);
    expect(row?.querySelector('.client-name')?.textContent).toContain(SHOP);
    expect(changeMarks).toHaveBeenCalledOnce();
  });

  it('opens the joined client in place of an open single client', async () => {
    const { page } = await drawClients();
    page.routes.goTo({ name: 'list', client: SHOP, check: 'noindex' });
    await one('heading', `Noindex, 1 page high · ${SHOP}`);
    page.routes.goTo({ name: 'list', client: SHOP });
    await one('heading', `${SHOP} 1 page`);
    await press('More');
    await press('Put together with…', 'menuitem');
    await press(MILL, 'checkbox');
    await type('Name', 'Mill');
    await press('Put 2 clients together');
    await one('heading', 'Mill 2 pages');
    await waitUntil(() => expect(document.querySelectorAll('.table-row')).toHaveLength(2));
    page.routes.goTo({ name: 'list', client: MILL, check: 'noindex' });
    await one('heading', 'Noindex, 2 pages high · Mill');
    await one('button', 'Copy ticket: 2 pages');
  });

  it('says why a name or too many clients are refused, and closes with Cancel', async () => {
    const { changeMarks } = await drawClients();
    await openMenuOf(MILL);
    await press('Put together with…', 'menuitem');
    await press(SHOP, 'checkbox');
    await type('Name', 'alpha.example');
    await press('Put 2 clients together');
    await says('Another client has this name.');
    await type('Name', 'Mill');
    changeMarks.mockResolvedValueOnce({
      failure: { code: 'tooManyMarks', mark: 'clientToJoin', most: 20 },
    });
    await press('Put 2 clients together');
    await says('Up to 20 clients can be put together.');
    await press('Cancel');
    expect(all('dialog')).toEqual([]);
    expect(clientNames()).toHaveLength(3);
  });

  it('has a search field for many clients', async () => {
    const reports = Array.from({ length: 12 }, (_, at) =>
      reportOn(20 + at, `client${at}.example/`, 26, 60),
    );
    await drawWeekComparison(reports);
    await openMenuOf('client3.example');
    await press('Put together with…', 'menuitem');
    const dialog = await one('dialog', 'Put clients together');
    expect(all('checkbox', undefined, dialog)).toHaveLength(11);
    await type('Find a client', 'client11', 'searchbox');
    await waitUntil(() => expect(all('checkbox', undefined, dialog)).toHaveLength(1));
    await type('Find a client', 'nobody', 'searchbox');
    await says('No matching clients');
  });
});

describe('Take apart', () => {
  it('separates the clients, and Undo puts them together again', async () => {
    const { page, changeMarks } = await drawClients();
    await putTogether();
    await openMenuOf('Mill');
    await press('Take apart', 'menuitem');
    await one('button', MILL);
    expect(clientNames().toSorted()).toEqual(['alpha.example', MILL, SHOP]);
    await says('Mill was taken apart.');
    await press('Undo');
    await one('button', 'Mill');
    await waitUntil(() => expect(all('button', 'Undo')).toEqual([]));
    page.routes.goTo({ name: 'list', client: 'Mill' });
    await one('heading', 'Mill 2 pages');
    await press('More');
    await press('Take apart', 'menuitem');
    await one('heading', `${MILL} 1 page`);
    expect(changeMarks).toHaveBeenCalledTimes(4);
  });

  it('lists a ticket under each client with the pages of this client', async () => {
    const at = new Date(2026, 10, 26, 9).toISOString();
    const ticket = {
      id: 't',
      client: 'Mill',
      check: 'noindex',
      at,
      pages: REPORTS.slice(0, 2).map((report) => ({
        report: referTo(report),
        found: null,
        client: report.project ?? '',
      })),
    };
    const dates = { madeAt: at, changedAt: at, endedAt: null };
    const { page } = await drawClients([{ kind: 'ticket', key: 'ticket t', ticket, ...dates }]);
    await putTogether();
    page.routes.goTo({ name: 'list', client: 'Mill', check: 'noindex' });
    await says('Handed over Nov 26 · 2 pages');
    await page.joinedClients.takeApart('Mill');
    await says('Handed over Nov 26 · 1 page');
    for (const client of [MILL, SHOP]) {
      page.routes.goTo({ name: 'list', client, check: 'noindex' });
      await one('heading', `Noindex, 1 page high · ${client}`);
      expect(document.querySelectorAll('div.ticket')).toHaveLength(1);
      await says('Handed over Nov 26 · 1 page');
    }
    await press('Close ticket');
    await waitUntil(() => expect(document.querySelectorAll('div.ticket')).toHaveLength(0));
    page.routes.goTo({ name: 'list', client: MILL, check: 'noindex' });
    await says('Handed over Nov 26 · 1 page');
  });
});

it('a private window shows joined clients, and says that it cannot change any', async () => {
  const joined = [{ name: 'Mill', clients: [MILL, SHOP], days: [] }];
  const background = fakeBackground(
    { getMarks: async () => ({ value: { ...shownMarks([]), joined } }) },
    REPORTS,
  );
  await drawReports({ background, reports: REPORTS, isPrivate: true });
  await one('rowgroup', 'Not comparable');
  await openMenuOf('Mill');
  await press('Take apart', 'menuitem');
  await says("A private window can't put clients together or take them apart.");
  expect(background.changeMarks).not.toHaveBeenCalled();
  await openMenuOf('Mill');
  await press('Put together with…', 'menuitem');
  expect(all('dialog')).toEqual([]);
});
