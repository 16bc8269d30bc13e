import { app, byRole, failures, type Screen, type State } from '../app';
import { openClient, openProblem, openReports, selectRows, untilNumbers } from '../reports-screen';
import { connectOther, connectTwo, disconnectInUse } from './two-services';
import { fill, makeDue, press, pressInMenuOf, shows, walk } from './walk';

const PATHS = ['', 'huts/lakeside', 'huts/summit', 'booking?guests=2&from=2026-12-24', 'alps/path'];
const LONG =
  'https://www.a-very-long-name-of-a-site.example/and/a/path/that/needs/more/than/one/line';

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();
const YESTERDAY = daysAgo(1);

export const REPORTS_STATES: Record<string, State> = {
  'all reports': openAll,
  'all reports, all problems': walk(
    openAll,
    untilNumbers,
    (page) => page.locator('.findings .toggle[aria-expanded=false]').click(),
    shows('searchbox', 'Find a check'),
  ),
  'all reports, the pages of a problem': walk(
    openUntitled,
    (page) => openProblem(page, 'Title', 6),
    'Failing since',
  ),
  'all reports, one client': walk(openAll, (page) => openClient(page, 'trails.example', 8)),
  'all reports, some selected, with exports': walk(
    openAll,
    (page) => selectRows(page, 1, 2, 3),
    press('Export'),
    'Copy as text',
  ),
  'all reports, a confirmation of a publication': walk(
    openAll,
    async (page) => page.locator(byRole('checkbox', 'Select all')).click(),
    press('Change privacy'),
    (page) => page.locator(byRole('radio', 'Public')).click(),
    shows('button', 'Publish anyway'),
    'may expose',
  ),
  'all reports, a question before public reports are deleted': walk(
    openClosed,
    fill('Search', 'closed', 'searchbox'),
    '3 of 13 pages',
    (page) => page.locator(byRole('checkbox', 'Select all')).click(),
    press('Delete'),
    '2 public links will stop working.',
    shows('button', 'Delete 3'),
  ),
  'all reports, many deletions that can be undone': walk(
    openAll,
    (page) => selectRows(page, 1, 2, 3),
    press('Delete'),
    press('Delete 3'),
    'Undo',
  ),
  'all reports, a problem fixed on some pages': walk(
    openUntitled,
    (page) => openProblem(page, 'Title', 6),
    (page) => page.locator(byRole('checkbox', 'Select all')).click(),
    press('Update results'),
    press('Update 6'),
    'Title: fixed on 4, still failing on 2',
  ),
  'all reports, a ticket after a re-check': walk(
    openUntitled,
    (page) => openProblem(page, 'Title', 6),
    press('Copy ticket: 6 pages'),
    press('Re-check 6'),
    '4 fixed, 2 still failing',
    press('Show fixed'),
  ),
  'all reports, tickets and starred pages': walk(
    openUntitled,
    (page) => openProblem(page, 'Title', 6),
    press('Copy ticket: 6 pages'),
    '6 not measured since',
    press('Back'),
    press('Handed over 1'),
    async (page) => page.locator('.table-row .star button').click(),
    press('Starred 1'),
    shows('button', 'Re-check 1'),
  ),
  'all reports, the form that marks a problem as intended': walk(openUntitled, openIntendedForm),
  'all reports, an intended problem': walk(
    openUntitled,
    openIntendedForm,
    fill('Note', 'Landing pages of a campaign, until the end of the year.'),
    press('Mark as intended'),
    'Marked as intended',
    press('Back'),
    press('Intended 1'),
    shows('button', 'Show again'),
  ),
  'all reports, the form that puts clients together': walk(
    openAll,
    untilNumbers,
    pressInMenuOf('.client-more button', 'Put together with…'),
    shows('textbox', 'Name'),
  ),
  'all reports, pages that are due': walk(
    openAll,
    untilNumbers,
    () => makeDue('trails.example', 'a-very-long-name-of-a-site.example', '192.168.1.20'),
    'Due: 1 page of 192.168.1.20',
  ),
  'all reports, the form that makes a client due': walk(
    openAll,
    untilNumbers,
    (page) => page.locator('.client-more button').click(),
    (page) => page.locator(byRole('menuitemcheckbox', 'Monthly re-check')).click(),
    shows('button', 'Set monthly re-check'),
  ),
  'all reports, one open': walk(
    openAll,
    (page) => page.locator('.table-row .row').click(),
    (page) => page.untilReportIsRead(),
    (page) => page.locator('.past-results button').click(),
    'Failed on ',
  ),
  'all reports, two compared': walk(
    openAll,
    (page) => selectRows(page, 1, 3),
    press('Compare'),
    press('Passed on both'),
    shows('button', 'Download CSV'),
  ),
  'all reports, a list that cannot be read': walk(
    openAll,
    async () => app.service.behave({ fail: failures.badGateway }),
    press('Refresh'),
    (page) => page.untilAlert(),
  ),
  'all reports, partly read': async () => {
    addAll();
    await app.connect();
    // Ten reports of eight pages are stored.
    app.service.behave({ fail: failures.silence });
    return openReports(8);
  },
  'all reports, none': async () => {
    await app.connect();
    const page = await app.reports();
    await page.says('No reports yet');
    return page;
  },
  'all reports, the menu of the services': async () => {
    addAll();
    const host = await connectTwo();
    return walk(() => openReports(10), press(host), shows('menuitem', 'Connect another service'))();
  },
  'all reports, while another service is in use': walk(
    openAll,
    untilNumbers,
    connectOther,
    'In use: ',
  ),
  'all reports, one open while no service is in use': walk(
    openAll,
    (page) => page.locator('.table-row .row').click(),
    (page) => page.untilReportIsRead(),
    connectOther,
    disconnectInUse,
    'No service is in use.',
  ),
  'all reports, of a service that was disconnected': walk(
    openAll,
    connectOther,
    async () => {
      const stored = await app.worker.stored();
      const { connections } = stored.connections as { connections: { id: string }[] };
      await app.worker.callBackground('disconnect', connections[0]?.id, true);
    },
    'which is no longer connected',
  ),
  'all reports, no service in use': async () => {
    await connectTwo();
    await disconnectInUse();
    return walk(() => app.reports(), 'No service is in use.', shows('button', 'Use'))();
  },
  'all reports, without a connection': walk(
    () => app.reports(),
    shows('button', 'Connect a service'),
  ),
};

