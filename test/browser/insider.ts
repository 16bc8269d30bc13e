import type { Route, View } from '@/lib/browser-ui/reports-request';
import type { RunningExtension } from './running-extension';
import {
  changed,
  type Items,
  type ListedReport,
  movedBack,
  namesHolding,
  parsedItems,
  queueOf,
  referenceTo,
  type StoredQueue,
} from './stored';

interface StorageArea {
  get(): Promise<Items>;
  set(items: object): Promise<void>;
  clear(): Promise<void>;
}

declare const chrome: {
  runtime: { sendMessage(message: object): Promise<unknown> };
  storage: Record<Area, StorageArea>;
  alarms: {
    getAll(): Promise<{ name: string; scheduledTime: number }[]>;
    create(name: string, alarm: { when: number }): void;
    clearAll(): Promise<boolean>;
  };
  permissions: Record<'contains' | 'remove', (asked: { origins: string[] }) => Promise<boolean>> & {
    getAll(): Promise<{ origins: string[] }>;
  };
};

const AREAS = ['local', 'session', 'sync'] as const;

type Area = (typeof AREAS)[number];

/** What the background says to a page: a value or a failure. */
export type Answer = { value?: unknown; failure?: { code: string } } | null;

/** What an operation is to do; the password is stored apart. */
export type NewOperation = (
  | { kind: 'create'; url: string; privacy: number }
  | { kind: 'update'; report: ListedReport; update: object }
  | { kind: 'delete'; report: ListedReport }
) & { password?: string };

/** A report of a page that is to be created. */
export function creation(url: string, privacy = 1): NewOperation {
  return { kind: 'create', url, privacy };
}

/** A place with the extension's rights, in which none of its code runs. */
export type Insider = Awaited<ReturnType<typeof openInsider>>;

