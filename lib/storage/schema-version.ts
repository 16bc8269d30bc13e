import { z } from '@/lib/schema';
import { storedItem } from './stored-values';

/**
 * The version of everything in storage. With a new version, `migrate` has to convert the items of
 * the former one: connections, credentials, preferences, jobs and evidence. Only caches may be
 * dropped.
 */
export const SCHEMA_VERSION = 4;

/** The schema version of each area. */
export const schemaVersionItems = {
  local: storedItem('local', 'schema-version', z.number()),
  session: storedItem('session', 'schema-version', z.number()),
};
