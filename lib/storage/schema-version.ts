import { z } from '@/lib/schema';
import { storedItem } from './stored-values';

/** A new version needs code in `migrate`, which may drop only caches. */
export const SCHEMA_VERSION = 4;

export const schemaVersionItems = {
  local: storedItem('local', 'schema-version', z.number()),
  session: storedItem('session', 'schema-version', z.number()),
};
