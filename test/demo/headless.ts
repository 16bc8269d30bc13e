import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { setColorScheme } from '../browser/color-scheme';
import { until } from '../browser/condition';
import { fill } from '../browser/roles';
import type { Screen } from '../browser/screen';
import type { TestBrowser } from '../browser/test-browser';
import { bareAddress } from '../service/served-report';
import type { Service, ServiceOptions } from '../service/service';
import { WORSE_CLIENT, WORSE_PAGE } from './clients';

/** Options for a service with the speed and the report sizes of real services. */
export const DEMO_SERVICE: ServiceOptions = {
  sampleReports: false,
  analysisMs: 1_500,
  shape: { kilobytes: 15 },
};

export const PICTURES = join('.output', 'pictures');

const PRIVACY_LABELS = ['Public', 'Private', 'Password'] as const;

/**
 * Reports every page through the toolbar button, without a window, and saves pictures of each kind of
 * extension page.
 *
 * @returns one line about each report
 */
export async function reportHeadless(
  testBrowser: TestBrowser,
  service: Service,
  urls: readonly string[],
): Promise<string[]> {
  await mkdir(PICTURES, { recursive: true });
  const options = await testBrowser.openOptions();
  await takePictures(testBrowser, options, 'options', { fullPage: true });
  await options.close();
  // An open report shows changes only after all reports are read, so this step comes first.
  await showAllReports(testBrowser);
  const lines: string[] = [];
  for (const url of urls) lines.push(await reportPage(testBrowser, service, url));
  return lines;
}

async function showAllReports(testBrowser: TestBrowser): Promise<void> {
  const page = await testBrowser.openFile('reports.html');
  await page.setViewport({ width: 1280, height: 800 });
  const isRead = async () =>
    (await page.texts('.rows-age span')).some((text) => /^As of [^·]*$/.test(text)) &&
    (await page.$('.no-number')) === null &&
    (await page.mainText()).includes('12 pages');
  await until('all reports are read', isRead, 60_000);
  await takePictures(testBrowser, page, 'all-reports');
  await page.press(WORSE_CLIENT);
  await page.shows('heading', `${WORSE_CLIENT} 24 pages`);
  await takePictures(testBrowser, page, 'client');
  await page.close();
}

async function reportPage(
  testBrowser: TestBrowser,
  service: Service,
  url: string,
): Promise<string> {
  const page = await testBrowser.openTab();
  // The form can also report a page that does not load here.
  await page.goto(url).catch(() => {});
  const popup = await testBrowser.openPopup(page);
  if ((await popup.value('URL')) !== url) await fill(popup, 'URL', url);
  const outcome = await popup.create();
  const report = service.reports()[0];
  if (report?.url !== url) throw new Error(`${url} was not reported. ${outcome}`);
  await popup.untilRows((rows) => rows[0]?.includes(bareAddress(report.finalUrl)) === true);
  await takePictures(testBrowser, popup, 'popup');
  await showReport(testBrowser, popup);
  await page.close();
  const rating = `${report.result} ${Math.round(report.score ?? 0)}`;
  return `${report.id}  ${rating}  ${PRIVACY_LABELS[report.privacy]}  ${url}`;
}

/** Opens a report of the client that got worse, in the popup's list. */
async function showReport(testBrowser: TestBrowser, popup: Screen): Promise<void> {
  await popup.row(WORSE_PAGE).open();
  await popup.untilReportIsRead();
  await takePictures(testBrowser, popup, 'report');
}

async function takePictures(
  testBrowser: TestBrowser,
  page: Page,
  name: string,
  { fullPage = false } = {},
): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await setColorScheme(testBrowser, page, scheme);
    await page.screenshot({ path: join(PICTURES, `${name}-${scheme}.png`), fullPage });
  }
}
