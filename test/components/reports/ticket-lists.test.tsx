import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import { routeTo } from '@/lib/browser-ui/reports-request';
import { type MarkRecord, NO_MARKS, shownMarks, ticketKey } from '@/lib/history/marks';
import { pageHistory } from '@/lib/history/page-history';
import type { Ticket } from '@/lib/report/compare/tickets';
import { resultOf } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { createGate } from '../../service/gate';
import { changeInMemory } from '../../support/fake-marks';
import { knownTrend } from '../../support/known-trends';
import { fakeBackground } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { reportOn } from '../../support/sample-report';
import { all, expectFocus, one, press, says, useEnglish } from '../../support/view';
import { settle, waitUntil } from '../../support/wait-until';

beforeEach(async () => {
  vi.setSystemTime(NOW);
  await useEnglish();
});
afterEach(() => void vi.useRealTimers());

const NOW = new Date(2026, 10, 28, 12);

const reportOf = (id: number, path: string, ...failed: string[]): Report =>
  reportOn(id, `shop.example/${path}`, [23, 8], 60, ...failed);

const REPORTS = [
  reportOf(3, 'sofas', 'noindex'),
  reportOf(2, 'beds', 'noindex'),
  reportOf(1, 'lamps', 'title'),
];
/** A later result of the first page, without the problem. */
const FIXED: Report = reportOn(3, 'shop.example/sofas', [27, 8], 70);

/**
 * Draws *All reports* with these reports, later results and marks.
 * @param between results between the first and the later results
 */
async function drawShop(
  later: readonly Report[] = [],
  { tickets } = NO_MARKS,
  between: readonly Report[] = [],
) {
  const records = new Map(
    tickets.map((ticket): [string, MarkRecord] => {
      const { id, at } = ticket;
      const key = ticketKey(id);
      return [key, { kind: 'ticket', key, ticket, madeAt: at, changedAt: at, endedAt: null }];
    }),
  );
  const marks = () => shownMarks([...records.values()]);
  const reports = REPORTS.map((one) => later.find(({ id }) => id === one.id) ?? one);
  const createJob = vi.fn<BackgroundApi['createJob']>(async () => ({ value: null }));
  const changeMarks = vi.fn<BackgroundApi['changeMarks']>(async (_, change) =>
    changeInMemory(records, change),
  );
  const getFindings = vi.fn<BackgroundApi['getFindings']>(async () => ({
    failure: { code: 'interrupted' },
  }));
  const background = fakeBackground(
    {
      createJob,
      getFindings,
      getPages: async (_, keys) => ({
        value: keys.map((key) => {
          const reportsOfPage = (all: readonly Report[]) =>
            all.filter((report) => referTo(report).page === key);
          const [before, now] = [reportsOfPage(REPORTS), reportsOfPage(later)];
          const past = [...before, ...reportsOfPage(between)].flatMap(resultOf);
          return pageHistory(now.length > 0 ? now : before, past);
        }),
      }),
      getMarks: async () => ({ value: marks() }),
      changeMarks,
    },
    reports,
  );
  const { page, openTab } = await drawReports({ background, reports });
  await waitUntil(() => expect(document.querySelectorAll('.table-row')).toHaveLength(3));
  /** Opens a ticket with other pages, as after the restoration of a backup in another window. */
  function reopenElsewhere(ticket: Ticket): void {
    const key = ticketKey(ticket.id);
    const at = new Date().toISOString();
    const dates = { madeAt: at, changedAt: at, endedAt: null };
    const pages = ticket.pages.slice(1);
    records.set(key, { kind: 'ticket', key, ticket: { ...ticket, pages }, ...dates });
  }
  return { createJob, getFindings, page, openTab, changeMarks, marks, reopenElsewhere };
}

const TICKET = {
  id: 't',
  client: 'shop.example',
  check: 'noindex',
  at: new Date(2026, 10, 23, 9).toISOString(),
  pages: [REPORTS[0], REPORTS[1]].flatMap((report) =>
    report ? [{ report: referTo(report), found: 'noindex, follow' }] : [],
  ),
};

