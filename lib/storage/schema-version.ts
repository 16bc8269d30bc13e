import { trustedItem } from './stored-values';

/** A new version needs code in `migrate`, which may drop only caches. */
export const SCHEMA_VERSION = 4;

export const schemaVersionItems = {
  local: trustedItem<number>('local', 'schema-version'),
  session: trustedItem<number>('session', 'schema-version'),
};
