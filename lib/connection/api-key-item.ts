import { keyOf } from '@/lib/storage/keys';
import { storedItem } from '@/lib/storage/stored-values';
import { ApiKey } from './api-key';

/** Where the API key of a connection stands: for the background alone, no page may import it. */
export const API_KEY = 'bearer-key';

/** A connection's API key. */
export const apiKeyItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, API_KEY), ApiKey);