it('an open ticket shows its status, and lists its pages with failing pages first', async () => {
  const { createJob } = await drawShop([FIXED], { ...NO_MARKS, tickets: [TICKET] });
  await press('Handed over 1');
  const list = await one('list', 'Handed over');
  const text = 'Noindex 2 pages shop.example · Nov 23 · 1 fixed, 1 not measured since';
  await waitUntil(() => expect(list.textContent).toBe(text));
  all('button', undefined, list)[0]?.click();
  await says('Handed over Nov 23 · 2 pages · 1 fixed, 1 not measured since');
  const rowTexts = () =>
    [...document.querySelectorAll('.table-row')].map(({ textContent }) => textContent ?? '');
  await waitUntil(() => expect(rowTexts()).toHaveLength(2));
  expect(rowTexts()[0]).toContain('shop.example/beds');
  expect(rowTexts()[1]).toContain('Fixed Nov 27 · was noindex, follow');
  await press('Re-check 1');
  await waitUntil(() => expect(createJob).toHaveBeenCalledOnce());
  expect(createJob.mock.calls[0]?.[1]).toMatchObject({
    isBatch: true,
    subjects: [{ kind: 'update', report: { id: '2' }, update: { results: 1 } }],
  });
  await press('Close ticket');
  await waitUntil(() => expect(all('button', 'Close ticket')).toEqual([]));
});

describe('Undo', () => {
  const openTicket = async () => {
    const drawn = await drawShop([], { ...NO_MARKS, tickets: [TICKET] });
    drawn.page.routes.goTo({ name: 'list', client: 'shop.example', check: 'noindex' });
    return drawn;
  };

  /** Copies a ticket of the open problem. */
  async function copyTicket(first: Parameters<typeof drawShop>[1] = NO_MARKS) {
    Object.assign(navigator, { clipboard: { write: async () => {} } });
    const drawn = await drawShop([], first);
    drawn.page.routes.goTo({ name: 'list', check: 'noindex' });
    await press('Copy ticket: 2 pages');
    await says('Ticket copied: ');
    return drawn;
  }

  it('opens a closed ticket again', async () => {
    const { marks } = await openTicket();
    const button = await one('button', 'Close ticket');
    button.focus();
    button.click();
    await says('Ticket closed: Noindex, shop.example');
    expect(marks().tickets).toEqual([]);
    await expectFocus('Undo');
    await press('Undo');
    await one('button', 'Close ticket');
    await says('Undone');
    expect(marks().tickets).toEqual([TICKET]);
    expect(all('button', 'Undo')).toEqual([]);
  });

  it('says that nothing was undone if another window has changed the ticket in the meantime', async () => {
    const { marks, reopenElsewhere } = await openTicket();
    await press('Close ticket');
    await one('button', 'Undo');
    reopenElsewhere(TICKET);
    await press('Undo');
    await says('This has changed in the meantime. Nothing was undone.');
    expect(all('button', 'Undo')).toEqual([]);
    expect(marks().tickets).toMatchObject([{ pages: TICKET.pages.slice(1) }]);
  });

  it('says why it failed, and can be pressed again', async () => {
    const { marks, changeMarks } = await openTicket();
    await press('Close ticket');
    await one('button', 'Undo');
    changeMarks.mockResolvedValueOnce({ failure: { code: 'notStored' } });
    await press('Undo');
    await says('Browser storage is full.');
    await press('Undo');
    await waitUntil(() => expect(marks().tickets).toEqual([TICKET]));
  });

  it('ends the ticket that was copied', async () => {
    const { marks } = await copyTicket();
    await one('button', 'Undo');
    await one('button', 'View');
    expect(marks().tickets).toHaveLength(1);
    await press('Undo');
    await waitUntil(() => expect(marks().tickets).toEqual([]));
    await waitUntil(() => expect(all('button', 'Close ticket')).toEqual([]));
  });

  it('is not offered for a second copy of the same ticket', async () => {
    const ticket = { ...TICKET, at: NOW.toISOString() };
    const { marks, page } = await copyTicket({ ...NO_MARKS, tickets: [ticket] });
    await waitUntil(() =>
      expect(page.exports.isCopyingTicket('noindex', 'shop.example')).toBe(false),
    );
    expect(all('button', 'Undo')).toEqual([]);
    expect(marks().tickets).toEqual([ticket]);
  });

  it('belongs to the last notice alone', async () => {
    const { marks, page } = await copyTicket({ ...NO_MARKS, tickets: [TICKET] });
    await one('button', 'Undo');
    expect(marks().tickets).toHaveLength(2);
    const [older] = page.ticketState.tickets.value.filter(({ id }) => id === TICKET.id);
    if (older) await page.ticketState.remove(older);
    await says('Ticket closed: ');
    await press('Undo');
    await waitUntil(() => expect(marks().tickets).toHaveLength(2));
    expect(all('button', 'Undo')).toEqual([]);
  });
});

