import type { Page } from 'puppeteer-core';
import type { RunningExtension } from '../browser/running-extension';
import { changed, type Items, movedBack, namesHolding, queueOf, type StoredQueue } from './stored';

type Area = Record<'local' | 'session' | 'sync', StorageArea>;

interface StorageArea {
  get(): Promise<Items>;
  set(items: object): Promise<void>;
  remove(key: string): Promise<void>;
  clear(): Promise<void>;
  getBytesInUse(key: null): Promise<number>;
  QUOTA_BYTES: number;
}

declare const chrome: {
  runtime: { sendMessage(message: object): Promise<unknown> };
  storage: Area;
  alarms: {
    getAll(): Promise<{ name: string; scheduledTime: number }[]>;
    create(name: string, alarm: { when: number }): void;
    clearAll(): Promise<boolean>;
  };
  permissions: Record<'contains' | 'remove', (asked: { origins: string[] }) => Promise<boolean>>;
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
  /** In which of the stores, and under which names, a text is kept. */
  placesOf(text: string): Promise<string[]>;
  /** What is stored of the queue, that of private windows included. */
  queue(): Promise<StoredQueue>;
  /** How much of `storage.local` is used. */
  bytesStored(): Promise<number>;
  /** Changes what is stored; see `CHANGES`. */
  change(change: readonly [keyEnd: string, change: object]): Promise<void>;
  /**
   * Moves planned times, and the alarm for them, so far into the past, as a computer finds them
   * after a sleep. Only a stopped worker takes notice: it plans by its memory.
   */
  moveTimesBack(milliseconds: number): Promise<void>;
  /** The first half of that: the times that are stored. */
  moveStoredTimesBack(milliseconds: number): Promise<void>;
  /** The second half: an alarm whose time is over starts the worker. */
  moveAlarmsBack(milliseconds: number): Promise<void>;
  /** Writes to `storage.local` until it takes not one byte more. */
  fillStore(): Promise<void>;
  /** Takes away what the store was filled with. */
  emptyStore(): Promise<void>;
  /** Whether the extension may reach a host, such as `http://127.0.0.1/*`. */
  hasHost(pattern: string): Promise<boolean>;
  giveHostBack(pattern: string): Promise<void>;
  /** Forgets what is kept in memory only, as at the browser's end. */
  forgetSession(): Promise<void>;
  /** Forgets all that the extension has stored and planned. */
  forgetAll(): Promise<void>;
}

/** The key of what only fills the store. */
const JUNK = 'junk';

/** Opens the extension's manifest in a background tab: it has the rights and runs nothing. */
export async function openInsider(running: RunningExtension): Promise<Insider> {
  const page = await running.openFile('manifest.json', { background: true });

  async function moveStoredTimesBack(milliseconds: number): Promise<void> {
    // What private windows see of the queue is in memory.
    for (const area of ['local', 'session'] as const) {
      await store(movedBack(await stored(area), milliseconds), area);
    }
  }

  function moveAlarmsBack(milliseconds: number): Promise<void> {
    return page.evaluate(async (by) => {
      for (const { name, scheduledTime } of await chrome.alarms.getAll()) {
        chrome.alarms.create(name, { when: scheduledTime - by });
      }
    }, milliseconds);
  }

  const stored: Insider['stored'] = (area = 'local') =>
    page.evaluate((name) => chrome.storage[name].get(), area);
  const store = (items: Items, area: keyof Area = 'local') =>
    page.evaluate((all, name) => chrome.storage[name].set(all), items, area);

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
    async placesOf(text) {
      const areas = ['local', 'session', 'sync'] as const;
      const found = await Promise.all(
        areas.map(async (area) =>
          namesHolding(await stored(area), text).map((name) => `${area}: ${name}`),
        ),
      );
      return found.flat();
    },
    queue: async () => queueOf({ ...(await stored('session')), ...(await stored()) }),
    bytesStored: () => page.evaluate(() => chrome.storage.local.getBytesInUse(null)),
    change: async (change) => store(changed(await stored(), change)),
    async moveTimesBack(milliseconds) {
      await moveStoredTimesBack(milliseconds);
      await moveAlarmsBack(milliseconds);
    },
    moveStoredTimesBack,
    moveAlarmsBack,
    fillStore: () =>
      page.evaluate(async (key) => {
        const { local } = chrome.storage;
        await local.remove(key);
        const room = local.QUOTA_BYTES - (await local.getBytesInUse(null));
        // Stored as JSON, with quotes.
        await local.set({ [key]: 'x'.repeat(room - key.length - 2) });
      }, JUNK),
    emptyStore: () => page.evaluate((key) => chrome.storage.local.remove(key), JUNK),
    hasHost: (pattern) =>
      page.evaluate((host) => chrome.permissions.contains({ origins: [host] }), pattern),
    async giveHostBack(pattern) {
      await page.evaluate((host) => chrome.permissions.remove({ origins: [host] }), pattern);
    },
    forgetSession: () => page.evaluate(() => chrome.storage.session.clear()),
    forgetAll: () =>
      page.evaluate(async () => {
        const { local, session, sync } = chrome.storage;
        for (const area of [local, session, sync]) await area.clear();
        await chrome.alarms.clearAll();
      }),
  };
}
