import { workerEvaluate } from '../../browser/chromium/worker-control';
import { app, until } from '../app';
import { untilTarget } from './tabs';

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

/** A suggestion of the address bar as the browser is given it. */
interface Suggested {
  content: string;
  description: string;
}

/** Types a text after the keyword, in a worker that was just started or in the one that runs. */
export async function typeInAddressBar(text: string, isFresh = true): Promise<void> {
  // A worker that is stopped may not have stored yet what a list has shown; it answers after that.
  if (isFresh) await app.worker.askConnected('getReportsById', ['1']);
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
