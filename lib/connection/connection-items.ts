import { z } from '@/lib/schema';
import { keyOf } from '@/lib/storage/keys';
import { storedItem } from '@/lib/storage/stored-values';
import { ApiKey } from './api-key';
import { readHeaders } from './request-headers';

/** Only the background may import this item, as `test/build/bundles.test.ts` requires. */
export const apiKeyItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'bearer-key'), ApiKey);

export const RequestHeaders = z
  .array(z.object({ name: z.string(), value: z.string() }))
  .check(z.refine((headers) => 'value' in readHeaders(headers)));

/** The headers that a person has added. Only the background may import this item. */
export const requestHeadersItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'request-headers'), RequestHeaders);
