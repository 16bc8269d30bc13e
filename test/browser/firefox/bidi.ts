import type { Browser, Page } from 'puppeteer-core';
import { until } from '../condition';

// Commands of WebDriver BiDi for which Puppeteer 24 has no methods. `connection` and `_id` are internals of
// Puppeteer, so an update of Puppeteer may rename them.

interface WithConnection {
  connection: {
    send(method: string, params: object): Promise<{ result: unknown }>;
  };
}

interface WithContext {
  _id: string;
}

export async function send<Result>(
  browser: Browser,
  method: string,
  params: object,
): Promise<Result> {
  const { connection } = browser as unknown as WithConnection;
  return (await connection.send(method, params)).result as Result;
}

function contextOf(page: Page): string {
  return (page.mainFrame() as unknown as WithContext)._id;
}

/**
 * Returns all tabs. Puppeteer does not list tabs that the extension has opened. With
 * `{ 'moz:scope': 'chrome' }`, returns the windows of the browser instead.
 */
export async function listContexts(
  browser: Browser,
  params = {},
): Promise<{ context: string; url: string }[]> {
  const tree = await send<{ contexts: [] }>(browser, 'browsingContext.getTree', params);
  return tree.contexts;
}

/**
 * Evaluates an expression in a tab that the extension has opened.
 * @param prefix the beginning of the tab's address
 */
export async function evaluateInTab(
  browser: Browser,
  prefix: string,
  expression: string,
): Promise<unknown> {
  const context = (await listContexts(browser)).find(({ url }) => url.startsWith(prefix))?.context;
  if (context === undefined) return undefined;
  const evaluated = await send<{ result?: { value?: unknown } }>(browser, 'script.evaluate', {
    expression,
    target: { context },
    awaitPromise: true,
  });
  return evaluated.result?.value;
}

export async function closeTabs(browser: Browser, except: readonly Page[]): Promise<void> {
  const exceptedContexts = except.map(contextOf);
  for (const { context } of await listContexts(browser)) {
    if (exceptedContexts.includes(context)) continue;
    // The tab may already be closed.
    await send(browser, 'browsingContext.close', { context }).catch(() => {});
  }
}

export async function openTabBeside(page: Page): Promise<Page> {
  const browser = page.browser();
  const { context } = await send<{ context: string }>(browser, 'browsingContext.create', {
    type: 'tab',
    referenceContext: contextOf(page),
  });
  return until('Puppeteer lists the new tab', async () =>
    (await browser.pages()).find((tab) => contextOf(tab) === context),
  );
}

/**
 * Loads an extension page in a tab, and waits until the page has loaded. Puppeteer's `goto` waits for
 * events that Firefox does not send for extension pages.
 */
export async function loadExtensionPage(page: Page, url: string): Promise<void> {
  await send(page.browser(), 'browsingContext.navigate', {
    context: contextOf(page),
    url,
    wait: 'none',
  });
  // While *All reports* loads, the page removes the token in the fragment.
  const [withoutFragment] = url.split('#');
  await until(`${url} is loaded`, () =>
    page
      .evaluate(
        (expected) =>
          location.href.split('#')[0] === expected && document.readyState === 'complete',
        withoutFragment,
      )
      // The call fails if the previous page disappears during the call.
      .catch(() => false),
  );
}
