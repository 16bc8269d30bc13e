import type { Browser, Page } from 'puppeteer-core';

/**
 * Evaluates a function in a background tab, which does not close an open popup. The call counts as a
 * user gesture. Arguments and result must be JSON values.
 */
export async function evaluateAt<Args extends unknown[], Result>(
  browser: Browser,
  url: string,
  work: (...args: Args) => Promise<Result>,
  ...args: Args
): Promise<Result> {
  const page = await browser.newPage({ background: true });
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    return await evaluateOn(page, work, args);
  } finally {
    await page.close();
  }
}

async function evaluateOn<Args extends unknown[], Result>(
  page: Page,
  work: (...args: Args) => Promise<Result>,
  args: Args,
): Promise<Result> {
  return (await page.evaluate(work as (...args: unknown[]) => Promise<Result>, ...args)) as Result;
}

/**
 * Evaluates a function with the extension's permissions, in a tab without the extension's code. Does not
 * wake the worker.
 */
export async function evaluateInExtension<Args extends unknown[], Result>(
  browser: Browser,
  extensionId: string,
  work: (...args: Args) => Promise<Result>,
  ...args: Args
): Promise<Result> {
  const url = `chrome-extension://${extensionId}/manifest.json`;
  const openTab = (await browser.pages()).find((page) => page.url() === url);
  return openTab ? evaluateOn(openTab, work, args) : evaluateAt(browser, url, work, ...args);
}
