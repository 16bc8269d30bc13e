import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { until } from '../browser/condition';
import { creation } from '../browser/extension-tab';
import { findOrInstall } from '../browser/installation';
import type { Screen } from '../browser/screen';
import { connectAtOnce, startTestBrowser } from '../browser/test-browser';
import { addClients } from '../demo/clients';
import { failures } from '../service/served-failure';
import { startService } from '../service/service';

/**
 * Takes the pictures for the stores with the built extension in Chromium, on the local page
 * `site.html`.
 */

const FOLDER = join('.output', 'pictures');
const PAGE = 'https://millbakery.example/bread/sourdough';
const SITE = readFileSync('test/store/site.html', 'utf8');
const ICON = `data:image/svg+xml;base64,${readFileSync('public/icons/icon.svg', 'base64')}`;

process.env.CHROME_PATH = await findOrInstall('chromium');
mkdirSync(FOLDER, { recursive: true });
const service = await startService();
const { port } = new URL(service.baseUrl);
const testBrowser = await startTestBrowser({
  headless: true,
  args: [
    // The pictures enlarge popups, so popups need twice as many pixels.
    '--force-device-scale-factor=2',
    `--host-resolver-rules=MAP reports.example:80 127.0.0.1:${port}`,
  ],
});
try {
  await connectAtOnce(testBrowser, { baseUrl: 'http://reports.example', apiKey: service.apiKey });
  await takePictures();
  console.log(`Pictures: ${FOLDER}`);
} finally {
  await testBrowser.close();
  await service.close();
}

async function takePictures(): Promise<void> {
  const before = '2026-11-13T09:40:00.000Z';
  service.add({ url: PAGE, score: 62, created_at: before, generated_at: before });
  const site = await openSite();
  const front = await picture(site);

  // A popup closes when a tab opens.
  const popup = await openPopup(site);
  await popup.create();
  await popup.untilRows((rows) => rows.length >= 10);
  const created = await picture(popup);
  await popup.row('/bread/sourdough').open();
  await popup.untilReportIsRead();
  const report = await picture(popup);
  await popup.screenshot({ path: join(FOLDER, 'report.png') });
  await compose('1-report', 'Report the page you’re on', { front, popup: created });
  await compose('2-checks', 'See what failed, and why', { front, popup: report });
  await takeReports();

  await takeBatch();

  service.behave({ fail: failures.unavailable });
  const { createJobs } = await testBrowser.extensionTab();
  for (const path of ['cakes', 'opening-hours', 'visit-us']) {
    await createJobs(creation(`https://millbakery.example/${path}`));
  }
  await site.bringToFront();
  const outage = await openPopup(site);
  await outage.says('millbakery.example/visit-us');
  await compose('5-waiting', 'Nothing gets lost', { front, popup: await picture(outage) });
  await takeTile();
}

async function takeReports(): Promise<void> {
  addClients(service);
  const page = await testBrowser.openFile('reports.html');
  await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 1 });
  const isKnown = async () =>
    (await page.$('.no-number')) === null && (await page.mainText()).includes('12 pages new');
  await until('all numbers are known', isKnown, 120_000);
  await page.screenshot({ path: join(FOLDER, '3-all-reports.png') });
  await page.close();
}

/** Takes a picture of a batch when most of its reports exist. */
async function takeBatch(): Promise<void> {
  const urls = Array.from(
    { length: 48 },
    (_, at) => `https://millbakery.example/recipes/${at + 1}`,
  );
  service.behave({ on: { method: 'POST' }, delayMs: 300 });
  await (await testBrowser.extensionTab()).createBatch('recipes', urls);
  const token = await (await testBrowser.extensionTab()).requestReports({
    name: 'batch',
    id: 'recipes',
  });
  const page = await testBrowser.openFile(`reports.html#${token}`);
  await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 1 });
  await until('most reports are created', async () => /[34]\d of 48/.test(await page.mainText()));
  await page.screenshot({ path: join(FOLDER, '4-many-pages.png') });
  service.behave(null);
  await page.says('All done');
  await page.close();
}

async function openSite(): Promise<Screen> {
  const site = await testBrowser.openTab();
  await site.setViewport({ width: 1280, height: 720 });
  await site.setRequestInterception(true);
  site.on('request', (request) => void request.respond({ contentType: 'text/html', body: SITE }));
  await site.goto(PAGE);
  return site;
}

async function openPopup(site: Page): Promise<Screen> {
  const popup = await testBrowser.openPopup(site);
  await popup.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  return popup;
}

async function picture(page: Page): Promise<string> {
  return `data:image/png;base64,${await page.screenshot({ encoding: 'base64' })}`;
}

/** Saves a picture of 1280 × 800 pixels: a browser window with the site, a popup and a heading. */
async function compose(
  name: string,
  words: string,
  { front, popup }: { front: string; popup: string },
): Promise<void> {
  await draw(
    name,
    { width: 1280, height: 800 },
    `<style>
      .bar { display: flex; gap: 14px; align-items: center; height: 56px; padding: 0 20px; background: #e7ecec }
      .address { flex: 1; padding: 7px 18px; border-radius: 18px; background: #fff; color: #1d2b2a; font-size: 15px }
      .page { width: 1280px; height: 744px; background: url(${front}) top / cover; filter: brightness(.82) }
      .popup { position: absolute; top: 64px; right: 18px; width: 560px; border-radius: 10px; box-shadow: 0 12px 60px #0009 }
      h1 { position: absolute; left: 0; bottom: 70px; margin: 0; padding: 22px 48px 24px 56px; border-radius: 0 16px 16px 0; background: #0b6b60; color: #fff; font-size: 40px }
    </style>
    <div class="bar"><div class="address">${PAGE.replace('https://', '')}</div><img src="${ICON}" width="30"></div>
    <div class="page"></div><img class="popup" src="${popup}"><h1>${words}</h1>`,
  );
}

async function takeTile(): Promise<void> {
  await draw(
    'tile',
    { width: 440, height: 280 },
    `<style>
      body { display: grid; place-content: center; justify-items: center; gap: 14px; height: 280px; background: #0b6b60; color: #fff }
      b { font-size: 34px } span { font-size: 17px }
    </style>
    <img src="${ICON}" width="84"><b>SEO Reports</b><span>SEO reports on your own service</span>`,
  );
}

async function draw(
  name: string,
  size: { width: number; height: number },
  body: string,
): Promise<void> {
  const page = await testBrowser.openTab();
  await page.setViewport({ ...size, deviceScaleFactor: 1 });
  await page.setContent(`<body style="margin: 0; font-family: system-ui, sans-serif">${body}`);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  await page.close();
}
