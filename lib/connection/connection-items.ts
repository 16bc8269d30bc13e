import { z } from '@/lib/schema';
import { keyOf } from '@/lib/storage/keys';
import { storedItem } from '@/lib/storage/stored-values';
import { ApiKey } from './api-key';
import { readHeaders } from './request-headers';

/**
 * The API key of a connection. Only the background may import this item:
 * `test/build/bundles.test.ts` fails if the bundle of an extension page contains it.
 */
export const apiKeyItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'bearer-key'), ApiKey);

/** A schema for stored headers. The values are those that `readHeaders` returns. */
export const RequestHeaders = z
  .array(z.object({ name: z.string(), value: z.string() }))
  .check(z.refine((headers) => 'value' in readHeaders(headers)));

/** The request headers that a person has added. Only the background may import this item. */
export const requestHeadersItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'request-headers'), RequestHeaders);