it('a press with Ctrl opens the problem of a ticket in a new tab', async () => {
  const { page, openTab } = await drawShop([], { ...NO_MARKS, tickets: [TICKET] });
  await press('Handed over 1');
  const [ticket] = all('button', undefined, await one('list', 'Handed over'));
  ticket?.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }));
  const view = { name: 'list', client: 'shop.example', check: 'noindex' } as const;
  expect(openTab.mock.calls).toEqual([[routeTo(view)]]);
  expect(page.routes.now.value).toEqual(routeTo({ name: 'list' }));
});

describe('a closed ticket', () => {
  const RETURNED_SENTENCE = 'Failing again on 1 page: handed over Nov 10, ticket closed Nov 17';

  /** Draws a page with a ticket of the 10th, which was closed on the 17th, and its results. */
  async function drawClosed(last: Report) {
    const resultOn = (day: number, ...failed: string[]) =>
      reportOn(3, 'shop.example/sofas', [day, 8], 60, ...failed);
    const [found, fixed] = [resultOn(10, 'noindex'), resultOn(16)];
    const at = (day: number) => new Date(2026, 10, day, 9).toISOString();
    const ticket = {
      id: 't',
      client: 'shop.example',
      check: 'noindex',
      at: at(10),
      pages: [{ report: referTo(found), found: 'noindex' }],
    };
    const dates = { madeAt: at(10), changedAt: at(17), endedAt: at(17) };
    const value = shownMarks([{ kind: 'ticket', key: ticketKey('t'), ticket, ...dates }]);
    const background = fakeBackground(
      {
        getMarks: async () => ({ value }),
        getTrends: async (_, references, since) => ({
          value: references.map(() =>
            knownTrend(last, {
              reports: [last],
              past: [found, fixed].flatMap(resultOf),
              since,
              now: NOW,
            }),
          ),
        }),
      },
      [last],
    );
    await drawReports({ background, reports: [last] });
    await waitUntil(() => expect(document.querySelectorAll('.table-row')).toHaveLength(1));
  }

  it('is named beside a problem that fails again', async () => {
    await drawClosed(reportOn(3, 'shop.example/sofas', [27, 8], 60, 'noindex:missing'));
    const region = await one('region', 'What is wrong');
    await waitUntil(() =>
      expect(region.querySelector('.finding')?.textContent).toBe(
        'Noindex 1 page 1 failing again, ticket closed Nov 17 · shop.example',
      ),
    );
    expect(all('button', 'Handed over 1')).toEqual([]);
    region.querySelector<HTMLButtonElement>('.finding')?.click();
    await says('Pages with a tag that asks search engines, or one of them, not to list them.');
    await waitUntil(() =>
      expect([...document.querySelectorAll('.ticket')].map((line) => line.textContent)).toEqual([
        RETURNED_SENTENCE,
      ]),
    );
    expect(all('button', 'Close ticket')).toEqual([]);
    expect(all('button', 'Copy proof')).toEqual([]);
  });

  it('is not named if its problem is fixed', async () => {
    await drawClosed(reportOn(3, 'shop.example/sofas', [27, 8], 60, 'title'));
    await one('region', 'What is wrong');
    await waitUntil(() => expect(document.body.textContent).toContain('Title'));
    expect(document.body.textContent).not.toMatch(/failing again/i);
  });
});

it('a re-check of a ticket includes the pages that fail again', async () => {
  const failingReport = reportOn(3, 'shop.example/sofas', [27, 8], 60, 'noindex');
  const { createJob } = await drawShop([failingReport], { ...NO_MARKS, tickets: [TICKET] }, [
    reportOn(3, 'shop.example/sofas', [25, 8], 70),
  ]);
  await press('Handed over 1');
  all('button', undefined, await one('list', 'Handed over'))[0]?.click();
  await says('Handed over Nov 23 · 2 pages · 1 failing again, 1 not measured since');
  await press('Re-check 2');
  await waitUntil(() => expect(createJob).toHaveBeenCalledOnce());
});

