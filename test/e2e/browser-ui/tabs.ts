import { type Screen, screenOf } from '../../browser/screen';
import { app, until } from '../app';

/** What of `chrome` is used in a page of the extension. */
declare const chrome: {
  tabs: { query(query: { active: boolean }): Promise<{ id: number; url?: string }[]> };
  windows: { create(window: { url: string; incognito: boolean }): Promise<unknown> };
};

/** Waits for a target of the extension, told by its type and its address within the extension. */
export function untilTarget(what: string, isIt: (type: string, path: string) => boolean) {
  const { browser, origin } = app.stage;
  return until(what, () =>
    browser.targets().find((one) => {
      return one.url().startsWith(origin) && isIt(one.type(), one.url().slice(origin.length));
    }),
  );
}

/** Waits for the popup in a tab of its own, which the extension opens. */
export function untilPopupTab(): Promise<Screen> {
  return untilTab('/popup.html#');
}

/** The same for a page whose address within the extension begins so. */
export async function untilTab(start: string): Promise<Screen> {
  const target = await untilTarget(`${start} opens in a tab`, (_, path) => path.startsWith(start));
  const page = screenOf((await target.page()) ?? (await target.asPage()));
  await page.bringToFront();
  await page.find('main');
  // Then it hears what is pressed and pasted.
  await page.nextFrames();
  return page;
}

/** The tab in front whose page is at an address. */
export async function tabIdOf(url: string): Promise<number> {
  const tabs = await app.worker.page.evaluate(() => chrome.tabs.query({ active: true }));
  const id = tabs.find((tab) => tab.url === url)?.id;
  if (id === undefined) throw new Error(`No tab in front shows ${url}.`);
  return id;
}

/** Opens a page in a private window of its own, in front. */
export async function openPrivateWindow(url: string): Promise<Screen> {
  await app.worker.page.evaluate((at) => chrome.windows.create({ url: at, incognito: true }), url);
  const page = await until('the private window opens', async () =>
    (await app.stage.browser.pages()).find((one) => one.url() === url),
  );
  return screenOf(page);
}
