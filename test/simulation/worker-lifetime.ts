import { AsyncLocalStorage } from 'node:async_hooks';
import { fakeBrowser } from 'wxt/testing/fake-browser';

/** A background worker from start to stop. The calls of a stopped worker have no effect and no answer. */
export interface Lifetime {
  isAlive: boolean;
  /** Number of calls of `keepAwake` whose work has not ended. */
  keepAwakeCount: number;
  /** Called before a storage call. Returns whether the browser performs the call. */
  beforeCall(call: StorageCall): boolean;
  /** Called after the effect of a storage call, before its answer. May stop the worker. */
  afterCall(call: StorageCall): void;
}

export interface StorageCall {
  area: 'local' | 'session';
  verb: 'get' | 'set' | 'remove' | 'clear';
  /** For `set`, values by key; for other calls, keys. */
  argument: unknown;
}

/** Returns the values that a call writes. Parses values that are stored as text. */
export function writtenValues({ verb, argument }: StorageCall): unknown[] {
  const values = verb === 'set' ? Object.values(argument ?? {}) : [];
  const isJson = (value: unknown) => typeof value === 'string' && /^[{[]/.test(value);
  return values.map((value) => (isJson(value) ? JSON.parse(value) : value));
}

const lifetimes = new AsyncLocalStorage<Lifetime>();

/** Returns the lifetime of the running code; undefined for code of extension pages. */
export function currentLifetime(): Lifetime | undefined {
  return lifetimes.getStore();
}

export function runInLifetime<T>(lifetime: Lifetime, work: () => T): T {
  return lifetimes.run(lifetime, work);
}

/**
 * Returns a promise that never settles, for the calls of a stopped worker. Each call gets a new promise,
 * because a shared promise would keep all callers in memory.
 */
export function never<T>(): Promise<T> {
  return new Promise(() => {});
}

type StorageMethod = (argument: unknown) => Promise<unknown>;

/** The methods of the fake storage before their replacement, by area and verb. */
const originalMethods = new Map<string, StorageMethod>();

for (const area of ['local', 'session'] as const) {
  const storage = fakeBrowser.storage[area];
  for (const verb of ['get', 'set', 'remove', 'clear'] as const) {
    originalMethods.set(area + verb, Reflect.get(storage, verb).bind(storage) as StorageMethod);
    Reflect.set(storage, verb, (argument: unknown) => intercept({ area, verb, argument }));
  }
}

/** Performs a storage call of the browser itself. The stop of a worker does not interrupt this call. */
export function performStorageCall({ area, verb, argument }: StorageCall): Promise<unknown> {
  return lifetimes.exit(() => originalMethods.get(area + verb)?.(argument) ?? never());
}

async function intercept(call: StorageCall): Promise<unknown> {
  const lifetime = lifetimes.getStore();
  if (lifetime === undefined) return performStorageCall(call);
  if (!lifetime.isAlive) return never();
  const answer = lifetime.beforeCall(call) ? performStorageCall(call) : null;
  // The fake storage has already written its values, although `answer` is pending.
  lifetime.afterCall(call);
  const value = await answer;
  return lifetime.isAlive ? structuredClone(value) : never();
}

export async function storedText(area: StorageCall['area']): Promise<string> {
  return JSON.stringify(await performStorageCall({ area, verb: 'get', argument: null }));
}

interface LockRequest {
  lifetime: Lifetime | undefined;
  isShared: boolean;
  isGranted: boolean;
  start(): void;
}

/** The browser's `navigator.locks`. */
export interface Locks {
  /** @param rest the options and the function that runs with the lock, as for the browser's own method */
  request(name: string, ...rest: unknown[]): Promise<unknown>;
  /** Releases all locks of a lifetime. */
  release(lifetime: Lifetime): void;
}

export function createLocks(): Locks {
  /** The granted and waiting requests of each lock, in order. */
  const requests = new Map<string, LockRequest[]>();

  /** Grants the lock to the first request, or to all shared requests before the first exclusive one. */
  function grantNext(name: string): void {
    const all = requests.get(name) ?? [];
    const firstExclusive = all.findIndex(({ isShared }) => !isShared);
    const grantedCount = firstExclusive < 0 ? all.length : Math.max(1, firstExclusive);
    for (const lockRequest of all.slice(0, grantedCount)) {
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
      const lifetime = lifetimes.getStore();
      if (lifetime?.isAlive === false) return never();
      return new Promise((resolve, reject) => {
        const run = AsyncLocalStorage.bind(async () => work());
        const lockRequest: LockRequest = {
          lifetime,
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
    release(lifetime) {
      for (const name of requests.keys())
        removeRequests(name, (lockRequest) => lockRequest.lifetime === lifetime);
    },
  };
}
