import type { Browser } from 'puppeteer-core';
import { listContexts, send } from './bidi';

type Evaluation =
  | { type: 'success'; result: { value?: unknown } }
  | { type: 'exception'; exceptionDetails: { text: string } };

const prelude = (pagesHost: string) => `
  const { extension } = WebExtensionPolicy.getByHostname(${JSON.stringify(pagesHost)});
  const load = (name) => ChromeUtils.importESModule('resource://gre/modules/' + name + '.sys.mjs');
  const { ExtensionParent } = load('ExtensionParent');
  const { ExtensionPermissions } = load('ExtensionPermissions');`;

/**
 * Runs statements in the browser's own window with all privileges. Needs `--remote-allow-system-access`.
 * @param pagesHost the host of the extension's pages, without scheme
 * @param statements the body of an asynchronous function. The statements can use `window`, `extension`,
 *   `ExtensionParent` and `ExtensionPermissions`. The function returns a string, a number, a boolean or
 *   nothing.
 */
export async function evaluatePrivileged(
  browser: Browser,
  pagesHost: string,
  statements: string,
): Promise<unknown> {
  const windows = await listContexts(browser, { 'moz:scope': 'chrome' });
  const window = windows.find(({ url }) => url.endsWith('/browser.xhtml'));
  if (window === undefined) throw new Error('Firefox shows no window.');
  const evaluation = await send<Evaluation>(browser, 'script.evaluate', {
    expression: `(async () => { ${prelude(pagesHost)} ${statements} })()`,
    target: { context: window.context },
    awaitPromise: true,
  });
  if (evaluation.type === 'exception') throw new Error(evaluation.exceptionDetails.text);
  return evaluation.result.value;
}
