import { workerEvaluate } from '../browser/chromium/worker-control';
import { app, until } from './app';
import { type Screen, screenOf } from './screen';

declare const chrome: { storage: { local: { set(items: object): Promise<void> } } };

/** A tab as the browser tells it with an event. */
interface EventTab {
  url?: string;
  incognito?: boolean | undefined;
}

/** The value of an expression in a worker that was started for it. */
export async function evaluateInFreshWorker(expression: string): Promise<unknown> {
  await app.worker.stop();
  await app.worker.wake();
  // Puppeteer may hear of it a little later than the extension.
  await until('the worker runs', () => isWorkerKnown());
  return workerEvaluate(app.stage.browser, app.stage.extensionId, expression);
}

function isWorkerKnown(): boolean {
  const address = `chrome-extension://${app.stage.extensionId}/`;
  const targets = app.stage.browser.targets();
  return targets.some((one) => one.type() === 'service_worker' && one.url().startsWith(address));
}

/** How an event of the browser is fired in the worker. */
function dispatch(event: string, ...args: unknown[]): string {
  return `chrome.${event}.dispatch(${args.map((arg) => JSON.stringify(arg)).join(', ')});`;
}

/** Sets the default privacy, as the options page does. */
export async function setDefaultPrivacy(defaultPrivacy: number): Promise<void> {
  const preferences = { defaultPrivacy, reportLink: '' };
  await app.worker.page.evaluate((items) => chrome.storage.local.set(items), { preferences });
}

/**
 * Presses an item of the context menu, once or several times, as on a page of an ordinary window. The
 * worker is started for it: what the one before had not finished is cut off.
 */
export async function pressMenu(
  menuItemId: string,
  info: { pageUrl?: string; linkUrl?: string; frameUrl?: string; selectionText?: string },
  tab: EventTab = { incognito: false },
  times = 1,
): Promise<void> {
  const click = { menuItemId, ...info };
  const press = dispatch('contextMenus.onClicked', click, { url: info.pageUrl, ...tab });
  await evaluateInFreshWorker(press.repeat(times));
}

/** Presses the shortcut that reports the page in front. */
export async function pressShortcut(url: string, isPrivate = false): Promise<void> {
  const tab = { id: 1, url, incognito: isPrivate };
  await evaluateInFreshWorker(dispatch('commands.onCommand', 'report-page', tab));
}

/** Waits for the popup in a tab of its own, which the extension opens. */
export async function untilPopupTab(): Promise<Screen> {
  const address = `chrome-extension://${app.stage.extensionId}/popup.html#`;
  const target = await until('the popup opens in a tab', () =>
    app.stage.browser.targets().find((one) => one.url().startsWith(address)),
  );
  const page = screenOf((await target.page()) ?? (await target.asPage()));
  await page.bringToFront();
  await page.locator('main').wait();
  return page;
}
