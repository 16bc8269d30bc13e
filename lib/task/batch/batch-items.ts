import type { StorageItemKey } from 'wxt/utils/storage';
import { z } from '@/lib/schema';
import { keyOf } from '@/lib/storage/keys';
import { storedFamily, storedItem } from '@/lib/storage/stored-values';

/** What the keys of a connection's batches and of their rows begin with. */
export const BATCHES = 'batches';
export const BATCH_ROWS = 'batch-rows/';

/** What is stored of batches. */
export const batchItems = {
  key: (connectionId: string): StorageItemKey => `local:${keyOf(connectionId, BATCHES)}`,
  rowsKey: (connectionId: string, name: string): StorageItemKey =>
    `local:${keyOf(connectionId, BATCH_ROWS)}${name}`,

  /** The last ones, the newest first: each is read by itself, since another version may have written it. */
  all: (connectionId: string) =>
    storedItem('local', keyOf(connectionId, BATCHES), z.array(z.unknown())),

  /** How their rows stand, many in each value: see `valueName`. Each is read by itself as well. */
  rows: (connectionId: string) =>
    storedFamily('local', keyOf(connectionId, BATCH_ROWS), z.array(z.unknown())),
};
