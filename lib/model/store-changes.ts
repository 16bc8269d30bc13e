/** Everything in the browser's local store, by key, whoever wrote it. */
export type RawStore = Readonly<Record<string, unknown>>;

/** A stored value that this version cannot read, and that no longer stands under its key. */
export interface Unreadable {
  /** Where it stood; behind it the place in a list, where only one of its entries is meant. */
  key: string;
  /** Undefined: not worth keeping, or nothing that may be shown. */
  raw: unknown;
}

/** What is to be done to the store. */
export interface StoreChanges {
  set: Record<string, unknown>;
  remove: string[];
  unreadable: Unreadable[];
}

export const NO_CHANGES: StoreChanges = { set: {}, remove: [], unreadable: [] };

/** The store after the changes. */
export function changedStore(store: RawStore, { set, remove }: StoreChanges): RawStore {
  const left = Object.entries(store).filter(([key]) => !remove.includes(key));
  return { ...Object.fromEntries(left), ...set };
}

/** The one and then the other; what is set again is not removed. */
export function joinedChanges(first: StoreChanges, second: StoreChanges): StoreChanges {
  const kept = Object.entries(first.set).filter(([key]) => !second.remove.includes(key));
  return {
    set: { ...Object.fromEntries(kept), ...second.set },
    remove: [...first.remove.filter((key) => !Object.hasOwn(second.set, key)), ...second.remove],
    unreadable: [...first.unreadable, ...second.unreadable],
  };
}
