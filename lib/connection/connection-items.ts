import { keyOf } from '@/lib/storage/keys';
import { storedItem } from '@/lib/storage/stored-values';
import { ApiKey } from './api-key';
import { Connection } from './connection';

/** The name under which the connection is stored. */
export const CONNECTION = 'connection';

/** The connection in use. */
export const connectionItem = storedItem('local', CONNECTION, Connection);

/** The name under which a connection's API key is stored. */
export const API_KEY = 'bearer-key';

/**
 * A connection's API key, for the background alone: bundles of pages leave it out as long as no page
 * imports it, which `test/build/bundles.test.ts` looks at.
 */
export const apiKeyItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, API_KEY), ApiKey);
