import type { Browser } from 'puppeteer-core';

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
    return (await page.evaluate(
      work as (...args: unknown[]) => Promise<Result>,
      ...args,
    )) as Result;
  } finally {
    await page.close();
  }
}

/**
 * Evaluates a function with the extension's own rights (`chrome.storage`, `chrome.permissions`…)
 * while none of the extension's code runs: its manifest is opened as a page. Works while the worker
 * sleeps, and does not wake it.
 */
export function evaluateInExtension<Args extends unknown[], Result>(
  browser: Browser,
  extensionId: string,
  work: (...args: Args) => Promise<Result>,
  ...args: Args
): Promise<Result> {
  return evaluateAt(browser, `chrome-extension://${extensionId}/manifest.json`, work, ...args);
}
