import type { Browser, Page } from 'puppeteer-core';
import { until } from '../condition';

/*
 * What Puppeteer 24 has no methods for, by WebDriver BiDi itself. Both fields belong to its
 * implementation: an update of Puppeteer may move them.
 */

interface WithConnection {
  connection: {
    send(method: string, params: object): Promise<{ result: unknown }>;
  };
}

interface WithContext {
  _id: string;
}

/** Sends a command of WebDriver BiDi, and gives its result. Rejects with the browser's words. */
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

/** The tabs, or the browser's own windows. */
export interface ContextTree {
  contexts: { context: string; url: string }[];
}

/** The addresses of all tabs; Puppeteer does not know those that an extension has opened itself. */
export async function tabUrls(browser: Browser): Promise<string[]> {
  const { contexts } = await send<ContextTree>(browser, 'browsingContext.getTree', {});
  return contexts.map(({ url }) => url);
}

/** Closes all tabs but some. */
export async function closeTabs(browser: Browser, kept: readonly Page[]): Promise<void> {
  const keptContexts = kept.map(contextOf);
  const { contexts } = await send<ContextTree>(browser, 'browsingContext.getTree', {});
  for (const { context } of contexts) {
    if (keptContexts.includes(context)) continue;
    // It may have closed by itself.
    await send(browser, 'browsingContext.close', { context }).catch(() => {});
  }
}

/** Opens an empty tab in front, in the window of another tab. */
export async function openTabBeside(page: Page): Promise<Page> {
  const browser = page.browser();
  const { context } = await send<{ context: string }>(browser, 'browsingContext.create', {
    type: 'tab',
    referenceContext: contextOf(page),
  });
  return until('the tab is there', async () =>
    (await browser.pages()).find((one) => contextOf(one) === context),
  );
}

/**
 * Loads an address of the extension in a tab, and waits until it is there. Puppeteer's `goto` waits
 * for events that Firefox does not send of extensions' pages.
 */
export async function loadExtensionPage(page: Page, url: string): Promise<void> {
  await send(page.browser(), 'browsingContext.navigate', {
    context: contextOf(page),
    url,
    wait: 'none',
  });
  await until(`${url} is loaded`, () =>
    // The page before it goes while it is asked.
    page
      .evaluate((wanted) => location.href === wanted && document.readyState === 'complete', url)
      .catch(() => false),
  );
}
