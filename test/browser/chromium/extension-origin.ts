import type { Browser, Page } from 'puppeteer-core';

/**
 * Evaluates a function in a page that is opened for it in a background tab, so that an open popup
 * stays open. The function sees its arguments only, and these and its result are JSON. It counts as
 * a user's gesture.
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
 * Evaluates a function with the extension's own rights (`chrome.storage`, `chrome.permissions`…)
 * while none of the extension's code runs: its manifest is opened as a page, unless it is open. Works
 * while the worker sleeps, and does not wake it.
 */
export async function evaluateInExtension<Args extends unknown[], Result>(
  browser: Browser,
  extensionId: string,
  work: (...args: Args) => Promise<Result>,
  ...args: Args
): Promise<Result> {
  const url = `chrome-extension://${extensionId}/manifest.json`;
  const open = (await browser.pages()).find((page) => page.url() === url);
  return open ? evaluateOn(open, work, args) : evaluateAt(browser, url, work, ...args);
}
