import { expect, it } from 'vitest';
import { app, type Screen, useService } from '../app';
import { untilTab } from '../browser-ui/tabs';
import { failuresIn } from '../check-names';
import {
  openClient,
  openProblem,
  printPage,
  recordCopies,
  untilNumbers,
  untilRows,
} from '../reports-screen';

const DAY_MS = 24 * 60 * 60_000;
// One time for seeds and expected dates, because the test may run across midnight.
const NOW = Date.now();
const CLIENTS = ['museum.example', 'clinic.example', 'trails.example'];
const PATHS =
  `/ /huts /huts/summit /huts/lakeside /booking /booking/confirmed /contact /imprint /weather
  /magazine /magazine/2026/autumn/ten-quiet-walks-before-the-snow /alps /alps/three-lakes
  /alps/three-lakes/map /alps/glacier-path /forum/topic?t=4 /winter/snowshoe-routes /prices /jobs
  /about`.split(/\s+/);

/** Returns the scores of a page two weeks ago, a week ago and today; null without a report. */
function scoresOf(at: number): (number | null)[] {
  const now = 25 + ((at * 37) % 70);
  if (at % 10 === 8) return [null, null, now];
  if (at % 10 === 9) return [now, now, null];
  const risen = [-12, 0, 9, 0][at % 4] ?? 0;
  return [now + 4, now - risen, now];
}

useService({
  reports: [14, 7, 0].flatMap((days, round) =>
    CLIENTS.flatMap((client) =>
      PATHS.flatMap((path, at) => {
        const score = scoresOf(at)[round] ?? null;
        const generated_at = new Date(NOW - days * DAY_MS).toISOString();
        return score === null ? [] : [{ url: `https://${client}${path}`, score, generated_at }];
      }),
    ),
  ),
});

async function openReports() {
  const popup = await app.popup();
  await popup.untilRows((rows) => rows.length > 0);
  // The press closes the popup.
  await popup.press('All reports').catch(() => {});
  const page = await untilTab('/reports.html');
  await page.setViewport({ width: 1280, height: 800 });
  await untilRows(page, 60);
  // The presses on the toolbar button and on All reports.
  let presses = 2;
  return {
    page,
    presses: () => presses,
    async press(action: (page: Screen) => Promise<void>): Promise<void> {
      presses += 1;
      await action(page);
    },
  };
}

it('four presses lead from the toolbar button to the summary of a client', async () => {
  const { page, press, presses } = await openReports();
  const copiedTexts = await recordCopies(page);
  await page.says('60 pages');
  await untilNumbers(page);
  await press(() => openClient(page, 'trails.example', 20));
  await press(() => page.press('Copy summary'));
  const [summary = ''] = await copiedTexts(1);
  expect(presses()).toBe(4);
  // Two pages have no report of today.
  const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
  const measured = days.formatRange(NOW - 7 * DAY_MS, NOW).replaceAll('\u2009', ' ');
  // A page with a single result counts with this result in both averages.
  const scores = PATHS.map((_, at) => scoresOf(at));
  const average = (round: 1 | 2) =>
    Math.round(
      scores.reduce((sum, both) => sum + (both[round] ?? both[3 - round] ?? 0), 0) / scores.length,
    );
  const [head, letter, numbers] = summary.split('\n\n');
  expect(head?.split('\n')).toEqual([
    `trails.example, ${measured}`,
    expect.stringMatching(/^Measured .+ \(2 pages\) and .+ \(18 pages\)$/),
  ]);
  expect(letter).toMatch(
    /^Fixed since .+: .+\. Passed on .+, failing since .+: .+\. To fix first: .+\.$/,
  );
  expect(numbers?.split('\n')).toEqual([
    `Average score of 20 pages: ${average(1)} → ${average(2)}, 16 of 20 pages measured again`,
    '20 pages: 4 worse, 4 better, 8 the same, 2 not checked since, 2 first results',
  ]);
  const [, worst = ''] = summary.split('Worst pages\n');
  expect(worst.trimEnd().split('\n')).toEqual([
    '37 → 25 https://trails.example/',
    '28 https://trails.example/about',
    '20 → 29 https://trails.example/huts/summit',
  ]);

  const newest = app.service.reports().filter(({ url, project }, at, all) => {
    const isNewest = all.findIndex((other) => other.url === url) === at;
    return isNewest && project === 'trails.example';
  });
  const noindex = failuresIn(newest).get('Noindex') ?? 0;
  await openProblem(page, 'Noindex', noindex);
  await page.says(`${noindex} of 20 pages`);
  const rows = await page.texts('.table-row');
  expect(rows.every((row) => /Asks search engines not .+ or earlier/.test(row))).toBe(true);
  await page.press(`Copy ticket: ${noindex} pages`);
  const ticket = (await copiedTexts(2))[1] ?? '';
  expect(ticket).toMatch(
    new RegExp(
      `^Noindex \\(high\\): ${noindex} pages of trails\\.example\nPages with a tag .+\n\nFailing since `,
    ),
  );
  expect(ticket.match(/^https:\/\/trails\.example\/.*$/gm)).toHaveLength(noindex);
  // The list contained all findings.
  expect(app.service.requests.filter(({ path }) => /\/reports\/\d/.test(path))).toEqual([]);

  await page.press('Back');
  await untilRows(page, 20);
  const sheet = await printPage(page, () => page.press('Print'));
  expect(sheet.join('')).toContain(`trails.example${measured.replace(/\s/g, '')}·Measured`);
  expect(sheet.join('')).not.toContain('ago');
  // The sheet names five of the pages.
  expect(sheet.join('')).toMatch(
    new RegExp(
      `NoindexPageswithatag.+?tolistthem\\.(\\d+firstmeasured)?${noindex}/.*?,${noindex - 5}more`,
    ),
  );
});
