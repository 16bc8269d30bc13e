import { storage } from 'wxt/utils/storage';
import { ApiKey } from '@/lib/connection/api-key';
import { BaseUrl, type Connection } from '@/lib/connection/connection';
import { PageHistory } from '@/lib/page-history/page-history';
import { PageIndex } from '@/lib/page-history/page-index';
import { PrivateHashes } from '@/lib/report/private-hashes';
import { z } from '@/lib/schema';
import { items } from './items';
import { CONNECTIONS, keyOf, PREFERENCES } from './keys';
import { removeWhere, type StorageArea, storedFamily, storedItem } from './stored-values';
import { submissionStore } from './submission-store';
import { windowList } from './window-list';

/** Everything that the background stores. No page may import it: it knows where the API key stands. */
export const connectionStore = {
  connection: items.connection,
  preferences: items.preferences,
  unseenOutcome: items.unseenOutcome,
  notifications: items.notifications,
  drafts: items.drafts,
  privateDrafts: items.privateDrafts,
  account: items.account,
  lists: items.lists,
  privateLists: items.privateLists,
  duplicates: items.duplicates,
  unreadableCount: items.unreadableCount,

  /** Reports that are being deleted. */
  deletions(connectionId: string) {
    const listIn = (area: StorageArea) => items.deletions(connectionId, area);
    return {
      ...windowList(keyOf(connectionId, 'deletions'), listIn('local'), listIn('session')),
      async readUnreadable(areas: readonly StorageArea[]): Promise<unknown[]> {
        return (await Promise.all(areas.map((area) => listIn(area).readUnreadable()))).flat();
      },
      async removeUnreadable(areas: readonly StorageArea[]): Promise<void> {
        await Promise.all(areas.map((area) => listIn(area).removeUnreadable()));
      },
    };
  },

  /** Reports whose new result is awaited. */
  resultPolls(connectionId: string) {
    const listIn = (area: StorageArea) => items.resultPolls(connectionId, area);
    return windowList(keyOf(connectionId, 'result-polls'), listIn('local'), listIn('session'));
  },

  /**
   * Base URLs of the services whose hosts were asked for and not given back. It goes with the last
   * connection.
   */
  askedHosts: storedItem('local', 'asked-hosts', z.array(BaseUrl)),

  /** A connection's API key: for the background alone. */
  apiKey: (connectionId: string) => storedItem('local', keyOf(connectionId, 'bearer-key'), ApiKey),

  /** Ids of reports that were asked for in private windows. */
  privateReports: (connectionId: string) =>
    storedItem('session', keyOf(connectionId, 'private-reports'), z.array(z.string())),

  /** What the disk holds of them: salted hashes of these ids. */
  privateHashes: (connectionId: string) =>
    storedItem('local', keyOf(connectionId, 'private-hashes'), PrivateHashes),

  /** What is known of the pages that were reported, each under its page key. */
  pages: (connectionId: string) => storedFamily('local', keyOf(connectionId, 'page/'), PageHistory),

  /** Which of them are stored, in the order of their use. */
  pageIndex: (connectionId: string) =>
    storedItem('local', keyOf(connectionId, 'page-index'), PageIndex),

  /** Reports on their way to the service, each stored under its own id. */
  submissions: submissionStore,

  /** Stores a connection with its key in one write, so that no half of it can stay. */
  save: (connection: Connection, apiKey: string) =>
    storage.setItems([
      { key: 'local:connection', value: connection },
      { key: `local:${keyOf(connection.id, 'bearer-key')}`, value: apiKey },
    ]),

  /**
   * Removes all that was stored for connections except for one or for none. With none left, all else
   * goes too but for the preferences, and these as well where the store cannot be read then. Each
   * area is emptied in one step, the connection in the last: it stands with its key or not at all.
   */
  async removeOthers(exceptId: string | null): Promise<void> {
    const isOther = (key: string) =>
      exceptId === null
        ? key !== PREFERENCES
        : key.startsWith(CONNECTIONS) && !key.startsWith(keyOf(exceptId, ''));
    const removeFrom = async (area: StorageArea) => {
      try {
        await removeWhere(area, isOther);
      } catch (error) {
        if (exceptId !== null) throw error;
        await storage.clear(area);
      }
    };
    try {
      await removeFrom('session');
    } finally {
      await removeFrom('local');
    }
  },
};

/** The store as the background sees it. */
export type ConnectionStore = typeof connectionStore;
