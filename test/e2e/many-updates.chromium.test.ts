import { expect, it } from 'vitest';
import { app, byRole, useService } from './app';
import {
  hasRows,
  openClient,
  openProblem,
  openReports,
  rowsOf,
  selectRows,
} from './reports-screen';

const CLIENT = 'trails.example';
const WEEK_AGO = new Date(Date.now() - 7 * 24 * 60 * 60_000).toISOString();

/** Sixteen pages of the client, of which the first thirteen lack a proper title, and others of another one. */
const PAGES = Array.from({ length: 16 }, (_, at) => `https://${CLIENT}/huts/${at + 1}`);
const UNTITLED = PAGES.slice(0, 13);
/** What somebody has repaired since. */
const REPAIRED = UNTITLED.slice(0, 9);
const OTHERS = Array.from({ length: 5 }, (_, at) => `https://museum.example/rooms/${at + 1}`);

/** Of the last three; of all others 60. */
const SCORES: Record<number, number> = { 13: 60, 14: 99, 15: 100 };

useService({
  reports: [
    ...OTHERS.map((url) => ({ url, failing: ['title'], score: 60, generated_at: WEEK_AGO })),
    ...PAGES.map((url, at) => ({
      ...{ url, score: SCORES[at] ?? 60, generated_at: WEEK_AGO },
      failing: UNTITLED.includes(url) ? ['title', 'sitemap'] : ['sitemap'],
    })),
  ],
});

/** Lets the analyses of all pages find what is so by now. */
function repair(): void {
  for (const url of PAGES) {
    const isFailing = UNTITLED.includes(url) && !REPAIRED.includes(url);
    app.service.setFailing(url, isFailing ? ['title', 'sitemap'] : ['sitemap']);
  }
}

const reads = () =>
  app.service.requests.filter(({ method, path }) => method === 'GET' && /\/reports\/\d/.test(path));

it('an update of the thirteen pages of a problem says on how many it is fixed, and keeps all in sight', async () => {
  const page = await openReports(21);
  await openClient(page, CLIENT, 16);
  await openProblem(page, 'Title', 13);
  repair();
  await page.locator(byRole('checkbox', 'Select all')).click();
  await page.press('Update results');
  await page.press('Update 13');
  await page.says('Updating results: ');
  await page.hasStatus('Title: fixed on 9, still failing on 4');
  await page.says('Title: fixed on 9, still failing on 4');
  await hasRows(page, 13);
  const rows = await rowsOf(page);
  const having = (text: string) => rows.filter((row) => row.includes(text)).length;
  expect([having('Passed'), having('Too long'), having('not read')]).toEqual([9, 4, 0]);
  expect(having('Title fixed')).toBe(9);
  // What was found came with the answers.
  expect([app.requests('PUT').length, reads()]).toEqual([13, []]);
  await page.press('Back');
  await hasRows(page, 16);
  await openProblem(page, 'Title', 4);
});

it('an update without a problem says how the scores have changed, worked out by hand', async () => {
  const page = await openReports(21);
  await openClient(page, CLIENT, 16);
  repair();
  // The last four pages. Of 73 points, a title weighs 3 and a sitemap 1: they come to 99, 99, 99 and 95.
  await selectRows(page, 1, 2, 3, 4);
  await page.press('Update results');
  await page.press('Update 4');
  await page.hasStatus('Results updated: 2 up, 1 down, 1 the same');
});
