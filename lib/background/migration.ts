import { storage } from 'wxt/utils/storage';
import { Connection } from '@/lib/connection/connection';
import {
  connectionsItem,
  EMPTY_REGISTER,
  withConnection,
} from '@/lib/connection/connection-register';
import { noteRequestedHosts } from '@/lib/connection/requested-hosts';
import { z } from '@/lib/schema';
import { NewestReports, newestListItem } from '@/lib/shared-state/shared-items';
import { SCHEMA_VERSION, schemaVersionItems } from '@/lib/storage/schema-version';
import { storedKind } from '@/lib/storage/stored-kinds';
import { readTogether, removeWhere, storedItem } from '@/lib/storage/stored-values';

/** The only connection of version 3 (release 1.0.0), with its newest list. */
const formerConnectionItem = storedItem(
  'local',
  'connection',
  z.extend(Connection, { newest: z.catch(z.nullable(NewestReports), null) }),
  { isText: true },
);

/** The report link was a preference in version 3. */
const formerPreferencesItem = storedItem(
  'local',
  'preferences',
  z.object({ reportLink: z.catch(z.nullable(z.string()), null) }),
);

/**
 * Converts the items of a former schema version. Keeps everything but caches, also items of a later
 * version. A worker that is stopped in between begins again.
 */
export async function migrate(): Promise<void> {
  const versions = await readTogether([schemaVersionItems.local, schemaVersionItems.session]);
  if (versions(schemaVersionItems.session) !== SCHEMA_VERSION) {
    await removeWhere('session', (key) => storedKind(key)?.isOfJobs !== true);
  }
  if (versions(schemaVersionItems.local) === SCHEMA_VERSION) return;
  await removeWhere('local', (key) => storedKind(key)?.isCache === true);
  await migrateFormerConnection();
  await schemaVersionItems.local.write(SCHEMA_VERSION);
}

async function migrateFormerConnection(): Promise<void> {
  const stored = await readTogether([formerConnectionItem, formerPreferencesItem, connectionsItem]);
  const former = stored(formerConnectionItem);
  if (former === undefined) return;
  const { newest, ...connection } = former;
  const { id, baseUrl } = connection;
  const reportLink = stored(formerPreferencesItem)?.reportLink ?? null;
  const register = stored(connectionsItem) ?? EMPTY_REGISTER;
  const migrated = withConnection(register, { ...connection, reportLink });
  await noteRequestedHosts([baseUrl]);
  await storage.setItems([
    connectionsItem.entry({ ...migrated, inUse: id }),
    ...(newest === null ? [] : [newestListItem(id).entry(newest)]),
  ]);
  await formerConnectionItem.remove();
}
