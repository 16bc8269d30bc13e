import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { openPopup } from '../browser/popup';
import { allowInPrivateWindows } from '../browser/profile';
import { press } from '../browser/roles';
import { type Service, startService } from '../service/service';
import type { Insider } from './insider';
import { mainText } from './popup-reading';
import { BUILT_EXTENSION, type Stage, startStage } from './stage';
import { LIST_NAME, listReadAt, namesHolding } from './stored';

declare const chrome: {
  windows: { create(window: { url: string; incognito: boolean }): Promise<unknown> };
};

let profile: string;
let service: Service;
let stage: Stage;
let insider: Insider;

beforeAll(async () => {
  profile = await mkdtemp(join(tmpdir(), 'private-window-'));
  service = await startService();
  const before = await startStage({ userDataDir: profile });
  await before.connect(service);
  await before.close();
  await allowInPrivateWindows(profile, resolve(BUILT_EXTENSION));
  stage = await startStage({ userDataDir: profile });
  insider = await stage.insider();
});
afterAll(async () => {
  await stage.close();
  await Promise.all([service.close(), rm(profile, { recursive: true })]);
});

async function openPrivateWindow(url: string): Promise<Page> {
  await insider.page.evaluate(
    (wanted) => chrome.windows.create({ url: wanted, incognito: true }),
    url,
  );
  const target = await until('the private window opens', () =>
    stage.browser.targets().find((one) => one.type() === 'page' && one.url() === url),
  );
  return target.asPage();
}

/** Presses the toolbar button and Create report, and waits until nothing is on its way. */
async function report(page: Page): Promise<void> {
  const popup = await openPopup(stage.extension, page);
  await press(popup, 'Create report');
  await until('the report is made', () => service.reports().some(({ url }) => url === page.url()));
  await until(
    'it has left the queue',
    async () => (await insider.queue()).submissions.length === 0,
  );
  await popup.close();
}

/** Under which names the browser keeps something of a page. */
async function placesOf(url: string): Promise<string[]> {
  const stored = { ...(await insider.stored()), ...(await insider.stored('session')) };
  return namesHolding(stored, url);
}

describe('a report from a private window', () => {
  it('is made, and nothing of it is kept once it is done', async () => {
    const { bad, good } = service.samplePages;
    await report(await openPrivateWindow(good));
    const before = listReadAt(await insider.stored());
    const { popup, page } = await stage.openPopupOn(bad);
    await until(
      'the list is read again',
      async () => listReadAt(await insider.stored()) !== before,
    );
    expect(await mainText(popup)).not.toContain(good);
    await popup.close();
    await report(page);
    expect(await placesOf(good)).toEqual([]);
    expect(await placesOf(bad)).toContain(LIST_NAME);
    expect(service.reports().filter(({ url }) => url === good)).toHaveLength(1);
  });
});
