import { AsyncLocalStorage } from 'node:async_hooks';
import { fakeBrowser } from 'wxt/testing/fake-browser';

/** One run of the background worker. After the end of a run, its calls have no effect and no answer. */
export interface Life {
  isAlive: boolean;
  /** Number of pending tasks that keep the worker awake. */
  awake: number;
  /** Called before a storage call. Returns the call to perform, or null to perform none. */
  beforeCall(call: StorageCall): StorageCall | null;
  /**
   * Called after a call's effect (the fake storage writes synchronously) and before its answer. Also called
   * if no call was performed. May end the life.
   */
  afterCall(call: StorageCall): void;
}

export interface StorageCall {
  area: 'local' | 'session';
  verb: 'get' | 'set' | 'remove' | 'clear';
  /** For `set`, values by key; for other calls, keys. */
  what: unknown;
}

/** Returns the values that a call writes, parsed if stored as text. */
export function written({ verb, what }: StorageCall): unknown[] {
  const values = verb === 'set' ? Object.values(what ?? {}) : [];
  const isText = (value: unknown) => typeof value === 'string' && /^[{[]/.test(value);
  return values.map((value) => (isText(value) ? JSON.parse(value) : value));
}

const lives = new AsyncLocalStorage<Life>();

/** Returns the life that runs now; undefined for extension pages. */
export function currentLife(): Life | undefined {
  return lives.getStore();
}

export function runInLife<T>(life: Life, work: () => T): T {
  return lives.run(life, work);
}

/**
 * Returns a promise that never settles, for the calls of a stopped worker. Each call gets a new promise,
 * because a shared promise would keep all callers in memory.
 */
export function never<T>(): Promise<T> {
  return new Promise(() => {});
}

type StorageMethod = (what: unknown) => Promise<unknown>;

/** The methods of the fake storage before their replacement, by area and verb. */
const originalCalls = new Map<string, StorageMethod>();

for (const area of ['local', 'session'] as const) {
  const storage = fakeBrowser.storage[area];
  for (const verb of ['get', 'set', 'remove', 'clear'] as const) {
    originalCalls.set(area + verb, Reflect.get(storage, verb).bind(storage) as StorageMethod);
    Reflect.set(storage, verb, (what: unknown) => intercept({ area, verb, what }));
  }
}

/** Performs a storage call at once, outside of any life. */
export function perform({ area, verb, what }: StorageCall): Promise<unknown> {
  return lives.exit(() => originalCalls.get(area + verb)?.(what) ?? never());
}

/** Performs a storage call as part of the current life. Calls of extension pages belong to no life. */
async function intercept(call: StorageCall): Promise<unknown> {
  const life = lives.getStore();
  if (life === undefined) return perform(call);
  if (!life.isAlive) return never();
  const performed = life.beforeCall(call);
  const answer = performed && perform(performed);
  life.afterCall(call);
  const value = await answer;
  return life.isAlive ? structuredClone(value) : never();
}

export async function storedText(area: StorageCall['area']): Promise<string> {
  return JSON.stringify(await perform({ area, verb: 'get', what: null }));
}

interface LockRequest {
  life: Life | undefined;
  isShared: boolean;
  isGranted: boolean;
  start(): void;
}

/** The browser's locks. The end of a life releases its locks. */
export interface Locks {
  request(name: string, ...rest: unknown[]): Promise<unknown>;
  release(life: Life): void;
}

export function createLocks(): Locks {
  /** Requests by lock name, in order. */
  const requests = new Map<string, LockRequest[]>();

  /** Grants the lock to the first request, or to all shared requests before the first exclusive one. */
  function grantNext(name: string): void {
    const all = requests.get(name) ?? [];
    const exclusive = all.findIndex(({ isShared }) => !isShared);
    for (const lockRequest of exclusive < 0 ? all : all.slice(0, Math.max(1, exclusive))) {
      if (lockRequest.isGranted) continue;
      lockRequest.isGranted = true;
      lockRequest.start();
    }
  }

  function removeRequests(name: string, isRemoved: (lockRequest: LockRequest) => boolean): void {
    requests.set(
      name,
      (requests.get(name) ?? []).filter((lockRequest) => !isRemoved(lockRequest)),
    );
    grantNext(name);
  }

  return {
    request(name, ...rest) {
      const work = rest.at(-1) as () => Promise<unknown>;
      const [options] = rest as [{ mode?: string }];
      const life = lives.getStore();
      if (life?.isAlive === false) return never();
      return new Promise((resolve, reject) => {
        const run = AsyncLocalStorage.bind(async () => work());
        const lockRequest: LockRequest = {
          life,
          isShared: options.mode === 'shared',
          isGranted: false,
          start: () =>
            void run()
              .finally(() => removeRequests(name, (other) => other === lockRequest))
              .then(resolve, reject),
        };
        requests.set(name, [...(requests.get(name) ?? []), lockRequest]);
        grantNext(name);
      });
    },
    release(life) {
      for (const name of requests.keys())
        removeRequests(name, (lockRequest) => lockRequest.life === life);
    },
  };
}
