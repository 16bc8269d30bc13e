import { CONNECTIONS, keyOf } from './keys';
import type { StorageArea } from './stored-values';

/** What is stored under a name: the rest of a key may follow. */
interface StoredKind {
  name: string;
  areas: readonly StorageArea[];
  /** Whether it belongs to a connection, whose id stands before its name. */
  ofConnection: boolean;
  /** Whether no page may read it. */
  isSecret: boolean;
  /** Whether it stays when the API key of its connection is replaced: another account has no other reports. */
  survivesNewKey: boolean;
  /** Whether it stays when another version has stored it. */
  survivesVersion: boolean;
  /** Whether it stays when the service is disconnected. */
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
  const flags = { ofConnection: false, isSecret: false, survivesNewKey: !facts.ofConnection };
  return { name, areas, ...flags, survivesVersion: false, survivesDisconnect: false, ...facts };
}

const OF_JOBS = { ofConnection: true, survivesNewKey: true };
const CREDENTIAL = { ...OF_JOBS, isSecret: true, survivesVersion: true };

/** All that is stored. Schemas stand where each is defined. */
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
  // Of versions before the database, until it is taken over.
  kind('archive/', LOCAL, { ofConnection: true }),
  kind('history/', SESSION, { ofConnection: true }),
  kind('full-reading', LOCAL, { ofConnection: true }),
  kind('unseen-report', SESSION, { ofConnection: true }),
];

/** What a key stands for; undefined where nothing of this version is stored under it. */
export function storedKind(key: string): StoredKind | undefined {
  const ofConnection = key.startsWith(CONNECTIONS);
  const name = ofConnection ? key.slice(CONNECTIONS.length).replace(/^[^/]*\//, '') : key;
  const isOne = (one: StoredKind) =>
    one.name.endsWith('/') ? name.startsWith(one.name) : name === one.name;
  return STORED.find((one) => one.ofConnection === ofConnection && isOne(one));
}

/** Whether a key belongs to a connection. */
export function isOfConnection(key: string, connectionId: string): boolean {
  return key.startsWith(keyOf(connectionId, ''));
}
