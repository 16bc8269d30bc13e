import { beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n } from '#i18n';
import { NO_TREND } from '@/components/table/trends';
import { routeTo } from '@/lib/browser-ui/reports-request';
import { clientName } from '@/lib/report/compare/client-names';
import { resultOf } from '@/lib/report/past-result';
import { referTo } from '@/lib/report/report-reference';
import { createGate } from '../../service/gate';
import { knownTrend } from '../../support/known-trends';
import { useMessages } from '../../support/messages';
import { fakeBackground, publishQueue } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { replyOf } from '../../support/sample-list';
import { reportOn } from '../../support/sample-report';
import { NOW, SIX_CLIENTS, UPDATED } from '../../support/six-clients';
import { all, one, press, says, type, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';
import { drawWeekComparison } from '../../support/week-comparison';

beforeEach(useEnglish);

const FOUND = {
  generatedAt: SIX_CLIENTS.find(({ id }) => id === '89')?.generatedAt ?? null,
  checks: [
    {
      name: 'robots',
      isPassed: false,
      importance: 'high',
      value: '7 rules',
      reasons: [{ name: 'blocked', value: true }],
      details: [],
    },
  ],
};

/** Draws *All reports* with six clients, whose pages are compared with the results of a week ago. */
async function drawSixClients(clients = 'Clients', site = 'alpen.example') {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  const background = fakeBackground(
    {
      async listReports(_, { project }) {
        const reports = SIX_CLIENTS.filter((report) => clientName(report).includes(project));
        return {
          value: {
            ...replyOf(),
            reports,
            total: reports.length,
            next: null,
            requestedAt: Date.now(),
            findings: { 89: FOUND },
          },
        };
      },
      getTrends: async (_, references, since) => ({
        value: references.map((reference) => {
          const report = SIX_CLIENTS.find(({ id }) => id === reference.id);
          const past = reference.page === referTo(UPDATED).page ? resultOf(UPDATED) : [];
          if (report === undefined) throw new Error(`There is no report ${reference.id}.`);
          return knownTrend(report, { reports: SIX_CLIENTS, past, since, now: NOW });
        }),
      }),
    },
    SIX_CLIENTS,
  );
  const { page, preferences, openTab } = await drawReports({
    background,
    reports: SIX_CLIENTS,
    site,
  });
  preferences.value = { ...preferences.value, comparedSince: 'week' };
  const table = await one('table', clients);
  const rowTexts = () =>
    [...table.querySelectorAll('tbody tr')].map(({ textContent }) => textContent ?? '');
  await waitUntil(() => expect(rowTexts().join()).toContain(i18n.t('clients.noChange')));
  vi.useRealTimers();
  return { table, rowTexts, background, page, openTab };
}

const namesIn = (region: HTMLElement) =>
  all('button', undefined, region).map((one) => one.textContent);

it('the table has a group for each kind of change, ordered by the worst new problem', async () => {
  const { table } = await drawSixClients();
  const groups = all('rowgroup', undefined, table).slice(1);
  expect(groups.map((group) => group.querySelector('th')?.textContent)).toEqual([
    ...['Worse 4', 'Better 1', 'No change 1'],
  ]);
  const readNames = async (group: string) =>
    [...(await one('rowgroup', group, table)).querySelectorAll('.client-name button')].map(
      ({ textContent }) => textContent,
    );
  expect(await readNames('Worse')).toEqual([
    ...['bergblick.example', 'nordlicht.example', 'alpen.example', 'fahrrad.example'],
  ]);
  expect(await readNames('Better')).toEqual(['zahnarzt.example']);
});

it.each([
  ['Ctrl', 'click', { ctrlKey: true }],
  ['⌘', 'click', { metaKey: true }],
  ['the middle button', 'auxclick', { button: 1 }],
] as const)('%s opens a client, a problem or a report in a new tab', async (_, type, init) => {
  const { table, page, openTab } = await drawSixClients();
  const wrong = await one('region', 'What is wrong');
  for (const button of [
    await one('button', 'bergblick.example', table),
    wrong.querySelector('.finding'),
    document.querySelector('[data-key="89"] .row'),
  ]) {
    button?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, ...init }));
  }
  expect(openTab.mock.calls).toMatchObject([
    [routeTo({ name: 'list', client: 'bergblick.example' })],
    [{ view: { name: 'list', check: 'noindex' }, reportId: null }],
    [{ view: { name: 'list' }, reportId: '89' }],
  ]);
  expect(page.routes.now.value).toEqual(routeTo({ name: 'list' }));
});

