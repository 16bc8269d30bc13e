import { keyOf } from '@/lib/storage/keys';
import { storedItem } from '@/lib/storage/stored-values';
import { ApiKey } from './api-key';

/**
 * A connection's API key, for the background only: bundles of pages leave it out as long as no page
 * imports it, which `test/build/bundles.test.ts` looks at.
 */
export const apiKeyItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'bearer-key'), ApiKey);
