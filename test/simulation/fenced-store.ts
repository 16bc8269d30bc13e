import type { ConnectionStore } from '@/lib/storage/connection-store';
import type { StoredFamily, StoredItem } from '@/lib/stored-item';
import type { MemoryStore } from '../support/memory-store';

/** Stands between one worker and the store. */
export interface Fence {
  /**
   * Does a call of the store, or never answers: then the worker has been stopped.
   * @param isLocalWrite whether it takes room on the disk
   */
  pass<T>(call: () => Promise<T>, isLocalWrite: boolean): Promise<T>;
}

/** The store as one worker sees it. */
export function createFencedStore(store: MemoryStore, { pass }: Fence): ConnectionStore {
  const updates = new WeakMap<object, Promise<unknown>>();

  /** Runs the updates of an item one after the other, as the browser's locks do. */
  function inTurn<T>(inner: object, update: () => Promise<T>): Promise<T> {
    const before = updates.get(inner) ?? Promise.resolve();
    const updating = before.then(update);
    updates.set(
      inner,
      updating.catch(() => {}),
    );
    return updating;
  }

  function item<T>(inner: StoredItem<T>, isLocal = true): StoredItem<T> {
    const read = () => pass(() => inner.read(), false);
    const write = (value: T) => pass(() => inner.write(value), isLocal);
    const remove = () => pass(() => inner.remove(), isLocal);
    return {
      read,
      write,
      remove,
      watch: inner.watch,
      // A read and a write, like the browser's store: a worker may end between them.
      update: (edit) =>
        inTurn(inner, async () => {
          const before = await read();
          const after = edit(before);
          if (after !== before) await (after === undefined ? remove() : write(after));
          return after;
        }),
    };
  }

  function family<T>(inner: StoredFamily<T>, isLocal = true): StoredFamily<T> {
    return {
      read: (names) => pass(() => inner.read(names), false),
      write: (values) => pass(() => inner.write(values), isLocal),
      remove: (names) => pass(() => inner.remove(names), isLocal),
      clear: () => pass(() => inner.clear(), isLocal),
    };
  }

  return {
    connection: item(store.connection),
    preferences: item(store.preferences),
    askedHosts: item(store.askedHosts),
    unseenOutcome: (id) => item(store.unseenOutcome(id), false),
    notifications: (id) => item(store.notifications(id), false),
    drafts: item(store.drafts, false),
    privateDrafts: item(store.privateDrafts, false),
    apiKey: (id) => item(store.apiKey(id)),
    account: (id) => item(store.account(id)),
    lists: (id, area) => item(store.lists(id, area), area === 'local'),
    privateLists: (id) => item(store.privateLists(id), false),
    deletions(id) {
      const { readUnreadable, removeUnreadable } = store.deletions(id);
      return { ...item(store.deletions(id)), readUnreadable, removeUnreadable };
    },
    duplicates: (id, area) => item(store.duplicates(id, area), area === 'local'),
    unreadableCount: (id, area) => item(store.unreadableCount(id, area), area === 'local'),
    resultPolls: (id) => item(store.resultPolls(id)),
    privateReports: (id) => item(store.privateReports(id), false),
    privateHashes: (id) => item(store.privateHashes(id)),
    pages: (id) => family(store.pages(id)),
    pageIndex: (id) => item(store.pageIndex(id)),
    submissions(connectionId) {
      const inner = store.submissions(connectionId);
      return {
        readAll: (areas) => pass(() => inner.readAll(areas), false),
        write: (submissions, views) =>
          pass(() => inner.write(submissions, views), views.ordinary !== undefined),
        writeViews: (views) => pass(() => inner.writeViews(views), views.ordinary !== undefined),
        remove: (ids) => pass(() => inner.remove(ids), true),
        removeKeys: (keys) => pass(() => inner.removeKeys(keys), true),
        view: item(inner.view),
        privateView: item(inner.privateView, false),
        passwords: family(inner.passwords, false),
        finished: item(inner.finished, false),
      };
    },
    save: (connection, apiKey) => pass(() => store.save(connection, apiKey), false),
    removeOthers: (exceptId) => pass(() => store.removeOthers(exceptId), false),
  };
}
