import type { Client } from '@/lib/api/client';
import type { Connection, RecentReports } from '@/lib/model/connection';
import { RECENT_REPORTS_QUERY } from '@/lib/model/report-query';
import type { StoredItem } from '@/lib/model/stored-item';
import { createRecentReports, type RecentReportsKeeper } from './recent-reports';

/** A connection in use, from the first call until disconnecting or the worker's end. */
export interface Session {
  connection: Connection;
  client: Client;
  recent: RecentReportsKeeper;
  /** Aborts when the session is closed. */
  signal: AbortSignal;
  /** Gives up every request under way; afterwards nothing more is stored for the connection. */
  close(): Promise<void>;
}

/** Opens a session on a connection. */
export function createSession(
  connection: Connection,
  client: Client,
  recentReports: StoredItem<RecentReports>,
  now: () => number,
): Session {
  const controller = new AbortController();
  const { signal } = controller;
  const readList = () => client.list(RECENT_REPORTS_QUERY, signal);
  const recent = createRecentReports(recentReports, readList, now);
  return {
    connection,
    client,
    recent,
    signal,
    async close() {
      controller.abort();
      await recent.close();
    },
  };
}
