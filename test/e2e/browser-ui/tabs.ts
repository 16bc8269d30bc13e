import { type Screen, screenOf } from '../../browser/screen';
import { app, until } from '../app';

declare const chrome: {
  tabs: { query(query: { active: boolean }): Promise<{ id: number; url?: string }[]> };
  windows: { create(window: { url: string; incognito: boolean }): Promise<unknown> };
};

export function untilTarget(
  condition: string,
  isWanted: (type: string, path: string) => boolean,
  earlier: ReadonlySet<unknown> = new Set(),
) {
  const { browser, origin } = app.testBrowser;
  return until(condition, () =>
    browser.targets().find((one) => {
      const isOwn = one.url().startsWith(origin) && !earlier.has(one);
      return isOwn && isWanted(one.type(), one.url().slice(origin.length));
    }),
  );
}

export function untilPopupTab(): Promise<Screen> {
  return untilTab('/popup.html#');
}

export async function untilTab(start: string, earlier?: ReadonlySet<unknown>): Promise<Screen> {
  const isWanted = (_: string, path: string) => path.startsWith(start);
  const target = await untilTarget(`${start} opens in a tab`, isWanted, earlier);
  const page = screenOf((await target.page()) ?? (await target.asPage()));
  await page.bringToFront();
  await page.find('main');
  // After these frames, the page handles keys and pastes.
  await page.nextFrames();
  return page;
}

/** Returns the tab that a press opens. Puppeteer still lists closed tabs of Firefox, which do not count. */
export async function tabAfter(press: () => Promise<unknown>, start: string): Promise<Screen> {
  const earlier = new Set(app.testBrowser.browser.targets());
  await press();
  return untilTab(start, earlier);
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
