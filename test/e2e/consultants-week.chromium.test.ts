import { expect, it } from 'vitest';
import { app, useService } from './app';
import { untilTab } from './browser-ui/tabs';
import {
  openClient,
  openProblem,
  openReports,
  recordCopies,
  untilNumbers,
  untilRows,
} from './reports-screen';

const DAY_MS = 24 * 60 * 60_000;
const CLIENT = 'nordlicht-moebel.example';
const OTHERS = ['bergblick-hotel', 'fahrrad-kontor', 'lumen-software', 'stadtwerke', 'zahnarzt'];

/** Score and failed checks of a page before and after the week. */
interface PageWeek {
  path: string;
  before: readonly [score: number, failing: readonly string[]];
  now: readonly [score: number, failing: readonly string[]];
}

/** The fifty pages of the worst client: 23 got worse, 4 got better. */
const PAGES = Array.from({ length: 50 }, (_, at): PageWeek => {
  if (at < 14) {
    return {
      path: `/kategorie/${at}`,
      before: [78, ['sitemap']],
      now: [68, ['sitemap', 'noindex']],
    };
  }
  if (at < 23) {
    const before = [55, 60, 63][at - 14] ?? 70;
    const slow = at < 19 ? ['load_time'] : [];
    return {
      path: `/produkt/${at}`,
      before: [before, []],
      now: [before - 15, ['title', ...slow]],
    };
  }
  if (at < 27) {
    return { path: `/service/${at}`, before: [64, ['meta_description']], now: [74, []] };
  }
  return { path: `/ratgeber/${at}`, before: [75, ['headings']], now: [75, ['headings']] };
});
const UNCHANGED = Array.from({ length: 50 }, (_, at): PageWeek => {
  const found = [31 + at, ['headings', 'favicon']] as const;
  return { path: `/${at}`, before: found, now: found };
});
/** The pages of one other client: three got slower. The average falls from 56 to 55. */
const SLOWER = UNCHANGED.map((page, at): PageWeek => {
  const [score, failing] = page.before;
  return at < 3 ? { ...page, now: [score - 5, [...failing, 'load_time']] } : page;
});
const ALL = [
  ...PAGES.map((page) => ({ ...page, host: CLIENT })),
  ...OTHERS.flatMap((name, at) =>
    (at === 0 ? SLOWER : UNCHANGED).map((page) => ({ ...page, host: `${name}.example` })),
  ),
];

// One time for seeds and expected dates, because the test may run across midnight.
const NOW = Date.now();
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString();

// Each page has one report, which has two past results when the summary is copied.
useService({
  throttle: {},
  reports: ALL.map(({ host, path, before: [score, failing] }) => ({
    url: `https://${host}${path}`,
    score,
    failing,
    generated_at: daysAgo(12),
  })),
});

/**
 * Time limit of a reading, in milliseconds. The worker waits five seconds between two lists, and the rate
 * limit causes waits of up to a minute.
 */
const READING_MS = 180_000;

/** Updates all reports twice. *All reports* has not read the last update. */
async function passWeek(): Promise<void> {
  await openAll();
  // A check that failed first on either of these days counts as new.
  updateAll(4);
  await passDay();
  await openAll();
  updateAll(1);
  await passDay();
}

/** Makes the last reading a day old, so that all reports are read again. */
async function passDay(): Promise<void> {
  await app.worker.page.evaluate(async (day) => {
    const asPromise = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const [{ name = '' } = {}] = await indexedDB.databases();
    const database = await asPromise(indexedDB.open(name));
    const meta = database.transaction('meta', 'readwrite').objectStore('meta');
    const reading = await asPromise(meta.get('reading'));
    if (reading === undefined) throw new Error('The reports were not read.');
    const readAt = new Date(Date.parse(reading.readAt) - day).toISOString();
    await asPromise(meta.put({ ...reading, readAt }, 'reading'));
    database.close();
  }, DAY_MS);
}

function updateAll(days: number): void {
  const newest = app.service.reports().slice(0, ALL.length).toReversed();
  for (const [at, { now }] of ALL.entries()) {
    const report = newest[at];
    const [score, failing] = now;
    if (report) app.service.update(report, { score, failing, generated_at: daysAgo(days) });
  }
}

async function openAll(): Promise<void> {
  const page = await openReports(300);
  await untilNumbers(page, READING_MS);
  await page.close();
}

/** Formats a day, with the year if it differs from the current year. */
function dayOf(days: number): string {
  return new Date(daysAgo(days)).toLocaleDateString('en', { dateStyle: 'medium' });
}
const period = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const PERIOD = period.formatRange(NOW - 12 * DAY_MS, NOW - DAY_MS);

const pagesOf = (kind: string, ...numbers: number[]) =>
  numbers.map((at) => `  https://${CLIENT}/${kind}/${at}`);

/**
 * Sums before: 14 of 78, 55 + 60 + 63, 6 of 70, 4 of 64, 23 of 75: 3,671. Sums now: 952 + 463 + 296
 * + 1,725: 3,436.
 */
