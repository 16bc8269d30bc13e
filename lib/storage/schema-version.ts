import { z } from '@/lib/schema';
import { storedItem } from './stored-values';

/**
 * The version of all items in storage. A change of the version needs code in `migrate` that
 * converts the connections, credentials, preferences, jobs and evidence of the previous version.
 * Only caches may be dropped.
 */
export const SCHEMA_VERSION = 4;

/** The schema version of each area. */
export const schemaVersionItems = {
  local: storedItem('local', 'schema-version', z.number()),
  session: storedItem('session', 'schema-version', z.number()),
};
