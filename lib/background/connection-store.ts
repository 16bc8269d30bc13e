import { storage } from 'wxt/utils/storage';
import type { Connection } from '@/lib/connection/connection';
import { API_KEY, apiKeyItem, connectionItem } from '@/lib/connection/connection-items';
import { PREFERENCES } from '@/lib/settings/settings-items';
import { CONNECTIONS, keyOf } from '@/lib/storage/keys';
import { removeWhere, type StorageArea } from '@/lib/storage/stored-values';
import { TASK_KEYS } from '@/lib/task/task-items';

const OF_TASKS = Object.values(TASK_KEYS);

/** The areas in the order in which they are emptied: the one with the connection last. */
const AREAS: readonly StorageArea[] = ['session', 'local'];

/** Stores a connection with its key in one write, so that no half of it can stay. */
export function saveConnection(connection: Connection, apiKey: string): Promise<void> {
  return storage.setItems([
    connectionItem.entry(connection),
    apiKeyItem(connection.id).entry(apiKey),
  ]);
}

/** Removes what another account of the same service would not have: all but the tasks, and the key. */
export async function keepTasksOnly(connectionId: string): Promise<void> {
  const own = keyOf(connectionId, '');
  const kept = [...OF_TASKS, API_KEY].map((name) => keyOf(connectionId, name));
  await removeEverywhere(
    (key) => key.startsWith(own) && !kept.some((prefix) => key.startsWith(prefix)),
  );
}

/** Removes the tasks of a connection. */
export async function dropTasks(connectionId: string): Promise<void> {
  const dropped = OF_TASKS.map((name) => keyOf(connectionId, name));
  await removeEverywhere((key) => dropped.some((prefix) => key.startsWith(prefix)));
}

/** Removes all that was stored for other connections. */
export async function removeOthers(connectionId: string): Promise<void> {
  const own = keyOf(connectionId, '');
  await removeEverywhere((key) => key.startsWith(CONNECTIONS) && !key.startsWith(own));
}

/** Removes everything but the preferences. */
export async function removeAll(): Promise<void> {
  await removeEverywhere((key) => key !== PREFERENCES);
}

/**
 * Removes what builds before the first release have stored for a connection, which nothing reads any
 * more: all but the key. Nothing is removed where none of them has run.
 */
export async function removeUnreleased(connectionId: string): Promise<void> {
  const index = keyOf(connectionId, 'page-index');
  if ((await storage.getItem(`local:${index}`)) === null) return;
  const own = keyOf(connectionId, '');
  const key = keyOf(connectionId, API_KEY);
  await removeEverywhere((name) => name.startsWith(own) && name !== key);
}

async function removeEverywhere(isOne: (key: string) => boolean): Promise<void> {
  for (const area of AREAS) await removeWhere(area, isOne);
}
