import { expect, it } from 'vitest';
import { useService } from './app';
import { openReports, takenFiles } from './reports-screen';

const DAY_MS = 24 * 60 * 60_000;
const CLIENTS = ['trails.example', 'museum.example', 'clinic.example'];
const PATHS =
  `/ /huts /huts/summit /huts/lakeside /booking /booking/confirmed /contact /imprint /weather
  /magazine /magazine/2026/autumn/ten-quiet-walks-before-the-snow /alps /alps/three-lakes
  /alps/three-lakes/map /alps/glacier-path /forum/topic?t=4 /winter/snowshoe-routes /prices /jobs
  /about`.split(/\s+/);

/** The scores of each page two weeks ago, a week ago and this morning; null: not reported then. */
function scoresOf(at: number): (number | null)[] {
  const now = 25 + ((at * 37) % 70);
  if (at % 10 === 8) return [null, null, now];
  if (at % 10 === 9) return [now, now, null];
  return [now + 4, now + ([12, 0, -9, 0][at % 4] as number), now];
}

const reports = [14, 7, 0].flatMap((days, round) =>
  CLIENTS.flatMap((client, nth) =>
    PATHS.flatMap((path, at) => {
      const score = scoresOf(at + nth * 3)[round] ?? null;
      if (score === null) return [];
      const generated_at = new Date(Date.now() - days * DAY_MS - (nth + 1) * 60_000).toISOString();
      return [{ url: `https://${client}${path}`, score, generated_at }];
    }),
  ),
);

useService({ reports });

it('a Monday goes from the toolbar button to the summary of one client', async () => {
  const page = await openReports(60);
  await page.setViewport({ width: 1280, height: 800 });
  const taken = await takenFiles(page);
  await page.screenshot({ path: '/tmp/w/pics/m1.png' });
  await page.locator('.development select').fill('week');
  await page.fill('Project', 'trails.example');
  await page.says('20 pages in');
  await page.screenshot({ path: '/tmp/w/pics/m2.png' });
  await page.press('Export');
  await page.screenshot({ path: '/tmp/w/pics/m3.png' });
  await page.pressItem('Copy summary');
  const [text] = await taken(1);
  await page.locator('.wrong-columns button').click();
  await page.locator('.bulk-row .row').click();
  await page.isRead();
  await page.screenshot({ path: '/tmp/w/pics/m4.png' });
  await page.press('Back');
  await page.press('Export');
  await page.pressItem('Copy for a ticket');
  expect(text).toContain('Average score');
});
