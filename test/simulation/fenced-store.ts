import type { ConnectionStore } from '@/lib/background/connection-store';
import type { StoredItem, StoredFamily } from '@/lib/stored-item';
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
  function item<T>(inner: StoredItem<T>, isLocal = true): StoredItem<T> {
    return {
      read: () => pass(() => inner.read(), false),
      write: (value) => pass(() => inner.write(value), isLocal),
      remove: () => pass(() => inner.remove(), isLocal),
      watch: inner.watch,
    };
  }

  function items<T>(inner: StoredFamily<T>): StoredFamily<T> {
    return {
      read: (keys) => pass(() => inner.read(keys), false),
      write: (values) => pass(() => inner.write(values), true),
      remove: (keys) => pass(() => inner.remove(keys), true),
      clear: () => pass(() => inner.clear(), true),
    };
  }

  return {
    connection: item(store.connection),
    drafts: item(store.drafts, false),
    apiKey: (id) => item(store.apiKey(id)),
    account: (id) => item(store.account(id)),
    list: (id) => item(store.list(id)),
    deletions: (id) => item(store.deletions(id)),
    resultPolls: (id) => item(store.resultPolls(id)),
    privateReports: (id) => item(store.privateReports(id), false),
    pages: (id) => items(store.pages(id)),
    pageIndex: (id) => item(store.pageIndex(id)),
    submissions(connectionId) {
      const inner = store.submissions(connectionId);
      return {
        readAll: () => pass(() => inner.readAll(), false),
        write: (submissions, view) => pass(() => inner.write(submissions, view), true),
        remove: (ids) => pass(() => inner.remove(ids), true),
        forgetPasswords: (ids) => pass(() => inner.forgetPasswords(ids), false),
        view: item(inner.view),
        password: (id) => item(inner.password(id), false),
        finished: item(inner.finished, false),
      };
    },
    save: (connection, apiKey, list) => pass(() => store.save(connection, apiKey, list), false),
    removeOthers: (exceptId) => pass(() => store.removeOthers(exceptId), false),
  };
}
