import { storage } from 'wxt/utils/storage';
import { Connection } from '@/lib/connection/connection';
import {
  CheckedRegister,
  connectionsItem,
  EMPTY_REGISTER,
  withConnection,
} from '@/lib/connection/connection-register';
import { storeRequestedHosts } from '@/lib/connection/requested-hosts';
import { z } from '@/lib/schema';
import { choicesItem, Preferences } from '@/lib/settings/preferences';
import { NewestReports, newestListItem } from '@/lib/shared-state/shared-items';
import { SCHEMA_VERSION, schemaVersionItems } from '@/lib/storage/schema-version';
import type { StoredItem } from '@/lib/storage/stored-item';
import { storedKind } from '@/lib/storage/stored-kinds';
import { readTogether, removeWhere, storedItem } from '@/lib/storage/stored-values';

/** The only connection of version 3 (release 1.0.0), with its newest list. */
const version3ConnectionItem = storedItem(
  'local',
  'connection',
  z.extend(Connection, { newest: z.catch(z.nullable(NewestReports), null) }),
  { isText: true },
);

/** The preferences of version 3, which contained the report link. */
const version3PreferencesItem = storedItem(
  'local',
  'preferences',
  z.object({ reportLink: z.catch(z.nullable(z.string()), null) }),
);

/**
 * Migrates storage to the current version. If the browser stops the worker during the migration, the next
 * worker begins again. The migration removes only caches.
 */
export async function migrate(): Promise<void> {
  const versionOf = await readTogether([schemaVersionItems.local, schemaVersionItems.session]);
  const isCurrentOnDisk = versionOf(schemaVersionItems.local) === SCHEMA_VERSION;
  const isCurrentInMemory = versionOf(schemaVersionItems.session) === SCHEMA_VERSION;
  if (!isCurrentInMemory) {
    await removeWhere('session', (key) => storedKind(key)?.belongsToJobs !== true);
  }
  if (!isCurrentOnDisk) {
    await removeWhere('local', (key) => storedKind(key)?.isCache === true);
    await migrateVersion3Connection();
  }
  // This worker is the first worker of the browser's run, or of this version.
  if (!isCurrentOnDisk || !isCurrentInMemory) await checkTrustedItems();
  if (!isCurrentOnDisk) await schemaVersionItems.local.write(SCHEMA_VERSION);
}

/** Checks the trusted items on disk, and replaces invalid values of other versions. */
async function checkTrustedItems(): Promise<void> {
  const register = await checkItem(connectionsItem, CheckedRegister);
  await checkItem(choicesItem, Preferences);
  for (const { id } of register?.connections ?? []) {
    await checkItem(newestListItem(id), NewestReports);
  }
}

/** Replaces a stored value by the value that the schema returns. Removes an invalid value. */
async function checkItem<T>(item: StoredItem<T>, schema: z.ZodMiniType<T>): Promise<T | undefined> {
  return item.update((stored) => {
    const { data } = schema.safeParse(stored);
    return JSON.stringify(data) === JSON.stringify(stored) ? stored : data;
  });
}

async function migrateVersion3Connection(): Promise<void> {
  const storedValueOf = await readTogether([
    version3ConnectionItem,
    version3PreferencesItem,
    connectionsItem,
  ]);
  const version3Connection = storedValueOf(version3ConnectionItem);
  if (version3Connection === undefined) return;
  const { newest, ...connection } = version3Connection;
  const { id, baseUrl } = connection;
  const reportLink = storedValueOf(version3PreferencesItem)?.reportLink ?? null;
  const register = storedValueOf(connectionsItem) ?? EMPTY_REGISTER;
  const migrated = withConnection(register, { ...connection, reportLink });
  await storeRequestedHosts([baseUrl]);
  const entries = [connectionsItem.entry({ ...migrated, inUse: id })];
  if (newest !== null) entries.push(newestListItem(id).entry(newest));
  await storage.setItems(entries);
  await version3ConnectionItem.remove();
}
