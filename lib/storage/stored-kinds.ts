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
  isOfJobs: boolean;
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
  isOfJobs: false,
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

const OF_CONNECTION = { belongsToConnection: true };
const CREDENTIAL = { ...OF_CONNECTION, isSecret: true };
const OF_JOBS = { ...OF_CONNECTION, isOfJobs: true };
const CACHE = { ...OF_CONNECTION, isCache: true };

/** The schemas of the items are in the `…-items.ts` files. */
export const STORED: readonly StoredKind[] = [
  kind('schema-version', BOTH, { survivesDisconnect: true }),
  kind('connections', LOCAL),
  // The worker removes this item when it removes the permission for the item's host.
  kind('requested-host/', LOCAL, { survivesDisconnect: true }),
  kind('preferences', LOCAL, { survivesDisconnect: true }),
  kind('backup-times', LOCAL, { survivesDisconnect: true }),
  kind('draft', SESSION),
  kind('popup-request/', SESSION),
  kind('reports-request/', SESSION),
  kind('list-order', LOCAL),
  kind('list-filters', SESSION),
  kind('bearer-key', LOCAL, CREDENTIAL),
  kind('request-headers', LOCAL, CREDENTIAL),
  kind('job/', BOTH, OF_JOBS),
  kind('operations/', BOTH, OF_JOBS),
  kind('password/', SESSION, { ...OF_JOBS, isSecret: true }),
  kind('deleted-reports', LOCAL, OF_JOBS),
  kind('newest-list', LOCAL, CACHE),
  kind('queue', SESSION, CACHE),
  // The progress of reading all reports.
  kind('reading', SESSION, CACHE),
  kind('recent-operations/', SESSION, CACHE),
  kind('backoff', LOCAL, CACHE),
  kind('unseen-report', SESSION, CACHE),
  // Past results that versions without a database stored. The history moves these results to its database.
  kind('archive/', LOCAL, { ...OF_CONNECTION, survivesDisconnect: true }),
];

/** Returns the kind of an item by its key; undefined if this version stores no such item. */
export function storedKind(key: string): StoredKind | undefined {
  const belongsToConnection = key.startsWith(CONNECTIONS);
  const name = belongsToConnection ? key.slice(CONNECTIONS.length).replace(/^[^/]*\//, '') : key;
  const hasName = (one: StoredKind) =>
    one.name.endsWith('/') ? name.startsWith(one.name) : name === one.name;
  return STORED.find((one) => one.belongsToConnection === belongsToConnection && hasName(one));
}

export function isOfConnection(key: string, connectionId: string): boolean {
  return key.startsWith(keyOf(connectionId, ''));
}
