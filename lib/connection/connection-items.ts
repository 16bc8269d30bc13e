import { z } from '@/lib/schema';
import { keyOf } from '@/lib/storage/keys';
import { storedItem } from '@/lib/storage/stored-values';
import { ApiKey } from './api-key';
import { readHeaders } from './request-headers';

/**
 * A connection's API key, for the background only: bundles of pages leave it out as long as no page
 * imports it, which `test/build/bundles.test.ts` looks at.
 */
export const apiKeyItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'bearer-key'), ApiKey);

/** Stored headers: what `readHeaders` has let through. */
export const RequestHeaders = z
  .array(z.object({ name: z.string(), value: z.string() }))
  .check(z.refine((headers) => 'value' in readHeaders(headers)));

/** The headers that a connection's requests carry beside the key; as the key, for the background only. */
export const requestHeadersItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'request-headers'), RequestHeaders);
