import { CONNECTIONS, keyOf } from './keys';
import type { StorageArea } from './stored-values';

/** A kind of stored item. */
interface StoredKind {
  /** The end of the key. If it ends with a slash, an id follows. */
  name: string;
  areas: readonly StorageArea[];
  /** Whether the item belongs to a connection, whose id begins the key. */
  ofConnection: boolean;
  /** Whether only the background may read the item. */
  isSecret: boolean;
  /** Whether the item belongs to the work of jobs, and is removed with them. */
  isOfJobs: boolean;
  /** Whether the item can be lost: a new schema version drops it. */
  isCache: boolean;
  /** Whether the item stays when all services are disconnected. */
  survivesDisconnect: boolean;
}

const LOCAL: readonly StorageArea[] = ['local'];
const SESSION: readonly StorageArea[] = ['session'];
const BOTH: readonly StorageArea[] = ['local', 'session'];

const NO_FLAGS = {
  ofConnection: false,
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

const OF_CONNECTION = { ofConnection: true };
const CREDENTIAL = { ...OF_CONNECTION, isSecret: true };
const OF_JOBS = { ...OF_CONNECTION, isOfJobs: true };
const CACHE = { ...OF_CONNECTION, isCache: true };

/** All kinds of stored items. The `…-items.ts` files have the schemas of the items. */
export const STORED: readonly StoredKind[] = [
  kind('schema-version', BOTH, { survivesDisconnect: true }),
  kind('connections', LOCAL),
  // Removed after their permissions are given back.
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
  kind('recent-operations', SESSION, CACHE),
  kind('backoff', LOCAL, CACHE),
  kind('unseen-report', SESSION, CACHE),
  // Past results of versions before the database. The database copies and then removes them.
  kind('archive/', LOCAL, { ...OF_CONNECTION, survivesDisconnect: true }),
];

/** Returns the kind of a key; undefined if this version stores no such item. */
export function storedKind(key: string): StoredKind | undefined {
  const ofConnection = key.startsWith(CONNECTIONS);
  const name = ofConnection ? key.slice(CONNECTIONS.length).replace(/^[^/]*\//, '') : key;
  const isOne = (one: StoredKind) =>
    one.name.endsWith('/') ? name.startsWith(one.name) : name === one.name;
  return STORED.find((one) => one.ofConnection === ofConnection && isOne(one));
}

/** Whether the item of a key belongs to a connection. */
export function isOfConnection(key: string, connectionId: string): boolean {
  return key.startsWith(keyOf(connectionId, ''));
}
