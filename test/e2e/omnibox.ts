import { workerEvaluate } from '../browser/chromium/worker-control';
import { app, until } from './app';
import { evaluateInFreshWorker } from './worker-events';

/** A suggestion as the browser is given it. */
export interface Suggested {
  content: string;
  description: string;
}

/** Runs an expression in the worker as it is. */
export function inWorker(expression: string): Promise<unknown> {
  return workerEvaluate(app.stage.browser, app.stage.extensionId, expression);
}

const CHANGE = (text: string) =>
  `(globalThis.suggested ??= []), chrome.omnibox.onInputChanged.dispatch(${JSON.stringify(text)},
    (all) => globalThis.suggested.push(all))`;

/** Types a text after the keyword, in a worker that was just started or in the one that runs. */
export async function typeInAddressBar(text: string, isFresh = true): Promise<void> {
  await (isFresh ? evaluateInFreshWorker : inWorker)(CHANGE(text));
}

/** All that was suggested since the worker started, time after time. */
export async function allSuggested(): Promise<Suggested[][]> {
  return JSON.parse((await inWorker('JSON.stringify(globalThis.suggested ?? [])')) as string);
}

/** Waits until a suggestion's description contains a text, and gives it. */
export function untilSuggested(part: string): Promise<Suggested> {
  return until(`the address bar suggests ${part}`, async () =>
    (await allSuggested()).at(-1)?.find(({ description }) => description.includes(part)),
  );
}

/** Presses Enter on a text or a suggestion's content, in a worker that was just started. */
export async function enterInAddressBar(
  content: string,
  disposition = 'newForegroundTab',
): Promise<void> {
  const args = [content, disposition].map((arg) => JSON.stringify(arg)).join(', ');
  await evaluateInFreshWorker(`chrome.omnibox.onInputEntered.dispatch(${args})`);
}
