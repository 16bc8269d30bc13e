import { CONNECTIONS, keyOf } from './keys';
import type { StorageArea } from './stored-values';

interface StoredKind {
  /** The key without the prefix of a connection. If the name ends with a slash, an id follows. */
  name: string;
  areas: readonly StorageArea[];
  /** Whether each connection has its own item, whose key begins with the connection's prefix. */
  belongsToConnection: boolean;
  /** Whether only the background may read the item. */
  isSecret: boolean;
  /** Whether the worker removes the item with the jobs of its connection. */
  belongsToJobs: boolean;
  /** Whether `migrate` may drop the item. */
  isCache: boolean;
  /** Whether the item stays when the last service is disconnected. */
  survivesDisconnect: boolean;
}

const LOCAL: readonly StorageArea[] = ['local'];
const SESSION: readonly StorageArea[] = ['session'];
const BOTH: readonly StorageArea[] = ['local', 'session'];

const NO_FLAGS = {
  belongsToConnection: false,
  isSecret: false,
  belongsToJobs: false,
  isCache: false,
  survivesDisconnect: false,
};

function kind(
  name: string,
  areas: readonly StorageArea[],
  flags: Partial<StoredKind> = {},
): StoredKind {
  return { name, areas, ...NO_FLAGS, ...flags };
}

const CONNECTION_DATA = { belongsToConnection: true };
const CREDENTIAL = { ...CONNECTION_DATA, isSecret: true };
const JOB_DATA = { ...CONNECTION_DATA, belongsToJobs: true };
const CACHE = { ...CONNECTION_DATA, isCache: true };

/** The schemas of the items are in the `…-items.ts` files. */
export const STORED_KINDS: readonly StoredKind[] = [
  kind('schema-version', BOTH, { survivesDisconnect: true }),
  kind('connections', LOCAL),
  // The worker removes this item when it removes the permission for the item's host.
  kind('requested-host/', LOCAL, { survivesDisconnect: true }),
  kind('preferences', LOCAL, { survivesDisconnect: true }),
  kind('agency', LOCAL, { survivesDisconnect: true }),
  kind('backup-times', LOCAL, { survivesDisconnect: true }),
  kind('worse-notified-at', LOCAL),
  kind('popup-request/', SESSION),
  kind('reports-request/', SESSION),
  kind('list-order', LOCAL),
  kind('draft', SESSION, CONNECTION_DATA),
  kind('list-filters', SESSION, CONNECTION_DATA),
  kind('bearer-key', LOCAL, CREDENTIAL),
  kind('request-headers', LOCAL, CREDENTIAL),
  kind('job/', BOTH, JOB_DATA),
  kind('operations/', BOTH, JOB_DATA),
  kind('password/', SESSION, { ...JOB_DATA, isSecret: true }),
  kind('deleted-reports', LOCAL, JOB_DATA),
  kind('newest-list', LOCAL, CACHE),
  kind('queue', SESSION, CACHE),
  // The progress of reading all reports.
  kind('reading', SESSION, CACHE),
  // The time of the next automatic reading.
  kind('automatic-reading', SESSION, CACHE),
  // The end of the last operation whose result is in the news.
  kind('news-up-to', SESSION, CACHE),
  // The lines about due pages.
  kind('due', SESSION, CACHE),
  // The problems that were in a notification.
  kind('notified-problems', LOCAL, CACHE),
  // The problem in the news line.
  kind('headline', LOCAL, CACHE),
  kind('recent-operations/', SESSION, CACHE),
  kind('backoff', LOCAL, CACHE),
  kind('unseen-report', SESSION, CACHE),
  // Past results that versions without a database stored. The history moves these results to its database.
  kind('archive/', LOCAL, { ...CONNECTION_DATA, survivesDisconnect: true }),
];

/** Returns the kind of an item by its key; undefined if this version stores no such item. */
export function storedKind(key: string): StoredKind | undefined {
  const belongsToConnection = key.startsWith(CONNECTIONS);
  const name = belongsToConnection ? key.slice(CONNECTIONS.length).replace(/^[^/]*\//, '') : key;
  const hasName = (one: StoredKind) =>
    one.name.endsWith('/') ? name.startsWith(one.name) : name === one.name;
  return STORED_KINDS.find(
    (one) => one.belongsToConnection === belongsToConnection && hasName(one),
  );
}

export function hasConnectionPrefix(key: string, connectionId: string): boolean {
  return key.startsWith(keyOf(connectionId, ''));
}
