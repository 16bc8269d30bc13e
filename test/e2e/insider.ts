import type { Browser, Page } from 'puppeteer-core';
import { changed, type Items, movedBack, queueOf, type StoredQueue } from './stored';

type Area = Record<'local' | 'session' | 'sync', StorageArea>;

interface StorageArea {
  get(): Promise<Items>;
  set(items: object): Promise<void>;
  remove(keys: string[]): Promise<void>;
  clear(): Promise<void>;
  getBytesInUse(key: null): Promise<number>;
}

declare const chrome: {
  runtime: { sendMessage(message: object): Promise<unknown> };
  storage: Area;
  alarms: {
    getAll(): Promise<{ name: string; scheduledTime: number }[]>;
    create(name: string, alarm: { when: number }): void;
    clearAll(): Promise<boolean>;
  };
};

/** What the background says to a page: a value or a failure. */
export type Answer = {
  value?: { state?: string };
  failure?: { code: string };
} | null;

/** A place with the extension's rights, in which none of its code runs. */
export interface Insider {
  page: Page;
  /** Asks what the extension's own pages ask; rejects when nobody answers, or the worker dies. */
  ask(call: string, ...args: unknown[]): Promise<Answer>;
  /** Starts the worker, if it is not running, as any event does. */
  wake(): Promise<void>;
  /** Everything in one of the browser's stores. Reading does not wake the worker. */
  stored(area?: keyof Area): Promise<Items>;
  /** What is stored of the queue. */
  queue(): Promise<StoredQueue>;
  /** How much of `storage.local` is used. */
  bytesStored(): Promise<number>;
  /** Changes what is stored; see `CHANGES`. */
  change(change: readonly [keyEnd: string, change: object]): Promise<void>;
  /**
   * Moves the times that the queue has planned, and its alarm, so far into the past, as a computer
   * finds them after a sleep. Only a stopped worker takes notice: it plans by its memory.
   */
  moveTimesBack(milliseconds: number): Promise<void>;
  /** Writes to `storage.local` until it takes not one byte more. */
  fillStore(): Promise<void>;
  /** Takes away what the store was filled with. */
  emptyStore(): Promise<void>;
  /** Forgets what is kept in memory only, as at the browser's end. */
  forgetSession(): Promise<void>;
  /** Forgets all that the extension has stored and planned. */
  forgetAll(): Promise<void>;
}

/** The keys of what only fills the store. */
export const JUNK = 'junk/';

/** Opens the extension's manifest in a background tab: it has the rights and runs nothing. */
export async function openInsider(browser: Browser, extensionId: string): Promise<Insider> {
  const page = await browser.newPage({ background: true });
  await page.goto(`chrome-extension://${extensionId}/manifest.json`);

  const stored: Insider['stored'] = (area = 'local') =>
    page.evaluate((name) => chrome.storage[name].get(), area);
  const store = (items: Items) => page.evaluate((all) => chrome.storage.local.set(all), items);

  return {
    page,
    stored,
    async ask(call, ...args) {
      const reply = await page.evaluate(
        // As JSON, which is what crosses in the extension, too.
        (message) => chrome.runtime.sendMessage(JSON.parse(message)),
        JSON.stringify({ call, args }),
      );
      if (typeof reply === 'object' && reply !== null && 'answer' in reply) {
        return reply.answer as Answer;
      }
      throw new Error(`No answer from the background to ${call}.`);
    },
    // Nobody answers it.
    wake: () =>
      page.evaluate(() =>
        chrome.runtime.sendMessage({}).then(
          () => {},
          () => {},
        ),
      ),
    queue: async () => queueOf(await stored()),
    bytesStored: () => page.evaluate(() => chrome.storage.local.getBytesInUse(null)),
    change: async (change) => store(changed(await stored(), change)),
    async moveTimesBack(milliseconds) {
      await store(movedBack(await stored(), milliseconds));
      await page.evaluate(async (by) => {
        for (const { name, scheduledTime } of await chrome.alarms.getAll()) {
          chrome.alarms.create(name, { when: scheduledTime - by });
        }
      }, milliseconds);
    },
    fillStore: () =>
      page.evaluate(async (prefix) => {
        for (let size = 4_000_000, count = 0; size >= 1; count += 1) {
          try {
            await chrome.storage.local.set({ [prefix + count]: 'x'.repeat(size) });
          } catch {
            size = Math.floor(size / 2);
          }
        }
      }, JUNK),
    emptyStore: () =>
      page.evaluate(async (prefix) => {
        const keys = Object.keys(await chrome.storage.local.get());
        await chrome.storage.local.remove(keys.filter((key) => key.startsWith(prefix)));
      }, JUNK),
    forgetSession: () => page.evaluate(() => chrome.storage.session.clear()),
    forgetAll: () =>
      page.evaluate(async () => {
        const { local, session, sync } = chrome.storage;
        for (const area of [local, session, sync]) await area.clear();
        await chrome.alarms.clearAll();
      }),
  };
}
