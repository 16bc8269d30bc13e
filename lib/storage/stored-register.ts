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
  /** Whether the item stays when the API key of its connection is replaced. */
  survivesNewKey: boolean;
  /** Whether the item stays when another schema version has stored it. */
  survivesVersion: boolean;
  /** Whether the item stays when the service is disconnected. */
  survivesDisconnect: boolean;
}

const LOCAL: readonly StorageArea[] = ['local'];
const SESSION: readonly StorageArea[] = ['session'];
const BOTH: readonly StorageArea[] = ['local', 'session'];

function kind(
  name: string,
  areas: readonly StorageArea[],
  facts: Partial<StoredKind> = {},
): StoredKind {
  return {
    name,
    areas,
    ofConnection: false,
    isSecret: false,
    survivesNewKey: !facts.ofConnection,
    survivesVersion: false,
    survivesDisconnect: false,
    ...facts,
  };
}

const OF_JOBS = { ofConnection: true, survivesNewKey: true };
const CREDENTIAL = { ...OF_JOBS, isSecret: true, survivesVersion: true };

/** All kinds of stored items. The `…-items.ts` files have the schemas of the items. */
export const STORED: readonly StoredKind[] = [
  kind('schema-version', BOTH, { survivesDisconnect: true }),
  kind('connection', LOCAL, { survivesVersion: true }),
  kind('queue', SESSION),
  kind('recent-operations', SESSION),
  kind('preferences', LOCAL, { survivesVersion: true, survivesDisconnect: true }),
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
  kind('backoff', LOCAL, { ofConnection: true }),
  // Past results of versions before the database. The database copies and then removes them.
  kind('archive/', LOCAL, { ofConnection: true, survivesVersion: true }),
  kind('unseen-report', SESSION, { ofConnection: true }),
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
