import { z } from '@/lib/schema';
import { storedItem } from './stored-values';

/**
 * The version of everything in storage. If storage has another version or none, the worker keeps
 * only connection, credentials and preferences. After the first release, a new version must also
 * migrate the items of the previous release. Otherwise open jobs are lost.
 */
export const SCHEMA_VERSION = 3;

/** The schema version of each area. */
export const schemaVersionItems = {
  local: storedItem('local', 'schema-version', z.number()),
  session: storedItem('session', 'schema-version', z.number()),
};
