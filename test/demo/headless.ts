import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { announcements } from '../browser/announcements';
import { until } from '../browser/condition';
import type { RunningExtension } from '../browser/launch';
import { openPopup } from '../browser/popup';
import { byRole, fill, itemsOf, press } from '../browser/roles';
import type { Service } from '../service/service';
import { openConnectedBrowser } from './connected-browser';
import type { Demo } from './demo';

const PICTURES = join('.output', 'pictures');
const PRIVACY_LABELS = ['Public', 'Private', 'Password'] as const;
/** Creation waits for the analysis, which may take its time. */
const CREATION_MS = 180_000;

/** Reports every page through the toolbar button, without a window, and takes pictures. */
export async function reportHeadless({ service, urls }: Demo): Promise<void> {
  const running = await openConnectedBrowser(service, true);
  try {
    await mkdir(PICTURES, { recursive: true });
    await takePictures(running.options, 'options');
    for (const url of urls) await reportPage(running, service, url);
    console.log(`Pictures of the popup and the options page: ${PICTURES}`);
  } finally {
    await running.close();
  }
}

async function reportPage(
  { browser, extension }: RunningExtension,
  service: Service,
  url: string,
): Promise<void> {
  const page = await browser.newPage();
  // A page that does not load can be reported all the same.
  await page.goto(url).catch(() => {});
  const popup = await openPopup(extension, page);
  const field = popup.locator(byRole('textbox', 'URL'));
  const offered = await field.map((input) => (input as HTMLInputElement).value).wait();
  if (offered !== url) await fill(popup, 'URL', url);
  await press(popup, 'Create report');
  const said = await until(
    'the popup says how it ended',
    async () => {
      const { status, alert } = await announcements(popup);
      return alert || (/created/.test(status) && !/being created/.test(status) && status);
    },
    CREATION_MS,
  );
  const report = service.reports()[0];
  if (report?.url !== url) throw new Error(`${url} was not reported. ${said}`);
  await until('the popup lists the report', async () =>
    (await itemsOf(popup, 'Recent reports'))[0]?.includes(report.url),
  );
  const { id, result, privacy } = report;
  console.log(`${id}  ${result ?? 'no result yet'}  ${PRIVACY_LABELS[privacy]}  ${report.url}`);
  await takePictures(popup, 'popup');
  await page.close();
}

async function takePictures(page: Page, name: string): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.screenshot({ path: join(PICTURES, `${name}-${scheme}.png`), fullPage: true });
  }
}
