import { createHistory } from '@/lib/history/history';
import type { Report } from '@/lib/report/report';

/** Opens the history of a connection, as a worker does. */
export function openHistory(connectionId: string, now: () => number = Date.now) {
  const { signal } = new AbortController();
  const unheard = { onChange() {}, onFailure() {} };
  return createHistory({ connectionId, signal, now, ...unheard });
}

/** Stores reports in the history of a connection. */
export async function storeReports(connectionId: string, ...reports: Report[]): Promise<void> {
  for (const report of reports) await openHistory(connectionId).add([report]);
}
