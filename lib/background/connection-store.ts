import type { Connection, StoredAccount, StoredList } from '@/lib/connection/connection';
import type { Deletion } from '@/lib/deletion/deletion';
import type { PageHistory } from '@/lib/page-history/page-history';
import type { PageIndex } from '@/lib/page-history/page-index';
import type { AwaitedResult } from '@/lib/result-poll/result-poll';
import type { StoredItem, StoredItems } from '@/lib/stored-item';
import type { Drafts } from '@/lib/submission/form-drafts';
import type { SubmissionStore } from '@/lib/submission/worker/submission-store';

/** Everything that is kept for connections. The key has an item of its own that no page reads. */
export interface ConnectionStore {
  /** The one connection that is in use. */
  connection: StoredItem<Connection>;
  apiKey(connectionId: string): StoredItem<string>;
  /** Half-filled forms, of all pages. */
  drafts: StoredItem<Drafts>;
  account(connectionId: string): StoredItem<StoredAccount>;
  list(connectionId: string): StoredItem<StoredList>;
  deletions(connectionId: string): StoredItem<Deletion[]>;
  awaitedResults(connectionId: string): StoredItem<AwaitedResult[]>;
  submissions(connectionId: string): SubmissionStore;
  /** Ids of reports that were asked for in private windows; in memory. */
  privateReports(connectionId: string): StoredItem<string[]>;
  pages(connectionId: string): StoredItems<PageHistory>;
  /** Which pages are stored, in the order of their use. */
  pageIndex(connectionId: string): StoredItem<PageIndex>;
  /**
   * Stores a connection with what belongs to it, all at once or not at all.
   * @param list null where it is not to be kept
   */
  save(connection: Connection, apiKey: string, list: StoredList | null): Promise<void>;
  /**
   * Removes all that was kept for connections, whichever version of the extension kept it, except
   * for one or for none. With none left, half-filled forms go too.
   */
  removeOthers(exceptId: string | null): Promise<void>;
}
