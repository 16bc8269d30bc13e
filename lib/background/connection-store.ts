import type { Account, Connection, RecentReports } from '@/lib/model/connection';
import type { StoredItem } from '@/lib/model/stored-item';

/** Everything that is kept for connections. The key has an item of its own that no page reads. */
export interface ConnectionStore {
  /** The one connection that is in use. */
  connection: StoredItem<Connection>;
  apiKey(connectionId: string): StoredItem<string>;
  account(connectionId: string): StoredItem<Account>;
  recentReports(connectionId: string): StoredItem<RecentReports>;
}

/** Removes a connection and all that was kept for it, the key first. */
export async function forgetConnection(store: ConnectionStore, id: string): Promise<void> {
  await store.apiKey(id).remove();
  await Promise.all([store.account(id).remove(), store.recentReports(id).remove()]);
  const current = await store.connection.read();
  if (current?.id === id) await store.connection.remove();
}
