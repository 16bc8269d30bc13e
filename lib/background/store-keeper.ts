import { jsonOf } from '@/lib/model/json-text';
import { SET_ASIDE_KEY, type SetAsideEntry } from '@/lib/model/set-aside';
import { isSetAsideEntry, setAsideEntries, settingAside } from '@/lib/model/setting-aside';
import {
  changedStore,
  joinedChanges,
  NO_CHANGES,
  type RawStore,
  type StoreChanges,
} from '@/lib/model/store-changes';
import { inspection } from '@/lib/model/store-inspection';
import { migrated } from '@/lib/model/store-migrations';
import { STORE_VERSION, STORE_VERSION_KEY } from '@/lib/model/store-version';

/** The store as it lies there, whoever wrote it. */
export interface StoreArea {
  /** The values under those keys, or all. */
  read(keys: readonly string[] | null): Promise<RawStore>;
  write(values: Record<string, unknown>): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
}

/** Keeps the store readable: brings it to this version, and sets aside what cannot be read. */
export interface StoreKeeper {
  /**
   * Brings the store to this version; nothing else may be read before. Costs one small read where
   * it is. Never rejects: what could not be done is done at the next start.
   */
  open(): Promise<void>;
  /** Sets aside all that cannot be read. Never rejects. */
  inspect(): Promise<void>;
  /** What was set aside. */
  list(): Promise<SetAsideEntry[]>;
  /** Removes what was set aside. */
  dismiss(): Promise<void>;
  /** Does something to the whole store while none of the above is under way. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Makes the keeper; only one must exist for a store.
 * @param now milliseconds since the epoch
 */
export function createStoreKeeper(area: StoreArea, now: () => number): StoreKeeper {
  let last: Promise<unknown> = Promise.resolve();
  let inspecting: Promise<void> | undefined;

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  }

  async function update(): Promise<void> {
    const version = (await area.read([STORE_VERSION_KEY]))[STORE_VERSION_KEY];
    if (version === STORE_VERSION) return;
    const store = await area.read(null);
    // An empty store gets its version with its first values.
    if (Object.keys(store).length === 0) return;
    const changes = migrated(store, version, timeOf(now));
    await tidy(store, changes);
    // Last, so that a worker that is stopped before begins anew.
    await area.write({ [STORE_VERSION_KEY]: STORE_VERSION });
  }

  /** Carries changes out, with the setting aside of what cannot be read then. */
  async function tidy(store: RawStore, changes: StoreChanges): Promise<void> {
    const inspected = joinedChanges(changes, inspection(changedStore(store, changes)));
    const aside = settingAside(store, inspected.unreadable, timeOf(now));
    const all = joinedChanges(inspected, aside);
    if (Object.keys(all.set).length > 0) {
      // Where there is no room for what cannot be read, there is for saying so.
      const smaller = Object.entries(all.set).filter(([key]) => !isSetAsideEntry(key));
      await area.write(all.set).catch(() => area.write(Object.fromEntries(smaller)));
    }
    await removeUnchanged(store, all.remove);
  }

  /** A page may have stored something good in the meantime. */
  async function removeUnchanged(store: RawStore, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const stored = await area.read(keys);
    await area.remove(keys.filter((key) => jsonOf(store[key]) === jsonOf(stored[key])));
  }

  return {
    inTurn,
    open: () => inTurn(update).catch(() => {}),
    inspect() {
      // One that has not begun sees what was found meanwhile as well.
      inspecting ??= inTurn(async () => {
        inspecting = undefined;
        await tidy(await area.read(null), NO_CHANGES);
      }).catch(() => {});
      return inspecting;
    },
    list: () => inTurn(async () => setAsideEntries(await area.read(null))),
    dismiss: () =>
      inTurn(async () => {
        const keys = Object.keys(await area.read(null));
        await area.remove([SET_ASIDE_KEY, ...keys.filter(isSetAsideEntry)]);
      }),
  };
}

function timeOf(now: () => number): string {
  return new Date(now()).toISOString();
}
