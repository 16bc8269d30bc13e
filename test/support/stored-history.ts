import { createHistory } from '@/lib/history/history';
import { createClock } from '@/lib/jobs/clock';
import type { Report } from '@/lib/report/report';

/** Opens the history of a connection. By default, each call of `add` has a later request time. */
export function openHistory(connectionId: string, now: () => number = Date.now) {
  const { signal } = new AbortController();
  const clock = createClock(now);
  const history = createHistory({
    connectionId,
    signal,
    now,
    passTime: clock.pass,
    onChange() {},
    onStatus() {},
  });
  return {
    ...history,
    add: (reports: readonly Report[], requestedAt = clock.next()) =>
      history.add(reports, {}, requestedAt),
  };
}

export async function storeReports(connectionId: string, ...reports: Report[]): Promise<void> {
  await openHistory(connectionId).add(reports);
}
