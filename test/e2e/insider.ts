import type { Page } from 'puppeteer-core';
import type { Stage } from './stage';

type Area = Record<'local' | 'session' | 'sync', StorageArea>;

interface StorageArea {
  get(): Promise<Record<string, unknown>>;
  getBytesInUse(key: null): Promise<number>;
}

declare const chrome: {
  runtime: { sendMessage(message: object): Promise<unknown> };
  storage: Area;
};

/** What the background replies to a page. */
export interface Reply {
  answer?: unknown;
  crashed?: true;
}

/**
 * A page of the extension's origin in which none of its code runs. Unlike `evaluateInExtension` it
 * stays open, so that a question takes milliseconds.
 */
export interface Insider {
  page: Page;
  /** Asks the background what its own pages ask of it; undefined when nobody answers. */
  ask(call: string, ...args: unknown[]): Promise<Reply | undefined>;
  /** Everything in one of the browser's stores. */
  kept(area: keyof Area): Promise<Record<string, unknown>>;
  /** How much of `storage.local` is used. */
  bytesKept(): Promise<number>;
}

/** Opens such a page, in a background tab. */
export async function openInsider({ browser, extensionId }: Stage): Promise<Insider> {
  const page = await browser.newPage({ background: true });
  await page.goto(`chrome-extension://${extensionId}/manifest.json`);
  return {
    page,
    ask: (call, ...args) =>
      page.evaluate(async (message) => (await chrome.runtime.sendMessage(message)) as object, {
        call,
        args,
      }),
    kept: (area) => page.evaluate((name) => chrome.storage[name].get(), area),
    bytesKept: () => page.evaluate(() => chrome.storage.local.getBytesInUse(null)),
  };
}
