import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { sleepUntil } from '../endurance/computer-sleep';
import { app, byRole, failures, restartTestBrowser, until, useProfile, useService } from './app';
import { untilRows } from './reports-screen';

const SIZE = Number(process.env.PAGES ?? 20);
const CREATIONS_PER_LOST_ANSWER = 10;
const COUNT = SIZE.toLocaleString('en');
const HALF_LIMIT_MS = 120_000 + SIZE * 2_000;

const userDataDir = useProfile();
useService({ keepAlive: false, launch: { userDataDir } });

const urls = Array.from({ length: SIZE }, (_, page) => `https://shop.example/${page}`);
let site: Server;

async function startSite(): Promise<string> {
  const xml = (name: string, entries: string[]) =>
    `<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</${name}>`;
  site = createServer(({ url, headers }, response) => {
    const { host } = headers;
    const half = url === '/1.xml.gz' ? urls.slice(0, SIZE / 2) : urls.slice(SIZE / 2);
    const index = [1, 2].map(
      (part) => `<sitemap><loc>http://${host}/${part}.xml.gz</loc></sitemap>`,
    );
    const pages = half.map((page) => `<url><loc>${page}</loc></url>`);
    response.end(
      url === '/sitemap.xml' ? xml('sitemapindex', index) : gzipSync(xml('urlset', pages)),
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}/sitemap.xml`;
}

afterAll(() => site.close());

/** Waits for reports. Imitates a sleeping computer, which skips the time of backoffs and lookups. */
function untilCreated(count: number): Promise<void> {
  const areCreated = () => app.service.reports().length >= count;
  return sleepUntil(
    `${count} reports are created`,
    areCreated,
    app.testBrowser,
    app.service,
    HALF_LIMIT_MS,
  );
}

async function killBrowser(): Promise<void> {
  const program =
    app.testBrowser.browser.process() ?? expect.fail('The browser is not ours to kill.');
  const ended = once(program, 'exit');
  program.kill('SIGKILL');
  await ended;
}

it('one report is created for each page of a sitemap, despite a killed browser and lost answers', {
  timeout: 2 * HALF_LIMIT_MS,
}, async () => {
  const address = await startSite();
  // An earlier start has written the extension into the profile.
  await restartTestBrowser({ userDataDir });
  const lost = Array.from({ length: SIZE / CREATIONS_PER_LOST_ANSWER }, () => [
    { on: { method: 'POST' }, times: CREATIONS_PER_LOST_ANSWER - 1 },
    { on: { method: 'POST' }, times: 1, fail: failures.cutAfterWork },
  ]);
  app.service.behave(lost.flat());
  const page = await app.batches();
  await page.shows('tab', 'Sitemap');
  await page.locator(byRole('tab', 'Sitemap')).click();
  await page.fill('Sitemap address', address);
  await page.press('Preview');
  await page.press(`Create ${COUNT} reports`);
  await untilCreated(SIZE / 2);
  await killBrowser();
  await restartTestBrowser({ userDataDir });
  await app.worker.wake();
  const createdUrls = () => app.service.reports().map(({ url }) => url);
  await untilCreated(SIZE);
  const again = await app.batches();
  await until(
    'the list of batches names the reports',
    async () => (await again.mainText()).includes(`${COUNT} reports created`),
    120_000,
  );
  expect(createdUrls().sort()).toEqual([...urls].sort());
  await again.press(`${COUNT} reports created`);
  await again.says(`${COUNT} of ${COUNT}`);
  await untilRows(again, SIZE);
});
