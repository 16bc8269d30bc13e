import { AsyncLocalStorage } from 'node:async_hooks';
import { fakeBrowser } from 'wxt/testing/fake-browser';

/** One life of the background worker: what it does after its end has no effect and no answer. */
export interface Life {
  isAlive: boolean;
  /** Works under way for which it keeps itself running. */
  awake: number;
  /** Called before a call of the storage; answers with what is to be done of it, null for nothing. */
  beforeCall(call: StorageCall): StorageCall | null;
  /** Called when it has taken effect, and before it is answered; may end the life. */
  afterCall(call: StorageCall): void;
}

export interface StorageCall {
  area: 'local' | 'session';
  verb: 'get' | 'set' | 'remove' | 'clear';
  /** Keys, or values by their keys. */
  what: unknown;
}

/** The values that a call writes, also those that are stored as text. */
export function written({ verb, what }: StorageCall): unknown[] {
  const values = verb === 'set' ? Object.values(what ?? {}) : [];
  const isText = (value: unknown) => typeof value === 'string' && /^[{[]/.test(value);
  return values.map((value) => (isText(value) ? JSON.parse(value) : value));
}

const lives = new AsyncLocalStorage<Life>();

/** Runs something as a part of a life, with all that follows from it. */
export function live<T>(life: Life, work: () => T): T {
  return lives.run(life, work);
}

/** What a stopped worker gets for an answer. A new one each time, or it would hold on to them all. */
export function never<T>(): Promise<T> {
  return new Promise(() => {});
}

type Perform = (what: unknown) => Promise<unknown>;

const performs = new Map<string, Perform>();

for (const area of ['local', 'session'] as const) {
  const storage = fakeBrowser.storage[area];
  for (const verb of ['get', 'set', 'remove', 'clear'] as const) {
    performs.set(area + verb, Reflect.get(storage, verb).bind(storage) as Perform);
    Reflect.set(storage, verb, (what: unknown) => pass({ area, verb, what }));
  }
}

/** Does a call of the storage at once, as nobody's. */
export function perform({ area, verb, what }: StorageCall): Promise<unknown> {
  return lives.exit(() => performs.get(area + verb)?.(what) ?? never());
}

/** Pages pass as they are: they belong to no life. */
async function pass(call: StorageCall): Promise<unknown> {
  const life = lives.getStore();
  if (life === undefined) return perform(call);
  if (!life.isAlive) return never();
  const passed = life.beforeCall(call);
  const answer = passed && perform(passed);
  life.afterCall(call);
  const value = await answer;
  return life.isAlive ? structuredClone(value) : never();
}

/** All that an area holds, as text. */
export async function storedText(area: StorageCall['area']): Promise<string> {
  return JSON.stringify(await perform({ area, verb: 'get', what: null }));
}

interface Turn {
  life: Life | undefined;
  isShared: boolean;
  hasBegun: boolean;
  begin(): void;
}

/** The browser's locks: those of a life end with it. */
export interface Locks {
  request(name: string, ...rest: unknown[]): Promise<unknown>;
  release(life: Life): void;
}

/** Makes locks that nobody holds. */
export function createLocks(): Locks {
  /** Those of a name, in the order in which they were asked for. */
  const turns = new Map<string, Turn[]>();

  /** The first holds the lock; so do those after it up to the first that shares with none. */
  function letIn(name: string): void {
    const all = turns.get(name) ?? [];
    const exclusive = all.findIndex(({ isShared }) => !isShared);
    for (const turn of exclusive < 0 ? all : all.slice(0, Math.max(1, exclusive))) {
      if (turn.hasBegun) continue;
      turn.hasBegun = true;
      turn.begin();
    }
  }

  function leave(name: string, isOver: (turn: Turn) => boolean): void {
    turns.set(
      name,
      (turns.get(name) ?? []).filter((turn) => !isOver(turn)),
    );
    letIn(name);
  }

  return {
    request(name, ...rest) {
      const work = rest.at(-1) as () => Promise<unknown>;
      const [options] = rest as [{ mode?: string }];
      const life = lives.getStore();
      if (life?.isAlive === false) return never();
      return new Promise((resolve, reject) => {
        const run = AsyncLocalStorage.bind(async () => work());
        const turn: Turn = {
          ...{ life, isShared: options.mode === 'shared', hasBegun: false },
          begin: () =>
            void run()
              .finally(() => leave(name, (other) => other === turn))
              .then(resolve, reject),
        };
        turns.set(name, [...(turns.get(name) ?? []), turn]);
        letIn(name);
      });
    },
    release(life) {
      for (const name of turns.keys()) leave(name, (turn) => turn.life === life);
    },
  };
}