it.each<[string, open: () => Promise<void>]>([
  [
    'of a ticket',
    async () => {
      await press('Handed over 1');
      all('button', undefined, await one('list', 'Handed over'))[0]?.click();
    },
  ],
  [
    'of starred pages',
    async () => {
      await waitUntil(() => expect(all('button', 'Star')).toHaveLength(3));
      for (const star of all('button', 'Star').slice(0, 2)) star.click();
      await press('Starred 2');
    },
  ],
])('Re-check %s stores one batch for a double click', async (_, open) => {
  const gate = createGate();
  const { createJob } = await drawShop([], { ...NO_MARKS, tickets: [TICKET] });
  createJob.mockImplementation(async () => {
    await gate.opened;
    return { value: null };
  });
  await open();
  const button = await one('button', 'Re-check 2');
  button.click();
  button.click();
  await waitUntil(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  gate.open();
  await waitUntil(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
  expect(createJob).toHaveBeenCalledOnce();
});

it('a double click on Copy ticket adds one ticket', async () => {
  Object.assign(navigator, { clipboard: { write: async () => {} } });
  const { getFindings, page } = await drawShop();
  // With known findings, a second copy does not stop the reading of the first.
  getFindings.mockImplementation(async (_, ids) => ({
    value: Object.fromEntries(
      REPORTS.filter(({ id }) => ids.includes(id)).map(({ id, generatedAt }) => [
        id,
        { generatedAt, checks: [] },
      ]),
    ),
  }));
  page.routes.goTo({ name: 'list', check: 'noindex' });
  const button = await one('button', 'Copy ticket: 2 pages');
  button.click();
  button.click();
  await waitUntil(() => expect(document.querySelectorAll('.ticket')).toHaveLength(1));
  await settle();
  expect(page.ticketState.tickets.value).toHaveLength(1);
});

it('the button Star marks a page, and the chip Starred shows only starred pages', async () => {
  await drawShop();
  const stars = () => all('button', 'Star');
  await waitUntil(() => expect(stars()).toHaveLength(3));
  stars()[1]?.click();
  await waitUntil(() => expect(stars()[1]?.getAttribute('aria-pressed')).toBe('true'));
  await press('Starred 1');
  await waitUntil(() => expect(document.querySelectorAll('.table-row')).toHaveLength(1));
  await one('button', 'Re-check 1');
});

it('Undo puts a removed star back', async () => {
  await drawShop();
  const isStarred = () => all('button', 'Star')[1]?.getAttribute('aria-pressed') === 'true';
  const pressStar = () => all('button', 'Star')[1]?.click();
  await waitUntil(() => expect(all('button', 'Star')).toHaveLength(3));
  pressStar();
  await waitUntil(() => expect(isStarred()).toBe(true));
  expect(all('button', 'Undo')).toEqual([]);
  pressStar();
  await says('Star removed: shop.example/');
  expect(isStarred()).toBe(false);
  await press('Undo');
  await says('Undone');
  expect(isStarred()).toBe(true);
});

it('a page without a score that passes the check has no date of failures', async () => {
  const report: Report = {
    ...reportOn(3, 'shop.example/sofas', [27, 8], 70),
    result: null,
    score: null,
    failed: { high: 0, medium: 0, low: 0 },
  };
  const { page } = referTo(report);
  const history = pageHistory([report], REPORTS.slice(0, 1).flatMap(resultOf));
  const known = { base: null, newest: null, fixedBetween: [], weekly: null };
  const failingSince = [
    { name: 'noindex', at: new Date(2026, 10, 23).toISOString(), passedAt: null, isAgain: false },
  ];
  const pages = TICKET.pages.filter((one) => one.report.page === page);
  const background = fakeBackground(
    {
      getPages: async () => ({ value: [history] }),
      getTrends: async () => ({ value: [{ ...known, failingSince }] }),
      getMarks: async () => ({ value: { ...NO_MARKS, tickets: [{ ...TICKET, pages }] } }),
    },
    [report],
  );
  const { page: model } = await drawReports({ background, reports: [report] });
  await waitUntil(() => expect(model.table.value.overview.isKnown.value).toBe(true));
  model.routes.goTo({ name: 'list', check: 'noindex' });
  await waitUntil(() =>
    expect(document.querySelector('td.cell-found')?.textContent).toContain('Passed'),
  );
  expect(document.querySelector('td.cell-since')?.textContent?.trim()).toBe('');
});
