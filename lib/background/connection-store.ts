import type { AwaitedResult } from '@/lib/model/awaited-result';
import type { Connection, StoredAccount, StoredList } from '@/lib/model/connection';
import type { Deletion } from '@/lib/model/deletion';
import type { PageHistory } from '@/lib/model/page-history';
import type { StoredItem, StoredItems } from '@/lib/model/stored-item';

/** Everything that is kept for connections. The key has an item of its own that no page reads. */
export interface ConnectionStore {
  /** The one connection that is in use. */
  connection: StoredItem<Connection>;
  apiKey(connectionId: string): StoredItem<string>;
  account(connectionId: string): StoredItem<StoredAccount>;
  list(connectionId: string): StoredItem<StoredList>;
  deletions(connectionId: string): StoredItem<Deletion[]>;
  awaitedResults(connectionId: string): StoredItem<AwaitedResult[]>;
  pages(connectionId: string): StoredItems<PageHistory>;
  /** Removes all that was kept for a connection, whichever version of the extension kept it. */
  removeAll(connectionId: string): Promise<void>;
}
