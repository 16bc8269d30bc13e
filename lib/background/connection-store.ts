import { storage } from 'wxt/utils/storage';
import type { Connection } from '@/lib/connection/connection';
import { API_KEY, apiKeyItem, CONNECTION, connectionItem } from '@/lib/connection/connection-items';
import { type Front, frontItem } from '@/lib/front/front';
import { PREFERENCES } from '@/lib/settings/settings-items';
import { FORM, formItems } from '@/lib/storage/form';
import { CONNECTIONS, keyOf } from '@/lib/storage/keys';
import { readTogether, removeWhere, type StorageArea } from '@/lib/storage/stored-values';
import { TASK_KEYS } from '@/lib/task/store/task-items';

const OF_TASKS = Object.values(TASK_KEYS);

/** The areas in the order in which they are emptied: the one with the connection last. */
const AREAS: readonly StorageArea[] = ['session', 'local'];

const NONE: Front = { connection: null, newest: null };

/** Stores a connection with its key, and what pages see of it, in one write: no half of it can stay. */
export function saveConnection(connection: Connection, apiKey: string): Promise<void> {
  return storage.setItems([
    connectionItem.entry(connection),
    apiKeyItem(connection.id).entry(apiKey),
    frontItem.entry({ connection, newest: null }),
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
  await storage.setItems([
    formItems.local.entry(FORM),
    formItems.session.entry(FORM),
    frontItem.entry(NONE),
  ]);
}

/**
 * Brings what is stored into the form of this build: what has another form is dropped, but for the
 * connection, its key and the preferences.
 */
export async function bringIntoForm(): Promise<void> {
  const stored = await readTogether([formItems.local, formItems.session]);
  if (stored(formItems.session) !== FORM) await removeWhere('session', () => true);
  if (stored(formItems.local) === FORM) return;
  const connection = (await connectionItem.read()) ?? null;
  const kept = [CONNECTION, PREFERENCES, keyOf(connection?.id ?? '', API_KEY)];
  await removeWhere('local', (key) => !kept.includes(key));
  await storage.setItems([
    formItems.local.entry(FORM),
    frontItem.entry({ connection, newest: null }),
  ]);
}

async function removeEverywhere(isOne: (key: string) => boolean): Promise<void> {
  for (const area of AREAS) await removeWhere(area, isOne);
}