it('the row of a client has its pages, its averages, its changes and its most important checks', async () => {
  const { table } = await drawSixClients();
  expect([...table.querySelectorAll('thead th')].map(({ textContent }) => textContent)).toEqual([
    ...['Clients', 'Pages', 'Average', '8 weeks', 'Worse / better', 'Problem', 'Fixed'],
  ]);
  const row = table.querySelector('tbody tr');
  const textOf = (cell: string) =>
    row?.querySelector(`:is(th, td).client-${cell}`)?.textContent?.replaceAll('\u00a0', ' ').trim();
  expect(textOf('name')).toBe('bergblick.example');
  expect(row?.querySelector('[scope=row]')).toBe(row?.querySelector('.client-name'));
  expect(textOf('pages')).toBe('3');
  expect(textOf('average')).toBe('68 → 63');
  expect(textOf('moves')).toBe('▼22 worse ▲11 better');
  expect(textOf('problem')).toBe('Robots.txt, 2 pages new');
  expect(textOf('fixed')).toBe('Meta description, 1 page and 1 more');
  expect(row?.querySelector('.client-weeks [role=img]')?.getAttribute('aria-label')).toBe(
    'Averages of 8 weeks: 73, 73, 68, 63',
  );
  row?.querySelector<HTMLElement>('.client-more button')?.click();
  await one('menu');
  expect(all('menuitem').map(({ textContent }) => textContent)).toEqual([
    ...['Copy summary', 'Print', 'Copy ticket: Robots.txt, 2 pages'],
    ...['Download CSV', 'Download XLSX'],
    'Put together with…',
  ]);
});

it('the row of an unchanged client has the rating of its average', async () => {
  const { table } = await drawSixClients();
  const group = await one('rowgroup', 'No change', table);
  const average = group.querySelector('td.client-average');
  expect(average?.querySelector('b .rating-decent')).not.toBeNull();
  expect(average?.textContent).toBe('60\u00a0→\u00a060 1 of 2 pages measured again');
  expect(average?.querySelector('[data-short]')?.getAttribute('data-short')).toBe('1/2');
  await press('lumen.example');
  await one('heading', 'lumen.example 2 pages');
});

it('names of hosts and checks do not change the order of numbers in Arabic', async () => {
  await useMessages('ar');
  const { table } = await drawSixClients('العملاء');
  const isolatedNames = [
    ...table.querySelectorAll('thead + tbody tr:first-child bdi, tbody:last-child bdi'),
  ];
  expect(isolatedNames.map(({ textContent }) => textContent)).toEqual([
    ...['bergblick.example', 'Robots.txt', 'وصف Meta', 'lumen.example'],
  ]);
  const region = await one('region', 'ما المشكلة');
  const namesInRegion = [...region.querySelectorAll('bdi')].map(({ textContent }) => textContent);
  expect(namesInRegion).toEqual([
    'alpen.example',
    'nordlicht.example',
    'bergblick.example',
    'وقت التحميل',
  ]);
});

it('printed paths are left to right in Arabic, with separators between them', async () => {
  await useMessages('ar');
  await drawSixClients('العملاء');
  dispatchEvent(new Event('beforeprint'));
  const cells = [...document.querySelectorAll('.print-problems td')];
  const pathsIn = (cell?: Element) => [...(cell?.querySelectorAll('[dir=ltr]') ?? [])];
  const cell = cells.find((one) => pathsIn(one).length > 1);
  const paths = pathsIn(cell).map(({ textContent }) => textContent);
  expect(cell?.textContent).toBe(paths.join('،\u200f '));
});

it('the view of a client has its new, still failing and fixed checks, and only its pages', async () => {
  await drawSixClients();
  await press('bergblick.example');
  await one('heading', 'bergblick.example 3 pages');
  expect(namesIn(await one('region', 'New')).join()).toContain('Robots.txt 2 pages high');
  expect(namesIn(await one('region', 'Fixed')).join()).toContain('Title 1 page high');
  await one('region', 'Still failing');
  await waitUntil(() => expect(document.querySelectorAll('.table-row')).toHaveLength(3));
  await one('button', 'Copy summary');
  await press('Back');
  await one('table', 'Clients');
});

