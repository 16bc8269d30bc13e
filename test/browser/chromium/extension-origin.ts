import type { Browser, EvaluateFunc } from 'puppeteer-core';

/**
 * Evaluates a function with the extension's own rights (`chrome.storage`, `chrome.permissions`…)
 * while none of the extension's code runs: its manifest is opened as a page, in a background tab,
 * so that an open popup stays open. Works while the worker sleeps, and does not wake it.
 *
 * The function runs in the page: it sees its arguments only, and these and its result are JSON. It
 * counts as a user's gesture.
 */
export async function evaluateInExtension<
  Params extends unknown[],
  Func extends EvaluateFunc<Params> = EvaluateFunc<Params>,
>(
  browser: Browser,
  extensionId: string,
  work: Func,
  ...args: Params
): Promise<Awaited<ReturnType<Func>>> {
  const page = await browser.newPage({ background: true });
  try {
    await page.goto(`chrome-extension://${extensionId}/manifest.json`);
    return await page.evaluate(work, ...args);
  } finally {
    await page.close();
  }
}
