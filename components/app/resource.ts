import { batch, type Signal, signal } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Result } from '@/lib/result';

/** The state of one read. `value` is the latest value that was read, also after a failure. */
export type ResourceState<T> =
  | { status: 'idle'; value: undefined; failure: null }
  | { status: 'loading'; value: T | undefined; failure: null }
  | { status: 'ready'; value: T; failure: null }
  | { status: 'failed'; value: T | undefined; failure: Failure };

/** Values that an extension page reads, by key. Each key has one state. */
export interface Resource<T> {
  /**
   * Returns the state of a key. Loads the value after the first call, and after a call with another
   * version. A view or a `computed` that calls this function runs again when the state changes.
   * @param version any value that changes whenever the loaded value may be out of date
   */
  get(key: string, version?: unknown): ResourceState<T>;
  /** Returns the state of a key, and loads nothing. */
  stateOf(key: string): ResourceState<T>;
  /** Loads a value again. Resolves with the result of this load, even if a newer load has begun. */
  refresh(key: string): Promise<Result<T>>;
  /** Sets a value that is newer than all loads in flight, for example the reply to a change. */
  set(key: string, value: T): void;
  /** Forgets a key. Ignores its loads in flight. */
  remove(key: string): void;
}

interface Entry<T> {
  state: Signal<ResourceState<T>>;
  /**
   * The version of the last `get`; undefined before the first `get`. The version is in an object, because a
   * version may be undefined.
   */
  version: { of: unknown } | undefined;
  /** The number of calls of `refresh` and `set`. Only the newest call changes the state. */
  count: number;
}

/**
 * Creates a resource. If several loads of a key are in flight, only the newest changes the state.
 */
export function createResource<T>(load: (key: string) => Promise<Result<T>>): Resource<T> {
  const entries = new Map<string, Entry<T>>();
  let dueKeys: string[] = [];
  /**
   * Changes of states for the next microtask. One batch of changes computes derived values once.
   */
  let changes: (() => void)[] = [];
  let changing = Promise.resolve();

  function loadDue(): void {
    const keys = dueKeys;
    dueKeys = [];
    batch(() => {
      for (const key of keys) void refresh(key);
    });
  }

  /** Changes a state in the next microtask. Resolves after the change. */
  function change(work: () => void): Promise<void> {
    changes.push(work);
    if (changes.length === 1) {
      changing = Promise.resolve().then(() => {
        const works = changes;
        changes = [];
        batch(() => {
          for (const each of works) each();
        });
      });
    }
    return changing;
  }

  function entryOf(key: string): Entry<T> {
    const known = entries.get(key);
    if (known !== undefined) return known;
    const state = signal<ResourceState<T>>({ status: 'idle', value: undefined, failure: null });
    const added: Entry<T> = { state, version: undefined, count: 0 };
    entries.set(key, added);
    return added;
  }

  async function refresh(key: string): Promise<Result<T>> {
    const entry = entryOf(key);
    entry.count += 1;
    const { count, state } = entry;
    state.value = { status: 'loading', value: state.peek().value, failure: null };
    const result = await attempt(() => load(key));
    await change(() => {
      if (count !== entry.count) return;
      state.value = hasFailed(result)
        ? { status: 'failed', value: state.peek().value, failure: result.failure }
        : { status: 'ready', value: result.value, failure: null };
    });
    return result;
  }

  return {
    get(key, version) {
      const entry = entryOf(key);
      if (entry.version === undefined || entry.version.of !== version) {
        entry.version = { of: version };
        // The caller may be a `computed`, which must not change a signal.
        dueKeys.push(key);
        if (dueKeys.length === 1) queueMicrotask(loadDue);
      }
      return entry.state.value;
    },
    stateOf: (key) => entryOf(key).state.value,
    refresh,
    set(key, value) {
      const entry = entryOf(key);
      entry.count += 1;
      entry.state.value = { status: 'ready', value, failure: null };
    },
    remove(key) {
      const entry = entries.get(key);
      if (entry !== undefined) entry.count += 1;
      entries.delete(key);
    },
  };
}

/**
 * Joins calls with one key into calls with several keys. One joined call is in flight at a time.
 * Keys that arrive during a call share the next call.
 * @param call returns the values in the order of the keys
 * @param start a promise that the first call awaits, for example the first paint
 * @param maxKeys limit for the keys of one call
 */
export function joinCalls<T>(
  call: (keys: readonly string[]) => Promise<Result<readonly T[]>>,
  start: Promise<unknown>,
  maxKeys: number,
): (key: string) => Promise<Result<T>> {
  let waiting: { key: string; settle: (result: Promise<Result<T>>) => void }[] = [];
  let isCalling = false;

  async function callWaiting(): Promise<void> {
    isCalling = true;
    await start;
    while (waiting.length > 0) {
      const joined = waiting.slice(0, maxKeys);
      waiting = waiting.slice(maxKeys);
      const reply = attempt(() => call(joined.map(({ key }) => key)));
      for (const [at, { settle }] of joined.entries()) settle(valueAt(reply, at));
      await reply;
    }
    isCalling = false;
  }

  return (key) =>
    new Promise((settle) => {
      waiting.push({ key, settle });
      if (!isCalling) void callWaiting();
    });
}

async function valueAt<T>(reply: Promise<Result<readonly T[]>>, at: number): Promise<Result<T>> {
  const result = await reply;
  if (hasFailed(result)) return result;
  return { value: result.value[at] as T };
}
