import type { Browser, Page } from 'puppeteer-core';

/** A page of an extension that runs none of its code, and sends messages to its worker. */
export interface Sender {
  /** Sends a message and gives the answer; null where there was none. */
  send(message: object): Promise<unknown>;
  /** Milliseconds from sending a message to its answer, on the page's clock. */
  timeOf(message: object): Promise<{ time: number; answer: unknown }>;
  /** Sends all at once; milliseconds until the last answer has come. */
  timeOfAll(messages: readonly object[]): Promise<{ time: number; answers: unknown[] }>;
  close(): Promise<void>;
}

declare const chrome: { runtime: { sendMessage(message: object): Promise<unknown> } };

/** Opens such a page in a tab behind the others. */
export async function openSender(browser: Browser, extensionId: string): Promise<Sender> {
  const page: Page = await browser.newPage({ background: true });
  await page.goto(`chrome-extension://${extensionId}/manifest.json`);

  const timeOfAll = (messages: readonly object[]) =>
    page.evaluate(async (all) => {
      const start = performance.now();
      const answers = await Promise.all(
        all.map((message) => chrome.runtime.sendMessage(message).catch(() => null)),
      );
      return { time: performance.now() - start, answers };
    }, messages as object[]);

  async function timeOf(message: object) {
    const { time, answers } = await timeOfAll([message]);
    return { time, answer: answers[0] };
  }

  return {
    timeOf,
    timeOfAll,
    send: async (message) => (await timeOf(message)).answer,
    close: () => page.close(),
  };
}