const SUMMARY = [
  `${CLIENT}, ${PERIOD.replaceAll('\u2009', ' ')}`,
  `Measured ${dayOf(1)} (50 pages)`,
  '',
  `Fixed since ${dayOf(12)}: Meta description on 4 pages. Passed on ${dayOf(12)}, failing since ${dayOf(4)}: Noindex on 14 pages, Title on 9 pages, and Load time on 5 pages. To fix first: Noindex on 14 pages, Title on 9 pages, and Load time on 5 pages.`,
  '',
  'Average score of 50 pages: 73 → 69',
  '50 pages: 23 worse, 4 better, 23 the same',
  '',
  'The most important problems, new first',
  '- Noindex (high): 14 pages, 14 new',
  '  Pages with a tag that asks search engines, or one of them, not to list them.',
  ...[...pagesOf('kategorie', 13, 12, 11, 10, 9), '  9 more pages'],
  '- Title (high): 9 pages, 9 new',
  '  Titles that are shorter or longer than the service recommends.',
  ...[...pagesOf('produkt', 22, 21, 20, 19, 18), '  4 more pages'],
  '- Load time (medium): 5 pages, 5 new',
  '  Pages that took longer to arrive than the service recommends.',
  ...pagesOf('produkt', 18, 17, 16, 15, 14),
  '- Headings (high): 23 pages',
  '  Pages with more than one main heading (H1).',
  ...[...pagesOf('ratgeber', 49, 48, 47, 46, 45), '  18 more pages'],
  '',
  'In plain words',
  'Meta description, before the fix: Pages without a short description of their content (meta description).',
  '',
  'Worst pages',
  ...[14, 15, 16].map(
    (at) => `${['55 → 40', '60 → 45', '63 → 48'][at - 14]} https://${CLIENT}/produkt/${at}`,
  ),
  '',
].join('\n');

/** Opens *All reports* by the toolbar button. `presses` returns the number of presses after the opening. */
async function openFromPopup() {
  const popup = await app.popup();
  await popup.untilRows((rows) => rows.length > 0);
  // The press closes the popup.
  await popup.press('All reports').catch(() => {});
  const page = await untilTab('/reports.html');
  await page.evaluate(countClicks);
  await untilRows(page, 300);
  await untilNumbers(page, READING_MS);
  // The presses on the toolbar button and on All reports.
  return { page, presses: async () => 2 + (await page.evaluate(clickCount)) };
}

/** Runs in the page. */
function countClicks(): void {
  const counter = Object.assign(globalThis, { clicks: 0 });
  const count = () => {
    counter.clicks += 1;
  };
  addEventListener('click', count, { capture: true });
}

/** Runs in the page. */
function clickCount(): number {
  return (globalThis as unknown as { clicks: number }).clicks;
}

it('four presses lead to the summary of the worst of six clients, and five more to two tickets', async () => {
  await passWeek();
  const { page, presses } = await openFromPopup();
  const copiedTexts = await recordCopies(page);
  expect(await page.texts('.clients tbody tr')).toEqual([
    `Worse 2 ${CLIENT} 50 73 → 69 ▼23 23 worse ▲4 4 better Noindex, 14 pages new and 2 more Meta description, 4 pages`,
    'bergblick-hotel.example 50 56 → 55 ▼3 3 worse Load time, 3 pages new',
    'No change 4 fahrrad-kontor.example 50 56 → 56 Nothing new',
    'lumen-software.example 50 56 → 56 Nothing new',
    'stadtwerke.example 50 56 → 56 Nothing new',
    'zahnarzt.example 50 56 → 56 Nothing new',
  ]);
  await openClient(page, CLIENT, 50);
  await page.press('Copy summary');
  expect(await copiedTexts(1)).toEqual([SUMMARY]);
  const before = await presses();
  expect(before).toBeLessThanOrEqual(4);

  await openProblem(page, 'Noindex', 14);
  await page.press('Copy ticket: 14 pages');
  const [, noindex = ''] = await copiedTexts(2);
  await page.press('Back');
  await openProblem(page, 'Title', 9);
  await page.press('Copy ticket: 9 pages');
  const [, , title = ''] = await copiedTexts(3);
  expect((await presses()) - before).toBeLessThanOrEqual(5);
  for (const [ticket, name, count, path, words] of [
    [noindex, 'Noindex', 14, 'kategorie', 'Pages with a tag .+'],
    [title, 'Title', 9, 'produkt', 'Titles that are .+\\nWhy it matters: .+'],
  ] as const) {
    expect(ticket).toMatch(
      new RegExp(`^${name} \\(high\\): ${count} pages of ${CLIENT}\\n${words}\\n\\nPassed on `),
    );
    const addresses = ticket.match(new RegExp(`^https://${CLIENT}/${path}/\\d+$`, 'gm'));
    expect(addresses).toHaveLength(count);
  }

  // Search and chips filter rows, and do not change the summary.
  await page.press('Back');
  await untilRows(page, 50);
  await page.press('Worse 23');
  await untilRows(page, 23);
  await page.fill('Search', 'produkt', 'searchbox');
  await untilRows(page, 9);
  await page.press('Export');
  await page.pressMenuItem('Copy summary');
  await page.press('Copy summary');
  expect((await copiedTexts(5)).slice(3)).toEqual([SUMMARY, SUMMARY]);
  // A file states which rows it contains.
  await page.press('Export');
  await page.pressMenuItem('Download CSV');
  const csv = (await copiedTexts(6))[5] ?? '';
  expect(csv).toContain('9 of 50 pages, those that got worse, matching “produkt”');
}, 480_000);
