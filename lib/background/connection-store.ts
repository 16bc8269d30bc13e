import { storage } from 'wxt/utils/storage';
import type { Connection } from '@/lib/connection/connection';
import { apiKeyItem, requestHeadersItem } from '@/lib/connection/connection-items';
import {
  type ConnectionRegister,
  connectionsItem,
  EMPTY_REGISTER,
  withConnection,
} from '@/lib/connection/connection-register';
import { writeIdentity } from '@/lib/history/histories';
import type { Credentials } from '@/lib/service/request';
import { SCHEMA_VERSION, schemaVersionItems } from '@/lib/storage/schema-version';
import { hasConnectionPrefix, storedKind } from '@/lib/storage/stored-kinds';
import { readTogether, removeWhere, type StorageArea } from '@/lib/storage/stored-values';

/** The storage areas, in the order of removal. The area with the connections is last. */
const AREAS: readonly StorageArea[] = ['session', 'local'];

export async function readRegister(): Promise<ConnectionRegister> {
  return (await connectionsItem.read()) ?? EMPTY_REGISTER;
}

/** Stores a connection and its credentials in one write. */
export async function saveConnection(
  { headerNames: _, ...connection }: Connection,
  { baseUrl, apiKey, headers = [] }: Credentials,
  isPutInUse: boolean,
): Promise<void> {
  const { id } = connection;
  const stored: Connection = { ...connection, baseUrl };
  if (headers.length > 0) stored.headerNames = headers.map(({ name }) => name);
  const register = withConnection(await readRegister(), stored);
  await storage.setItems([
    connectionsItem.entry({ ...register, inUse: isPutInUse ? id : register.inUse }),
    apiKeyItem(id).entry(apiKey),
    requestHeadersItem(id).entry([...headers]),
  ]);
}

/** Returns the credentials of a connection; undefined if the API key is absent or invalid. */
export async function readCredentials({
  id,
  baseUrl,
}: Pick<Connection, 'id' | 'baseUrl'>): Promise<Credentials | undefined> {
  const keyItem = apiKeyItem(id);
  const headersItem = requestHeadersItem(id);
  const storedValueOf = await readTogether([keyItem, headersItem]);
  const apiKey = storedValueOf(keyItem);
  return apiKey ? { baseUrl, apiKey, headers: storedValueOf(headersItem) ?? [] } : undefined;
}

export function removeJobs(connectionId: string): Promise<void> {
  return removeEverywhere(
    (key) => hasConnectionPrefix(key, connectionId) && storedKind(key)?.belongsToJobs === true,
  );
}

/** Stores the identity of an account in its history, so that a later connection finds the history. */
export function identifyHistory(
  { id, baseUrl, account, label }: Connection,
  now: number,
): Promise<void> {
  return writeIdentity(id, { baseUrl, account, label, usedAt: new Date(now).toISOString() });
}

/**
 * Removes a connection with its items, except items with `survivesDisconnect`. With the last connection,
 * also removes the items that belong to no connection. Does not change histories.
 */
export async function removeConnection(connectionId: string): Promise<void> {
  const register = await readRegister();
  const connections = register.connections.filter(({ id }) => id !== connectionId);
  if (connections.length + register.unreadable.length === 0) return removeAll();
  await removeEverywhere(
    (key) => hasConnectionPrefix(key, connectionId) && storedKind(key)?.survivesDisconnect !== true,
  );
  // The register is last: if the browser stops the worker earlier, the person can disconnect again.
  const inUse = register.inUse === connectionId ? null : register.inUse;
  await connectionsItem.write({ ...register, connections, inUse });
}

async function removeAll(): Promise<void> {
  await removeEverywhere((key) => storedKind(key)?.survivesDisconnect !== true);
  await storage.setItems([
    schemaVersionItems.local.entry(SCHEMA_VERSION),
    schemaVersionItems.session.entry(SCHEMA_VERSION),
  ]);
}

async function removeEverywhere(condition: (key: string) => boolean): Promise<void> {
  for (const area of AREAS) await removeWhere(area, condition);
}