/** Opens the extension's manifest in a background tab: it has the rights and runs nothing. */
export async function openInsider(running: RunningExtension) {
  const page = await running.openFile('manifest.json', { background: true });

  /** Asks what the extension's own pages ask; rejects when nobody answers, or the worker dies. */
  async function ask(call: string, ...args: unknown[]): Promise<Answer> {
    const reply = await page.evaluate(
      // As JSON, which is what crosses in the extension, too.
      (message) => chrome.runtime.sendMessage(JSON.parse(message)),
      JSON.stringify({ call, args }),
    );
    if (typeof reply === 'object' && reply !== null && 'answer' in reply) {
      return reply.answer as Answer;
    }
    throw new Error(`No answer from the background to ${call}.`);
  }

  /** The same for what the connection in use does: its id comes first. */
  async function askConnected(call: string, ...args: unknown[]): Promise<Answer> {
    return ask(call, await connectionId(), ...args);
  }

  async function connectionId(): Promise<string | undefined> {
    return ((await stored()) as { connection?: { id: string } }).connection?.id;
  }

  async function createJob(job: object): Promise<void> {
    const answer = await askConnected('createJob', job);
    if (answer?.value !== null) throw new Error(`Not stored: ${JSON.stringify(answer)}`);
  }

  /** Everything in one of the browser's stores. Reading does not wake the worker. */
  const stored = (area: Area = 'local'): Promise<Items> =>
    // As a text: what Firefox hands out lacks an object where it stands a second time.
    page
      .evaluate(async (name) => JSON.stringify(await chrome.storage[name].get()), area)
      .then((text) => parsedItems(JSON.parse(text)));
  const store = (items: Items, area: Area = 'local') =>
    page.evaluate((all, name) => chrome.storage[name].set(all), items, area);

  async function queue(): Promise<StoredQueue> {
    return queueOf({ ...(await stored('session')), ...(await stored()) });
  }

  /** The first half of `moveTimesBack`: the times that are stored. */
  async function moveStoredTimesBack(milliseconds: number): Promise<void> {
    // What private windows see of the queue is in memory.
    for (const area of ['local', 'session'] as const) {
      await store(movedBack(await stored(area), milliseconds), area);
    }
  }

  /** The second half: an alarm whose time is over starts the worker. */
  function moveAlarmsBack(milliseconds: number): Promise<void> {
    return page.evaluate(async (by) => {
      for (const { name, scheduledTime } of await chrome.alarms.getAll()) {
        chrome.alarms.create(name, { when: scheduledTime - by });
      }
    }, milliseconds);
  }

  return {
    page,
    ask,
    askConnected,
    connectionId,
    stored,
    /**
     * Has a job of an ordinary window stored for each operation, and gives their ids; rejects where one is
     * not stored. Creations are confirmed, and be they one more of their page.
     */
    async add(...operations: readonly NewOperation[]): Promise<string[]> {
      const ids: string[] = [];
      for (const { password, ...operation } of operations) {
        const id = crypto.randomUUID();
        const subject =
          operation.kind === 'create'
            ? operation
            : { ...operation, report: referenceTo(operation.report) };
        await createJob({ id, subjects: [subject], password, isConfirmed: true });
        ids.push(id);
      }
      return ids;
    },
    /** Has private reports of many pages stored as a batch; rejects where they are not. */
    async addBatch(id: string, urls: readonly string[]): Promise<void> {
      const subjects = urls.map((url) => ({ kind: 'create', url, privacy: 1 }));
      await createJob({ id, isBatch: true, subjects });
    },
    /** Stores the first view of a new *All reports* tab; returns the token for the tab's address. */
    async requestReports(view: View): Promise<string> {
      const token = crypto.randomUUID();
      const route: Route = { view, reportId: null, compared: null };
      const request = { route, site: null, tabs: [] };
      await store({ [`reports-request/${token}`]: request }, 'session');
      return token;
    },
    /** Starts the worker, if it is not running, as any event does: nobody answers this one. */
    wake: () => page.evaluate(() => chrome.runtime.sendMessage({}).catch(() => {})),
    /** Ends it as the browser does when it has been idle. */
    stop: running.stopWorker,
    /** Whether it lives at this moment. */
    isRunning: running.isWorkerRunning,
    /** In which of the stores, and under which names, a text is kept. */
    async placesOf(text: string): Promise<string[]> {
      const inArea = async (area: Area) =>
        namesHolding(await stored(area), text).map((name) => `${area}: ${name}`);
      return (await Promise.all(AREAS.map(inArea))).flat();
    },
    /** What is stored of the queue, that of private windows included. */
    queue,
    operations: async () => (await queue()).operations,
    /** Changes what is stored; see `CHANGES`. */
    change: async (change: readonly [keyEnd: string, change: object]) =>
      store(changed(await stored(), change)),
    /**
     * Moves planned times, and the alarm for them, so far into the past, as a computer finds them
     * after a sleep. Only a stopped worker takes notice: it plans by its memory.
     */
    async moveTimesBack(milliseconds: number): Promise<void> {
      await moveStoredTimesBack(milliseconds);
      await moveAlarmsBack(milliseconds);
    },
    moveStoredTimesBack,
    moveAlarmsBack,
    /** Whether the extension may reach a host, such as `http://127.0.0.1/*`. */
    hasHost: (pattern: string) =>
      page.evaluate((host) => chrome.permissions.contains({ origins: [host] }), pattern),
    async giveHostBack(pattern: string): Promise<void> {
      await page.evaluate((host) => chrome.permissions.remove({ origins: [host] }), pattern);
    },
    giveAllHostsBack: () =>
      page.evaluate(async () => {
        const { origins } = await chrome.permissions.getAll();
        if (origins.length > 0) await chrome.permissions.remove({ origins });
      }),
    /** Forgets what is kept in memory only, as at the browser's end. */
    forgetSession: () => page.evaluate(() => chrome.storage.session.clear()),
    /** Forgets all that the extension has stored and planned. */
    forgetAll: () =>
      page.evaluate(async () => {
        const { local, session, sync } = chrome.storage;
        for (const area of [local, session, sync]) await area.clear();
        await chrome.alarms.clearAll();
      }),
  };
}