const tableRows = () => document.querySelectorAll('.table-row');

it('This site is offered only while all clients are shown', async () => {
  const { page } = await drawSixClients();
  await one('button', 'This site');
  await press('bergblick.example');
  await one('heading', 'bergblick.example 3 pages');
  expect(all('button', 'This site')).toEqual([]);
  page.routes.goTo({ name: 'list', check: 'robots' });
  await one('heading', 'Robots.txt, 2 pages high');
  expect(all('button', 'This site')).toEqual([]);
});

it('Clear filters shows the pages of a client that This site has hidden', async () => {
  const { page } = await drawSixClients();
  await press('This site');
  await waitUntil(() => expect(tableRows()).toHaveLength(1));
  page.routes.goTo({ name: 'list', client: 'bergblick.example' });
  await says('No matching reports');
  await says('0 pages');
  const clear = await one('button', 'Clear filters');
  expect(clear.getAttribute('aria-disabled')).not.toBe('true');
  clear.click();
  await waitUntil(() => expect(tableRows()).toHaveLength(3));
  await waitUntil(() => expect(clear.getAttribute('aria-disabled')).toBe('true'));
});

it('the header of a problem names its client', async () => {
  const { page } = await drawSixClients();
  page.routes.goTo({ name: 'list', client: 'bergblick.example', check: 'robots' });
  await one('heading', 'Robots.txt, 2 pages high · bergblick.example');
});

it('Copy ticket is disabled while no page of the problem is shown', async () => {
  const { page } = await drawSixClients();
  page.routes.goTo({ name: 'list', check: 'robots' });
  await one('heading', 'Robots.txt, 2 pages high');
  expect(await one('button', 'Copy ticket: 2 pages')).toHaveProperty('disabled', false);
  await type('Search', 'no such page', 'searchbox');
  await waitUntil(() => expect(tableRows()).toHaveLength(0));
  expect(await one('button', 'Copy ticket')).toHaveProperty('disabled', true);
});

it('the view of a problem has its pages and the found values', async () => {
  await drawSixClients();
  const region = await one('region', 'What is wrong');
  all('button', undefined, region)
    .find(({ textContent }) => textContent?.startsWith('Robots.txt'))
    ?.click();
  await one('heading', 'Robots.txt, 2 pages high · bergblick.example');
  await says('A rule in robots.txt matches these pages; it may be meant for one crawler alone.');
  await waitUntil(() => expect(document.querySelectorAll('.table-row')).toHaveLength(2));
  // The `bdi` elements keep text and number in order.
  const foundCell = () => document.querySelector('td.cell-found');
  await waitUntil(() => expect(foundCell()?.textContent).toBe('Blocked · 7 rules'));
  expect(
    [...(foundCell()?.querySelectorAll('bdi') ?? [])].map(({ textContent }) => textContent),
  ).toEqual(['Blocked', '7 rules']);
});

it('the header of a problem lists its clients, each with a button for a ticket', async () => {
  const { page } = await drawSixClients();
  page.routes.goTo({ name: 'list', check: 'title' });
  const clients = await one('list', 'Clients');
  const items = [...clients.children].map(({ textContent }) => textContent);
  expect(items).toEqual([
    'lumen.exampleCopy ticket: 1 page',
    'zahnarzt.exampleCopy ticket: 1 page',
    'nordlicht.exampleCopy ticket: 2 pages',
  ]);
  expect(document.querySelector('.problem-header .primary')).toBeNull();
  await press('nordlicht.example');
  await one('heading', 'Title, 2 pages high · nordlicht.example');
  await one('button', 'Copy ticket: 2 pages');
});

it('Export offers copies only for a single client', async () => {
  const { page } = await drawSixClients();
  await press('Export');
  expect(all('menuitem').map(({ textContent }) => textContent)).toEqual([
    ...['Download CSV', 'Download XLSX', 'Print'],
  ]);
  await press('Export');
  page.routes.goTo({ name: 'list', client: 'bergblick.example' });
  await one('button', 'Copy summary');
  await press('Export');
  expect(all('menuitem').map(({ textContent }) => textContent)).toEqual([
    ...['Copy summary', 'Copy as text', 'Download CSV', 'Download XLSX', 'Print'],
  ]);
});

