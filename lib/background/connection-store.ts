import { storage } from 'wxt/utils/storage';
import type { Connection } from '@/lib/connection/connection';
import { apiKeyItem, requestHeadersItem } from '@/lib/connection/connection-items';
import { deleteDatabases, deleteHistory } from '@/lib/history/histories';
import type { Credentials } from '@/lib/service/request';
import { connectionItem } from '@/lib/shared-state/shared-items';
import { CONNECTIONS } from '@/lib/storage/keys';
import { SCHEMA_VERSION, schemaVersionItems } from '@/lib/storage/schema-version';
import { isOfConnection, storedKind } from '@/lib/storage/stored-register';
import { readTogether, removeWhere, type StorageArea } from '@/lib/storage/stored-values';

/** The order in which areas are emptied. The area with the connection is last. */
const AREAS: readonly StorageArea[] = ['session', 'local'];

/** Stores a connection and its credentials in one write, so that neither is stored alone. */
export function saveConnection(
  { id }: Pick<Connection, 'id'>,
  { baseUrl, apiKey, headers = [] }: Credentials,
): Promise<void> {
  const names = headers.length > 0 && { headerNames: headers.map(({ name }) => name) };
  return storage.setItems([
    connectionItem.entry({ id, baseUrl, ...names, newest: null }),
    apiKeyItem(id).entry(apiKey),
    requestHeadersItem(id).entry([...headers]),
  ]);
}

/** Returns the credentials of a connection; undefined if the API key is absent or invalid. */
export async function readCredentials({ id, baseUrl }: Connection) {
  const items = [apiKeyItem(id), requestHeadersItem(id)] as const;
  const stored = await readTogether(items);
  const apiKey = stored(items[0]);
  return apiKey ? { baseUrl, apiKey, headers: stored(items[1]) ?? [] } : undefined;
}

/** Removes the data that belongs to one account, before another API key is stored. */
export async function removeForNewKey(connectionId: string): Promise<void> {
  await deleteHistory(connectionId);
  await removeEverywhere(
    (key) => isOfConnection(key, connectionId) && storedKind(key)?.survivesNewKey !== true,
  );
}

/** Removes the jobs of a connection. */
export function removeJobs(connectionId: string): Promise<void> {
  return removeEverywhere((key) => {
    const kind = isOfConnection(key, connectionId) ? storedKind(key) : undefined;
    return kind?.survivesNewKey === true && !kind.survivesVersion;
  });
}

/** Removes the data of all other connections. */
export async function removeOthers(connectionId: string): Promise<void> {
  await removeEverywhere(
    (key) => key.startsWith(CONNECTIONS) && !isOfConnection(key, connectionId),
  );
  await deleteDatabases(connectionId);
}

/** Removes everything except the items that survive a disconnection. */
export async function removeAll(): Promise<void> {
  await removeEverywhere((key) => storedKind(key)?.survivesDisconnect !== true);
  await storage.setItems([
    schemaVersionItems.local.entry(SCHEMA_VERSION),
    schemaVersionItems.session.entry(SCHEMA_VERSION),
  ]);
  // The API key is already removed. The next start with a connection deletes remaining databases.
  await deleteDatabases(null).catch(() => {});
}

/**
 * Removes the items of another schema version, except the connection, its credentials and the
 * preferences. No version is released yet, so that nothing else is worth a migration.
 */
export async function migrate(): Promise<void> {
  const versions = await readTogether([schemaVersionItems.local, schemaVersionItems.session]);
  if (versions(schemaVersionItems.session) !== SCHEMA_VERSION) {
    await removeWhere('session', () => true);
  }
  if (versions(schemaVersionItems.local) === SCHEMA_VERSION) return;
  const id = (await connectionItem.read())?.id ?? '';
  await removeWhere('local', (key) => {
    const kind = storedKind(key);
    const isOwn = kind?.ofConnection !== true || isOfConnection(key, id);
    return kind?.survivesVersion !== true || !isOwn;
  });
  await schemaVersionItems.local.write(SCHEMA_VERSION);
}

async function removeEverywhere(isOne: (key: string) => boolean): Promise<void> {
  for (const area of AREAS) await removeWhere(area, isOne);
}
