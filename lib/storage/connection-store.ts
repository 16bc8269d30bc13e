import { type StorageItemKey, storage } from 'wxt/utils/storage';
import { ApiKey } from '@/lib/connection/api-key';
import type { Connection } from '@/lib/connection/connection';
import { PageHistory } from '@/lib/page-history/page-history';
import { PageIndex } from '@/lib/page-history/page-index';
import { z } from '@/lib/schema';
import type { QueueView } from '@/lib/submission/queue-view';
import { FinishedSubmission, Submission } from '@/lib/submission/submission';
import { items } from './items';
import { CONNECTIONS, keyOf } from './keys';
import {
  readByPrefix,
  removeWhere,
  type StorageArea,
  storedFamily,
  storedItem,
} from './stored-values';

/** Everything that the background stores. No page may import it: it knows where the API key stands. */
export const connectionStore = {
  connection: items.connection,
  drafts: items.drafts,
  privateDrafts: items.privateDrafts,
  account: items.account,
  list: items.list,
  privateList: items.privateList,
  deletions: items.deletions,
  duplicates: items.duplicates,
  resultPolls: items.resultPolls,
  unreadableCount: items.unreadableCount,

  /** A connection's API key: for the background alone. */
  apiKey: (connectionId: string) => storedItem('local', keyOf(connectionId, 'bearer-key'), ApiKey),

  /** Ids of reports that were asked for in private windows: nothing else is stored of them. */
  privateReports: (connectionId: string) =>
    storedItem('session', keyOf(connectionId, 'private-reports'), z.array(z.string())),

  /** What is known of the pages that were reported, each under its page key. */
  pages: (connectionId: string) => storedFamily('local', keyOf(connectionId, 'page/'), PageHistory),

  /** Which of them are stored, in the order of their use. */
  pageIndex: (connectionId: string) =>
    storedItem('local', keyOf(connectionId, 'page-index'), PageIndex),

  /** Reports on their way to the service, each stored under its own id. */
  submissions(connectionId: string) {
    const prefix = keyOf(connectionId, 'submission/');
    const passwords = storedFamily('session', keyOf(connectionId, 'password/'), z.string());
    return {
      readAll: () => readByPrefix('local', prefix, Submission),
      /** Stores some submissions and the view of them all, at once or not at all. */
      write: (submissions: readonly Submission[], view: QueueView) =>
        storage.setItems([
          ...submissions.map((one) => ({
            key: `local:${prefix}${one.id}` as StorageItemKey,
            value: one,
          })),
          { key: `local:${keyOf(connectionId, 'queue')}`, value: view },
        ]),
      remove: (ids: readonly string[]) =>
        storage.removeItems(ids.map((id): StorageItemKey => `local:${prefix}${id}`)),
      /** Removes entries that cannot be read, by their keys. */
      removeKeys: (keys: readonly string[]) =>
        storage.removeItems(keys.map((key): StorageItemKey => `local:${key}`)),
      /** What pages paint from. */
      view: items.queue(connectionId),
      /** Reports' passwords: in memory only, gone when the browser closes. */
      passwords,
      /** Submissions that are done, the latest last; in memory, like the pages that may ask. */
      finished: storedItem('session', keyOf(connectionId, 'finished'), z.array(FinishedSubmission)),
    };
  },

  /** Stores a connection with its key in one write, so that no half of it can stay. */
  save: (connection: Connection, apiKey: string) =>
    storage.setItems([
      { key: 'local:connection', value: connection },
      { key: `local:${keyOf(connection.id, 'bearer-key')}`, value: apiKey },
    ]),

  /**
   * Removes all that was stored for connections except for one or for none. With none left,
   * half-filled forms go too; and where the store cannot be read then, all that is in it.
   */
  async removeOthers(exceptId: string | null): Promise<void> {
    const isOther = (key: string) =>
      key.startsWith(CONNECTIONS) && (exceptId === null || !key.startsWith(keyOf(exceptId, '')));
    const removeFrom = async (area: StorageArea) => {
      try {
        await removeWhere(area, isOther);
      } catch (error) {
        if (exceptId !== null) throw error;
        await storage.clear(area);
      }
    };
    await Promise.all([removeFrom('local'), removeFrom('session')]);
    if (exceptId !== null) return;
    const { connection, drafts, privateDrafts } = items;
    await Promise.all([connection, drafts, privateDrafts].map((item) => item.remove()));
  },
};

/** The store as the background sees it. */
export type ConnectionStore = typeof connectionStore;