it('the view of a fixed problem has the pages on which the problem was fixed', async () => {
  await drawSixClients();
  const fixed = await one('region', 'Fixed');
  all('button', undefined, fixed)
    .find(({ textContent }) => textContent?.startsWith('Title'))
    ?.click();
  await one('heading', 'Title, fixed on 1 page high · bergblick.example');
  await waitUntil(() => expect(document.querySelectorAll('.table-row')).toHaveLength(1));
});

it('Fixed shows three checks of all clients at first, and all checks after a press', async () => {
  const names = ['noindex', 'title', 'robots', 'load_time', 'sitemap', 'meta_description'];
  const before = resultOf(reportOn(1, 'a.example/', [19, 8], 40, ...names));
  const report = reportOn(2, 'a.example/', [26, 8], 90);
  const trend = {
    base: before[0] ?? null,
    newest: null,
    failingSince: [],
    fixedBetween: [],
    weekly: null,
  };
  const background = fakeBackground({ getTrends: async () => ({ value: [trend] }) }, [report]);
  await drawReports({ background, reports: [report] });
  const fixed = await one('region', 'Fixed');
  await waitUntil(() => expect(all('listitem', undefined, fixed)).toHaveLength(3));
  await press('All 6 checks');
  await waitUntil(() => expect(all('listitem', undefined, fixed)).toHaveLength(6));
});

it('the button of Fixed counts a check with several lines once', async () => {
  const names = ['noindex', 'title', 'robots', 'load_time', 'sitemap'];
  const [base] = resultOf(reportOn(1, 'a.example/', [19, 8], 40, ...names));
  const reports = [reportOn(3, 'a.example/', [26, 8], 90), reportOn(4, 'a.example/b', [26, 8], 90)];
  const [passed] = resultOf(reportOn(2, 'a.example/b', [19, 8], 40));
  const days = { foundAt: reports[0]?.generatedAt ?? '', fixedAt: reports[0]?.generatedAt ?? '' };
  const trends = [
    { ...NO_TREND, base: base ?? null },
    {
      ...NO_TREND,
      base: passed ?? null,
      fixedBetween: [{ name: 'title', importance: 'high' as const, ...days }],
    },
  ];
  const background = fakeBackground({ getTrends: async () => ({ value: trends }) }, reports);
  await drawReports({ background, reports });
  await press('All 5 checks');
  const fixed = await one('region', 'Fixed');
  await waitUntil(() => expect(all('listitem', undefined, fixed)).toHaveLength(6));
});

it('the row of a page that is worse despite a higher score names the new problem', async () => {
  const before = resultOf(reportOn(1, 'a.example/', [19, 8], 20));
  const report = reportOn(2, 'a.example/', [26, 8], 58, 'noindex');
  const trend = { ...NO_TREND, base: before[0] ?? null };
  const background = fakeBackground({ getTrends: async () => ({ value: [trend] }) }, [report]);
  await drawReports({ background, reports: [report] });
  await waitUntil(() =>
    expect(document.querySelector('td.cell-change')?.textContent).toContain('▲38'),
  );
  expect(document.querySelector('td.cell-change')?.textContent).toMatch(/new: Noindex$/);
});

it('a client with one result for each page is not comparable', async () => {
  const report = reportOn(2, 'a.example/', [26, 8], 90);
  const trend = { base: null, newest: null, failingSince: [], fixedBetween: [], weekly: null };
  const background = fakeBackground({ getTrends: async () => ({ value: [trend] }) }, [report]);
  await drawReports({ background, reports: [report] });
  await one('rowgroup', 'Not comparable');
  const fixed = await one('region', 'Fixed');
  expect(fixed.textContent).toContain('–');
  expect(document.querySelector('.no-number')).toBeNull();
});

