import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { setColorScheme } from '../browser/color-scheme';
import { fill } from '../browser/roles';
import type { Stage } from '../browser/stage';
import { bareAddress } from '../service/served-report';
import type { Service, ServiceOptions } from '../service/service';

/** As real services are: they take seconds to fetch a page, and some thirty requests a minute. */
export const DEMO_SERVICE: ServiceOptions = {
  analysisMs: 1_500,
  throttle: {},
  shape: { kilobytes: 15 },
};

const PICTURES = join('.output', 'pictures');
const PRIVACY_LABELS = ['Public', 'Private', 'Password'] as const;

/** Reports every page through the toolbar button, without a window, and takes pictures. */
export async function reportHeadless(
  stage: Stage,
  service: Service,
  urls: readonly string[],
): Promise<void> {
  await mkdir(PICTURES, { recursive: true });
  await takePictures(stage, await stage.openOptions(), 'options');
  for (const url of urls) await reportPage(stage, service, url);
  console.log(`Pictures of the popup and the options page: ${PICTURES}`);
}

async function reportPage(stage: Stage, service: Service, url: string): Promise<void> {
  const page = await stage.openTab();
  // A page that does not load can be reported all the same.
  await page.goto(url).catch(() => {});
  const popup = await stage.openPopup(page);
  if ((await popup.value('URL')) !== url) await fill(popup, 'URL', url);
  const said = await popup.create();
  const report = service.reports()[0];
  if (report?.url !== url) throw new Error(`${url} was not reported. ${said}`);
  await popup.rows((rows) => rows[0]?.includes(bareAddress(report.endedAt)) === true);
  const { id, score, result, privacy } = report;
  const rating = `${result} ${Math.round(score ?? 0)}`;
  console.log(`${id}  ${rating}  ${PRIVACY_LABELS[privacy]}  ${url}`);
  await takePictures(stage, popup, 'popup');
  await page.close();
}

async function takePictures(stage: Stage, page: Page, name: string): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await setColorScheme(stage, page, scheme);
    await page.screenshot({ path: join(PICTURES, `${name}-${scheme}.png`), fullPage: true });
  }
}
