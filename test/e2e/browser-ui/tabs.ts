import { type Screen, screenOf } from '../../browser/screen';
import { app, until } from '../app';

declare const chrome: {
  tabs: { query(query: { active: boolean }): Promise<{ id: number; url?: string }[]> };
  windows: { create(window: { url: string; incognito: boolean }): Promise<unknown> };
};

export function untilTarget(condition: string, isWanted: (type: string, path: string) => boolean) {
  const { browser, origin } = app.testBrowser;
  return until(condition, () =>
    browser.targets().find((one) => {
      return one.url().startsWith(origin) && isWanted(one.type(), one.url().slice(origin.length));
    }),
  );
}

export function untilPopupTab(): Promise<Screen> {
  return untilTab('/popup.html#');
}

export async function untilTab(start: string): Promise<Screen> {
  const target = await untilTarget(`${start} opens in a tab`, (_, path) => path.startsWith(start));
  const page = screenOf((await target.page()) ?? (await target.asPage()));
  await page.bringToFront();
  await page.find('main');
  // After these frames, the page handles keys and pastes.
  await page.nextFrames();
  return page;
}

/** Waits until closed tabs are gone. Firefox lists a closed tab for a moment. */
export async function untilNoTab(start: string): Promise<void> {
  const { browser, origin } = app.testBrowser;
  await until(`no tab shows ${start}`, () =>
    browser.targets().every((one) => !one.url().startsWith(origin + start)),
  );
}

export async function tabIdOf(url: string): Promise<number> {
  const tabs = await app.worker.page.evaluate(() => chrome.tabs.query({ active: true }));
  const id = tabs.find((tab) => tab.url === url)?.id;
  if (id === undefined) throw new Error(`No tab in front shows ${url}.`);
  return id;
}

export async function openPrivateWindow(url: string): Promise<Screen> {
  await app.worker.page.evaluate((at) => chrome.windows.create({ url: at, incognito: true }), url);
  const page = await until('the private window opens', async () =>
    (await app.testBrowser.browser.pages()).find((one) => one.url() === url),
  );
  return screenOf(page);
}