describe('All reports with first results only', () => {
  const FIRST_RESULTS = [
    reportOn(3, 'a.example/1', 26, 40, 'load_time', 'noindex', 'sitemap'),
    reportOn(2, 'a.example/2', 26, 50, 'noindex'),
    reportOn(1, 'b.example/', 25, 60, 'load_time'),
  ];
  const newWords = /\bnew\b|Nothing (new|yet)|unchanged/i;

  it('lists the current problems of all clients without the word “new”', async () => {
    await drawWeekComparison(FIRST_RESULTS);
    const region = await one('region', 'What is wrong');
    expect(all('listitem', undefined, region).map(({ textContent }) => textContent)).toEqual([
      'Noindex 2 pages high · a.example',
      'Load time 2 pages medium · a.example 1, b.example 1',
      'Sitemap 1 page low · a.example',
    ]);
    const group = await one('rowgroup', 'Not comparable');
    const problems = [...group.querySelectorAll('td.client-problem')];
    expect(problems.map(({ textContent }) => textContent)).toEqual([
      'first results today · Noindex, 2 pages and 2 more',
      'first results on Nov 25 · Load time, 1 page ',
    ]);
    expect(document.querySelector('main')?.textContent).not.toMatch(newWords);
  });

  it('lists the current problems of one client without the word “new”', async () => {
    const { page } = await drawWeekComparison(FIRST_RESULTS);
    page.routes.goTo({ name: 'list', client: 'a.example' });
    await says('Not comparable: first results today');
    const region = await one('region', 'What is wrong');
    expect(all('listitem', undefined, region).map(({ textContent }) => textContent)).toEqual([
      'Noindex 2 pages high',
      'Load time 1 page medium',
      'Sitemap 1 page low',
    ]);
    expect(all('region', 'New')).toEqual([]);
    expect(all('region', 'Still failing')).toEqual([]);
    expect(document.querySelector('main')?.textContent).not.toMatch(newWords);
    await press('Noindex 2 pages high');
    await one('heading', 'Noindex, 2 pages high · a.example');
  });

  it('says that no check fails', async () => {
    await drawWeekComparison([reportOn(1, 'a.example/', 26, 90)]);
    const region = await one('region', 'What is wrong');
    expect(region.textContent).toContain('No failed checks');
  });

  it('prints the most important problems without the word “new”', async () => {
    await drawWeekComparison(FIRST_RESULTS.slice(0, 2));
    dispatchEvent(new Event('beforeprint'));
    const paper = document.querySelector('.print-problems')?.parentElement?.textContent;
    expect(paper).toContain('1 of medium and 1 of low importance are not listed');
    expect(paper).not.toMatch(newWords);
  });
});

describe('the view of a client with old, new and first results', () => {
  const REPORTS = [
    reportOn(9, 'a.example/old', 26, 50, 'title', 'load_time'),
    reportOn(8, 'a.example/first/1', 26, 40, 'title', 'noindex', 'load_time'),
    reportOn(7, 'a.example/first/2', 26, 40, 'noindex'),
    reportOn(6, 'a.example/unknown', 26, 60, 'noindex', 'title'),
    { ...reportOn(5, 'a.example/unknown', 19, 60), failedChecks: null },
    reportOn(4, 'a.example/old', 19, 50, 'title'),
    reportOn(3, 'a.example/unchecked', 12, 60, 'title'),
  ];
  const readItems = async (region: string) =>
    all('listitem', undefined, await one('region', region)).map(({ textContent }) => textContent);

  it('lists first results separately from problems that still fail', async () => {
    const { page } = await drawWeekComparison(REPORTS);
    page.routes.goTo({ name: 'list', client: 'a.example' });
    expect(await readItems('New')).toEqual(['Load time 1 page medium · 1 first measured']);
    expect(await readItems('Still failing')).toEqual([
      'Title 2 pages high · 1 first measured · 1 not compared',
    ]);
    expect(await readItems('Not comparable')).toEqual([
      'Noindex 3 pages high · 2 first measured · 1 not compared',
    ]);
    await press('Noindex 3 pages high · 2 first measured · 1 not compared');
    await one('heading', 'Noindex, 3 pages high · a.example');
  });

  it('does not call a page first measured while earlier results may be unknown', async () => {
    const { page } = await drawWeekComparison(REPORTS);
    await publishQueue({ historyState: 'unavailable' });
    page.routes.goTo({ name: 'list', client: 'a.example' });
    expect(await readItems('Not comparable')).toEqual([
      'Noindex 3 pages high · 2 without a known earlier result · 1 not compared',
    ]);
  });

  it('lists five problems in each part until the button All is pressed', async () => {
    const names = ['title', 'noindex', 'robots', 'load_time', 'sitemap', 'favicon'];
    const { page } = await drawWeekComparison([
      reportOn(4, 'a.example/old', 26, 50, ...names),
      reportOn(3, 'a.example/first', 26, 50, 'inline_css'),
      reportOn(2, 'a.example/old', 19, 50, ...names),
    ]);
    page.routes.goTo({ name: 'list', client: 'a.example' });
    expect(await readItems('Still failing')).toHaveLength(5);
    await press('All 6 checks');
    expect(await readItems('Still failing')).toHaveLength(6);
    expect((await readItems('Still failing')).join()).not.toContain('CSS');
    expect(await readItems('Not comparable')).toEqual(['Inline CSS 1 page low · 1 first measured']);
  });
});

