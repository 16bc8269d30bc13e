import type { Route, View } from '@/lib/browser-ui/reports-request';
import type { RunningExtension } from './running-extension';
import {
  connectionIdIn,
  connectionIdsIn,
  type Items,
  keysContaining,
  type ListedReport,
  NEWEST_LIST_KEY_END,
  parsedItems,
  queueOf,
  referenceTo,
  type StoredQueue,
  withEarlierTimes,
} from './stored';

interface StorageArea {
  get(): Promise<Items>;
  set(items: object): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
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
  permissions: {
    contains(permissions: { origins: string[] }): Promise<boolean>;
    remove(permissions: { origins: string[] }): Promise<boolean>;
    getAll(): Promise<{ origins: string[] }>;
  };
};

const AREAS = ['local', 'session', 'sync'] as const;

type Area = (typeof AREAS)[number];

export type Answer = { value?: unknown; failure?: { code: string } } | null;

/** An operation to request. The password is a field of its job. */
export type NewOperation = (
  | { kind: 'create'; url: string; privacy: number }
  | { kind: 'update'; report: ListedReport; update: object }
  | { kind: 'delete'; report: ListedReport }
) & { password?: string };

export function creation(url: string, privacy = 1): NewOperation {
  return { kind: 'create', url, privacy };
}

/** A tab with the extension's permissions, but without the extension's code. */
export type ExtensionTab = Awaited<ReturnType<typeof openExtensionTab>>;

export async function openExtensionTab(running: RunningExtension) {
  const page = await running.openFile('manifest.json', { background: true });

  /** Calls the background. Rejects if the worker stops before its reply. */
  async function callBackground(call: string, ...args: unknown[]): Promise<Answer> {
    const reply = await page.evaluate(
      // Like messages of extension pages, the message contains only JSON values.
      (json) => chrome.runtime.sendMessage(JSON.parse(json)),
      JSON.stringify({ call, args }),
    );
    if (typeof reply === 'object' && reply !== null && 'answer' in reply) {
      return reply.answer as Answer;
    }
    throw new Error(`No answer from the background to ${call}.`);
  }

  /** Calls the background for the connection in use. */
  async function callForConnection(call: string, ...args: unknown[]): Promise<Answer> {
    return callBackground(call, await connectionId(), ...args);
  }

  async function connectionId(): Promise<string | undefined> {
    return connectionIdIn(await stored());
  }

  async function createJob(job: object): Promise<void> {
    const answer = await callForConnection('createJob', job);
    if (answer?.value !== null) throw new Error(`Not stored: ${JSON.stringify(answer)}`);
  }

  /** Returns all items of a storage area. Does not wake the worker. */
  const stored = (area: Area = 'local'): Promise<Items> =>
    // Firefox omits further references to the same object, so the page returns the items as text.
    page
      .evaluate(async (name) => JSON.stringify(await chrome.storage[name].get()), area)
      .then((text) => parsedItems(JSON.parse(text)));
  const store = (items: Items, area: Area = 'local') =>
    page.evaluate((newItems, name) => chrome.storage[name].set(newItems), items, area);

  async function queue(): Promise<StoredQueue> {
    return queueOf({ ...(await stored('session')), ...(await stored()) });
  }

  async function moveStoredTimesBack(milliseconds: number): Promise<void> {
    // `storage.session` has jobs of private windows, and the published queue.
    for (const area of ['local', 'session'] as const) {
      await store(withEarlierTimes(await stored(area), milliseconds), area);
    }
  }

  /** Moves all alarms to an earlier time. An alarm in the past starts the worker. */
  function moveAlarmsBack(milliseconds: number): Promise<void> {
    return page.evaluate(async (duration) => {
      for (const { name, scheduledTime } of await chrome.alarms.getAll()) {
        chrome.alarms.create(name, { when: scheduledTime - duration });
      }
    }, milliseconds);
  }

  return {
    page,
    callBackground,
    callForConnection,
    connectionId,
    connectionIds: async () => connectionIdsIn(await stored()),
    stored,
    /** Requests each operation by a separate, confirmed job. Returns the job ids. */
    async createJobs(...operations: readonly NewOperation[]): Promise<string[]> {
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
    async createBatch(id: string, urls: readonly string[]): Promise<void> {
      const subjects = urls.map((url) => ({ kind: 'create', url, privacy: 1 }));
      await createJob({ id, isBatch: true, subjects });
    },
    /** Stores the first view of a new tab with *All reports*. Returns the token for the tab's address. */
    async requestReports(view: View): Promise<string> {
      const token = crypto.randomUUID();
      const route: Route = { view, reportId: null, compared: null };
      const request = { connectionId: (await connectionId()) ?? null, route, site: null, tabs: [] };
      await store({ [`reports-request/${token}`]: request }, 'session');
      return token;
    },
    /** Starts a stopped worker by a message that has no reply. */
    wake: () => page.evaluate(() => chrome.runtime.sendMessage({}).catch(() => {})),
    stop: running.stopWorker,
    isRunning: running.isWorkerRunning,
    /** Returns the areas and keys of items that contain a text. */
    async itemsContaining(text: string): Promise<string[]> {
      const itemsOfArea = async (area: Area) =>
        keysContaining(await stored(area), text).map((key) => `${area}: ${key}`);
      return (await Promise.all(AREAS.map(itemsOfArea))).flat();
    },
    queue,
    operations: async () => (await queue()).operations,
    removeNewestList: () =>
      page.evaluate(async (keyEnd) => {
        const keys = Object.keys(await chrome.storage.local.get());
        await chrome.storage.local.remove(keys.filter((key) => key.endsWith(keyEnd)));
      }, NEWEST_LIST_KEY_END),
    /** Subtracts a duration from planned times and alarms. A running worker keeps its times in memory. */
    async moveTimesBack(milliseconds: number): Promise<void> {
      await moveStoredTimesBack(milliseconds);
      await moveAlarmsBack(milliseconds);
    },
    moveStoredTimesBack,
    moveAlarmsBack,
    hasHost: (pattern: string) =>
      page.evaluate((host) => chrome.permissions.contains({ origins: [host] }), pattern),
    grantedHosts: () =>
      page.evaluate(async () => (await chrome.permissions.getAll()).origins ?? []),
    async removeHostPermission(pattern: string): Promise<void> {
      await page.evaluate((host) => chrome.permissions.remove({ origins: [host] }), pattern);
    },
    removeAllHostPermissions: () =>
      page.evaluate(async () => {
        const { origins } = await chrome.permissions.getAll();
        if (origins.length > 0) await chrome.permissions.remove({ origins });
      }),
    /** Empties `storage.session`, as the end of the browser does. */
    clearSession: () => page.evaluate(() => chrome.storage.session.clear()),
    /** Deletes all data of the extension. */
    clearAll: () =>
      page.evaluate(async () => {
        for (const { name = '' } of await indexedDB.databases().catch(() => [])) {
          indexedDB.deleteDatabase(name);
        }
        const { local, session, sync } = chrome.storage;
        for (const area of [local, session, sync]) await area.clear();
        await chrome.alarms.clearAll();
      }),
  };
}
