import { expect, it } from 'vitest';
import { app, type Screen, until, useService } from './app';
import { hasRows, openReports, takenFiles } from './reports-screen';

const DAY_MS = 24 * 60 * 60_000;
const CLIENT = 'nordlicht-moebel.example';
const OTHERS = ['bergblick-hotel', 'fahrrad-kontor', 'lumen-software', 'stadtwerke', 'zahnarzt'];

/** What a page had before the week, and has since: its score, and the checks that fail. */
interface Found {
  path: string;
  before: readonly [score: number, failing: readonly string[]];
  now: readonly [score: number, failing: readonly string[]];
}

/** The fifty pages of the client: 23 got worse, 4 got better. */
const PAGES = Array.from({ length: 50 }, (_, at): Found => {
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
/** Of each other client as many, on which nothing has changed. */
const UNCHANGED = Array.from({ length: 50 }, (_, at): Found => {
  const found = [31 + at, ['headings', 'favicon']] as const;
  return { path: `/${at}`, before: found, now: found };
});
const ALL = [
  ...PAGES.map((page) => ({ ...page, host: CLIENT })),
  ...OTHERS.flatMap((name) => UNCHANGED.map((page) => ({ ...page, host: `${name}.example` }))),
];

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

// Three reports a page: the newest has two further results by the time when the summary is copied.
useService({
  reports: [40, 26, 12].flatMap((days) =>
    ALL.map(({ host, path, before: [score, failing] }) => ({
      url: `https://${host}${path}`,
      ...{ score, failing, generated_at: daysAgo(days) },
    })),
  ),
});

/** Updates the newest report of each page, and opens the page of all reports, which reads them. */
async function openAfterUpdate(days: number): Promise<Screen> {
  const newest = app.service.reports().slice(0, ALL.length).toReversed();
  for (const [at, { now }] of ALL.entries()) {
    const report = newest[at];
    const [score, failing] = now;
    if (report) app.service.update(report, { score, failing, generated_at: daysAgo(days) });
  }
  return openAll();
}

async function openAll(): Promise<Screen> {
  const page = await openReports(300);
  // Nine pages of a list take longer than most that a page says.
  const areRead = async () => !(await page.mainText()).includes('Average score –');
  await until('all reports are read', areRead, 120_000);
  return page;
}

const dayOf = (days: number) => {
  const date = new Date(daysAgo(days));
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  const month = { month: 'short', day: 'numeric' } as const;
  return date.toLocaleDateString('en', isThisYear ? month : { dateStyle: 'medium' });
};
const PERIOD = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
  .formatRange(new Date(daysAgo(12)), new Date(daysAgo(1)))
  .replaceAll('\u2009', ' ');
const ALL_NEW = 'Noindex on 14 pages, Title on 9 pages, and Load time on 5 pages';
/** The first five pages of a path, as services list them: the newest reports first. */
const first = (path: string, newest: number) =>
  Array.from({ length: 5 }, (_, at) => `  https://${CLIENT}/${path}/${newest - at}`).join('\n');
/** Then 14 of 78, 55 + 60 + 63, 6 of 70, 4 of 64, 23 of 75: 3,671. Now 952 + 463 + 296 + 1,725: 3,436. */
const summary = () => `${CLIENT}, ${PERIOD}
Measured ${dayOf(1)} (50 pages)

Since ${dayOf(12)} we fixed Meta description on 4 pages. New problems since ${dayOf(1)}: ${ALL_NEW}. Next: ${ALL_NEW}.

Average score: 73 → 69
50 pages: 23 worse, 4 better, 23 the same

The most important problems
- Noindex (high): 14 pages
${first('kategorie', 13)}
  9 more pages
- Title (high): 9 pages
${first('produkt', 22)}
  4 more pages
- Load time (medium): 5 pages
${first('produkt', 18)}
- Headings (high): 23 pages
${first('ratgeber', 49)}
  18 more pages

Worst pages
55 → 40 https://${CLIENT}/produkt/14
60 → 45 https://${CLIENT}/produkt/15
63 → 48 https://${CLIENT}/produkt/16
`;

it('the summary of one client among six is of all its pages, whatever is filtered and searched', async () => {
  await openAll();
  // What failed since the first of these two days is as new after the second one.
  await openAfterUpdate(4);
  const page = await openAfterUpdate(1);
  const taken = await takenFiles(page);
  await page.fill('Project', CLIENT);
  await page.says('50 pages');
  await page.saysNoMore('Average score –');
  // What is new stands first, though more pages fail otherwise.
  expect(await page.texts('.wrong-columns div:first-child button')).toEqual([
    'Noindex · in 14 pages 14 +14 new',
    'Title · in 9 pages 9 +9 new',
    'Headings · in 23 pages 23',
  ]);
  await page.press('Worse 23');
  await hasRows(page, 23);
  await page.press('Export');
  await page.pressItem('Copy summary');
  const [ofWorse] = await taken(1);
  expect(ofWorse).toBe(summary());

  await page.press('Clear filters');
  await page.fill('Search', 'produkt', 'searchbox');
  await hasRows(page, 9);
  await page.press('Export');
  await page.pressItem('Copy summary');
  expect((await taken(2))[1]).toBe(summary());
});
