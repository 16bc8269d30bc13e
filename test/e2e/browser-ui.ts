import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workerEvaluate } from '../browser/chromium/worker-control';
import { type Screen, screenOf } from '../browser/screen';
import { app, changedExtension, until } from './app';

/** What of `chrome` is used in a page of the extension. */
declare const chrome: {
  action: Record<'getBadgeText' | 'getTitle', (of: { tabId?: number }) => Promise<string>> & {
    setBadgeText(badge: { text: string }): Promise<void>;
  };
  notifications: { getAll(): Promise<object>; clear(id: string): Promise<boolean> };
  tabs: { query(query: { active: boolean }): Promise<{ id: number; url?: string }[]> };
  windows: { create(window: { url: string; incognito: boolean }): Promise<unknown> };
};

/** Runs an expression in the worker as it is. */
export function inWorker(expression: string): Promise<unknown> {
  return workerEvaluate(app.stage.browser, app.stage.extensionId, expression);
}

/** The value of an expression in a worker that was started for it. */
export async function evaluateInFreshWorker(expression: string): Promise<unknown> {
  await app.worker.stop();
  await app.worker.wake();
  // Puppeteer may hear of the worker a little later than the extension.
  await untilTarget('the worker runs', (type) => type === 'service_worker');
  return inWorker(expression);
}

/** Pastes a text, linked or not, where the focus is. */
export async function paste(page: Screen, text: string, html = ''): Promise<void> {
  await page.evaluate(
    (plain, html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', plain);
      clipboardData.setData('text/html', html);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      (document.activeElement ?? document.body).dispatchEvent(event);
    },
    text,
    html,
  );
}

/** Waits for a target of the extension, told by its type and its address within the extension. */
function untilTarget(what: string, isIt: (type: string, path: string) => boolean) {
  const { browser, origin } = app.stage;
  return until(what, () =>
    browser.targets().find((one) => {
      return one.url().startsWith(origin) && isIt(one.type(), one.url().slice(origin.length));
    }),
  );
}

/** How an event of the browser is fired in the worker. */
function dispatch(event: string, ...args: unknown[]): string {
  return `chrome.${event}.dispatch(${args.map((arg) => JSON.stringify(arg)).join(', ')});`;
}

/**
 * Presses an item of the context menu, once or several times, as on a page of an ordinary window. The
 * worker is started for it: what the one before had not finished is cut off.
 */
export async function pressMenu(
  menuItemId: string,
  info: { pageUrl?: string; linkUrl?: string; frameUrl?: string; selectionText?: string },
  tab: { url?: string; incognito?: boolean | undefined } = { incognito: false },
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
export function untilPopupTab(): Promise<Screen> {
  return untilTab('/popup.html#');
}

/** The same for a page whose address within the extension begins so. */
export async function untilTab(start: string): Promise<Screen> {
  const target = await untilTarget(`${start} opens in a tab`, (_, path) => path.startsWith(start));
  const page = screenOf((await target.page()) ?? (await target.asPage()));
  await page.bringToFront();
  await page.locator('main').wait();
  // Then it hears what is pressed and pasted.
  await page.nextFrames();
  return page;
}

/** A suggestion of the address bar as the browser is given it. */
interface Suggested {
  content: string;
  description: string;
}

/** Types a text after the keyword, in a worker that was just started or in the one that runs. */
export async function typeInAddressBar(text: string, isFresh = true): Promise<void> {
  await (isFresh ? evaluateInFreshWorker : inWorker)(`(globalThis.suggested ??= []),
    chrome.omnibox.onInputChanged.dispatch(${JSON.stringify(text)}, (all) => suggested.push(all))`);
}

/** Waits until the description of a suggestion for the last text contains this, and gives it. */
export function untilSuggested(part: string): Promise<Suggested> {
  return until(`the address bar suggests ${part}`, async () => {
    const last = await inWorker('JSON.stringify(globalThis.suggested?.at(-1) ?? [])');
    const all: Suggested[] = JSON.parse(last as string);
    return all.find(({ description }) => description.includes(part));
  });
}

/** Presses Enter on a text or a suggestion's content, in a worker that was just started. */
export async function enterInAddressBar(
  content: string,
  disposition = 'newForegroundTab',
): Promise<void> {
  await evaluateInFreshWorker(dispatch('omnibox.onInputEntered', content, disposition));
}

/** What the toolbar button shows, in all windows or on one tab. */
export function buttonOf(tabId?: number): Promise<{ text: string; title: string }> {
  return app.worker.page.evaluate(
    async (at) => ({
      text: await chrome.action.getBadgeText(at),
      title: await chrome.action.getTitle(at),
    }),
    tabId === undefined ? {} : { tabId },
  );
}

/** A good and a bad page's badge: its score, or a letter where there is none. */
export const GOOD_BADGE = /^(G|[89]\d|100)$/;
export const BAD_BADGE = /^(B|[1-4]?\d)$/;

/** Waits until the button shows a text. */
export async function untilBadge(text: string | RegExp, tabId?: number): Promise<void> {
  await until(`the button shows "${text}"`, async () => is((await buttonOf(tabId)).text, text));
}

/** Waits until the button is called so, in all windows or on one tab. */
export async function untilTitle(title: string | RegExp, tabId?: number): Promise<void> {
  await until(`it says "${title}"`, async () => is((await buttonOf(tabId)).title, title));
}

function is(shown: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? shown === wanted : wanted.test(shown);
}

/** Takes the badge away behind the worker's back. */
export async function wipeBadge(): Promise<void> {
  await app.worker.page.evaluate(() => chrome.action.setBadgeText({ text: '' }));
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

/**
 * The built extension with its optional permissions allowed from the start, since a headless browser
 * shows no dialog for them.
 */
export function allowedExtension(): string {
  return changedExtension((folder) => {
    const file = join(folder, 'manifest.json');
    const { optional_permissions, permissions, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
    const allowed = { ...rest, permissions: [...permissions, ...optional_permissions] };
    writeFileSync(file, JSON.stringify(allowed));
  });
}

/** How many notifications of the extension the browser shows. */
export function countNotifications(): Promise<number> {
  return app.worker.page.evaluate(
    async () => Object.keys(await chrome.notifications.getAll()).length,
  );
}

/** Takes away the notifications that an earlier test has left. */
export async function clearNotifications(): Promise<void> {
  await app.worker.page.evaluate(async () => {
    for (const id of Object.keys(await chrome.notifications.getAll())) {
      await chrome.notifications.clear(id);
    }
  });
  await until('none is left', async () => (await countNotifications()) === 0);
}

/** Lets the browser's dialog answer at once, which a headless one never does, and note what is asked. */
export async function answerDialog(page: Screen, answer: boolean): Promise<void> {
  await page.evaluate((isAllowed) => {
    const allowed = new Set<string>();
    const { chrome, browser } = globalThis as unknown as Record<string, { permissions: object }>;
    for (const api of [chrome, browser]) {
      if (!api) continue;
      Object.assign(api.permissions, {
        async request({ permissions }: { permissions: string[] }) {
          for (const name of permissions) if (isAllowed) allowed.add(name);
          // The dialog needs a press.
          return isAllowed && navigator.userActivation.isActive;
        },
        contains: async ({ permissions = [] }: { permissions?: string[] }) =>
          permissions.every((name) => allowed.has(name)),
        remove: async ({ permissions }: { permissions: string[] }) =>
          permissions.every((name) => allowed.delete(name)),
      });
    }
  }, answer);
}
