import { z } from '@/lib/schema';
import { storedItem } from './stored-values';

/**
 * The version of all that is stored. Where another version is stored, or none, the worker drops all but
 * connection, credentials and preferences: once a version is published, whoever raises the number reads
 * what the release before has stored, since queued reports would be lost.
 */
export const SCHEMA_VERSION = 3;

/** The schema version of what each area holds. */
export const schemaVersionItems = {
  local: storedItem('local', 'schema-version', z.number()),
  session: storedItem('session', 'schema-version', z.number()),
};