/** Opens pages with several ratings and privacies, some with a past result. */
async function openAll(): Promise<Screen> {
  addAll();
  await app.connect();
  return openReports(10);
}

/** Opens the same pages and three closed pages, two of them with public reports. */
async function openClosed(): Promise<Screen> {
  for (const [days, privacy] of [
    [130, 0],
    [110, 0],
    [100, 1],
  ] as const) {
    const url = `https://trails.example/closed/${days}`;
    app.service.add({ url, generated_at: daysAgo(days), privacy });
  }
  addAll();
  await app.connect();
  return openReports(13);
}

function addAll(): void {
  const addresses = [
    LONG,
    'http://192.168.1.20/admin',
    ...Array.from({ length: 8 }, (_, at) => `https://trails.example/${PATHS[at] ?? `page-${at}`}`),
  ];
  for (const [at, url] of addresses.entries()) {
    const score = 30 + ((at * 17) % 65);
    const isNew = url.endsWith('page-6') && { generated_at: YESTERDAY };
    app.service.add({ url, score, privacy: (at % 3) as 0 | 1 | 2, ...isNew });
  }
  app.service.add({ url: 'https://trails.example/alps/path', result: null });
  app.service.add({
    url: 'https://trails.example/huts/lakeside',
    score: 74,
    generated_at: YESTERDAY,
  });
}

/** Opens pages without a title. All but two of them got a title later. */
async function openUntitled(): Promise<Screen> {
  for (let at = 1; at <= 6; at += 1) {
    const url = `https://trails.example/huts/${at}`;
    app.service.add({ url, failing: ['title', 'sitemap'], score: 60 });
    app.service.setFailing(url, at <= 4 ? ['sitemap'] : ['title', 'sitemap']);
  }
  await app.connect();
  return openReports(6);
}

async function openIntendedForm(page: Screen): Promise<void> {
  await openProblem(page, 'Title', 6);
  await pressInMenuOf('.problem-header [aria-haspopup=menu]', 'This is intended')(page);
  await page.shows('button', 'Mark as intended');
}
