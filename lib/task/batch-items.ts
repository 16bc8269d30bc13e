import type { StorageItemKey } from 'wxt/utils/storage';
import { z } from '@/lib/schema';
import { keyOf } from '@/lib/storage/keys';
import { storedFamily, storedItem } from '@/lib/storage/stored-values';
import { Batch, BatchRow } from './batch';

/** What the keys of a connection's batches and of their rows begin with. */
export const BATCHES = 'batches';
export const BATCH_ROWS = 'batch-row/';

/** What is stored of batches beside their tasks. */
export const batchItems = {
  key: (connectionId: string): StorageItemKey => `local:${keyOf(connectionId, BATCHES)}`,

  /** The last ones, the newest first. */
  all: (connectionId: string) => storedItem('local', keyOf(connectionId, BATCHES), z.array(Batch)),

  /** What has become of their creations, each under the id of its task. */
  rows: (connectionId: string) => storedFamily('local', keyOf(connectionId, BATCH_ROWS), BatchRow),
};