describe('a client whose oldest result is later than the base day', () => {
  const LATE_RESULTS = [
    reportOn(5, 'a.example/1', 26, 60),
    reportOn(4, 'a.example/1', 23, 50),
    reportOn(3, 'a.example/2', 26, 60),
    reportOn(2, 'a.example/2', 24, 60),
  ];
  const changeCells = () =>
    [...document.querySelectorAll('td.cell-change')].map(({ textContent }) => textContent);

  it('shows the days of the oldest results, for the client and each page', async () => {
    await drawWeekComparison(LATE_RESULTS);
    expect((await one('rowgroup', 'Better')).textContent).toMatch(
      /^Better 1a\.example compared with Nov 23 – 24255\u00a0→\u00a060/,
    );
    expect(changeCells()).toEqual([
      expect.stringMatching(/^compared with Nov 24$/),
      expect.stringMatching(/▲10.*compared with Nov 23$/),
    ]);
  });

  it('shows the day of the oldest result only for pages without a result up to the base day', async () => {
    await drawWeekComparison([...LATE_RESULTS, reportOn(1, 'a.example/2', 12, 50)]);
    expect((await one('rowgroup', 'Better')).textContent).toMatch(
      /^Better 1a\.example 250\u00a0→\u00a060/,
    );
    expect(changeCells().filter((text) => text?.includes('compared with'))).toHaveLength(1);
  });
});

it('a search filters rows, but does not change the numbers of clients', async () => {
  const { rowTexts, background } = await drawSixClients();
  const before = rowTexts();
  const listReports = vi.spyOn(background, 'listReports');
  await type('Search', 'suite', 'searchbox');
  await waitUntil(() => expect(document.querySelectorAll('.table-row')).toHaveLength(1));
  expect(rowTexts()).toEqual(before);
  expect(listReports.mock.calls.filter(([, { search }]) => search !== '')).toEqual([]);
});

it('a problem shows no number until its data is complete', async () => {
  const route = routeTo({ name: 'list', check: 'robots' });
  const noAnswer = new Promise<never>(() => {});
  const background = fakeBackground({ getTrends: () => noAnswer }, SIX_CLIENTS);
  await drawReports({ background, reports: SIX_CLIENTS, route });
  const heading = await one('heading', 'Robots.txt –');
  expect(heading.textContent).not.toMatch(/\d/);
});

it('Copy summary shows a sentence while it waits for the remaining reports', async () => {
  const gate = createGate();
  const reports = SIX_CLIENTS.filter(({ project }) => project === 'bergblick.example');
  const background = fakeBackground(
    {
      getTrends: async (_, references) => {
        await gate.opened;
        const trend = {
          base: null,
          newest: null,
          failingSince: [],
          fixedBetween: [],
          weekly: null,
        };
        return { value: references.map(() => trend) };
      },
    },
    reports,
  );
  await drawReports({ background, reports });
  const sentence = 'Waiting until all reports are read.';
  Object.assign(navigator, { clipboard: { write: async () => {} } });
  await one('table', 'Reports');
  expect(document.body.textContent).not.toContain(sentence);
  await press('Export');
  await press('Copy summary', 'menuitem');
  await says(sentence);
  gate.open();
  await waitUntil(() => expect(document.body.textContent).not.toContain(sentence));
});
