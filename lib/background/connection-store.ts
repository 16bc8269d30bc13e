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
import { isOfConnection, storedKind } from '@/lib/storage/stored-kinds';
import { readTogether, removeWhere, type StorageArea } from '@/lib/storage/stored-values';

/** The order in which areas are emptied. The area with the connections is last. */
const AREAS: readonly StorageArea[] = ['session', 'local'];

export async function readRegister(): Promise<ConnectionRegister> {
  return (await connectionsItem.read()) ?? EMPTY_REGISTER;
}

/** Stores a connection in use and its credentials in one write, so that neither is stored alone. */
export async function saveConnection(
  { headerNames: _, ...connection }: Connection,
  { baseUrl, apiKey, headers = [] }: Credentials,
): Promise<void> {
  const { id } = connection;
  const names = headers.length > 0 && { headerNames: headers.map(({ name }) => name) };
  const register = withConnection(await readRegister(), { ...connection, baseUrl, ...names });
  await storage.setItems([
    connectionsItem.entry({ ...register, inUse: id }),
    apiKeyItem(id).entry(apiKey),
    requestHeadersItem(id).entry([...headers]),
  ]);
}

/** Returns the credentials of a connection; undefined if the API key is absent or invalid. */
export async function readCredentials({
  id,
  baseUrl,
}: Pick<Connection, 'id' | 'baseUrl'>): Promise<Credentials | undefined> {
  const items = [apiKeyItem(id), requestHeadersItem(id)] as const;
  const stored = await readTogether(items);
  const apiKey = stored(items[0]);
  return apiKey ? { baseUrl, apiKey, headers: stored(items[1]) ?? [] } : undefined;
}

/** Removes the jobs of a connection. */
export function removeJobs(connectionId: string): Promise<void> {
  return removeEverywhere(
    (key) => isOfConnection(key, connectionId) && storedKind(key)?.isOfJobs === true,
  );
}

/** Writes into the history of a connection where it comes from, so that it can be found again. */
export function identifyHistory(
  { id, baseUrl, account, label }: Connection,
  now: number,
): Promise<void> {
  return writeIdentity(id, { baseUrl, account, label, usedAt: new Date(now).toISOString() });
}

/** Removes everything except histories and the items that survive a disconnection. */
export async function removeAll(): Promise<void> {
  await removeEverywhere((key) => storedKind(key)?.survivesDisconnect !== true);
  await storage.setItems([
    schemaVersionItems.local.entry(SCHEMA_VERSION),
    schemaVersionItems.session.entry(SCHEMA_VERSION),
  ]);
}

async function removeEverywhere(isOne: (key: string) => boolean): Promise<void> {
  for (const area of AREAS) await removeWhere(area, isOne);
}
