import { workerEvaluate } from '../../browser/chromium/worker-control';
import { app, until } from '../app';
import { untilTarget } from './tabs';

export function inWorker(expression: string): Promise<unknown> {
  return workerEvaluate(app.testBrowser.browser, app.testBrowser.extensionId, expression);
}

/** Evaluates an expression in a newly started worker. */
export async function evaluateInFreshWorker(expression: string): Promise<unknown> {
  await app.worker.stop();
  await app.worker.wake();
  // Puppeteer may see the worker later than the extension does.
  await untilTarget('the worker runs', (type) => type === 'service_worker');
  return inWorker(expression);
}

function dispatch(event: string, ...args: unknown[]): string {
  return `chrome.${event}.dispatch(${args.map((arg) => JSON.stringify(arg)).join(', ')});`;
}

/**
 * Presses an item of the context menu, once or several times, on a page of an ordinary window. Starts a new
 * worker, which interrupts the work of the former worker.
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

export async function pressShortcut(url: string, isPrivate = false): Promise<void> {
  const tab = { id: 1, url, incognito: isPrivate };
  await evaluateInFreshWorker(dispatch('commands.onCommand', 'report-page', tab));
}

/** A suggestion that the worker passes to the address bar. */
interface Suggestion {
  content: string;
  description: string;
}

/** Types a text after the keyword, in a newly started worker or in the running one. */
export async function typeInAddressBar(text: string, isFresh = true): Promise<void> {
  // The reply arrives after the worker has stored the last list. An earlier stop may lose the list.
  if (isFresh) await app.worker.callForConnection('getReportsById', ['1']);
  await (isFresh ? evaluateInFreshWorker : inWorker)(`(globalThis.suggested ??= []),
    chrome.omnibox.onInputChanged.dispatch(${JSON.stringify(text)}, (all) => suggested.push(all))`);
}

/** Waits for a suggestion whose description contains `part`. Ignores suggestions for earlier texts. */
export function untilSuggested(part: string): Promise<Suggestion> {
  return until(`the address bar suggests ${part}`, async () => {
    const last = await inWorker('JSON.stringify(globalThis.suggested?.at(-1) ?? [])');
    const all: Suggestion[] = JSON.parse(last as string);
    return all.find(({ description }) => description.includes(part));
  });
}

/** Presses Enter on a text or on the content of a suggestion, in a newly started worker. */
export async function enterInAddressBar(
  content: string,
  disposition = 'newForegroundTab',
): Promise<void> {
  await evaluateInFreshWorker(dispatch('omnibox.onInputEntered', content, disposition));
}
