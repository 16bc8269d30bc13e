import { until } from '../browser/condition';
import type { StoredOperation, StoredQueue } from '../browser/stored';
import type { TestBrowser } from '../browser/test-browser';
import type { Service } from '../service/service';

/** Longer than all waits of the queue. The extension would take a longer jump for a clock that was set back. */
const SLEEP_MS = 10 * 60_000;

/**
 * Imitates a sleep of the computer: stops the worker, and moves all planned times into the past. A run
 * then skips the minutes between lookups.
 *
 * The clock jumps only while the service has no requests in flight and no remaining work.
 */
export async function sleep(testBrowser: TestBrowser, service: Service): Promise<void> {
  const extensionTab = await testBrowser.extensionTab();
  do {
    await testBrowser.stopWorker();
    await until('the service has no open request', () => service.openRequests() === 0);
    await extensionTab.moveStoredTimesBack(SLEEP_MS);
    // A worker that was started meanwhile may have read the earlier times.
  } while (await testBrowser.isWorkerRunning());
  // Alarms move last, because an alarm starts the worker.
  await extensionTab.moveAlarmsBack(SLEEP_MS);
}

/**
 * Lets the computer sleep whenever the queue only waits, until the queue passes a check.
 * @param condition the expected condition, for the error message
 * @throws after `timeout` milliseconds
 */
export async function sleepUntil(
  condition: string,
  isExpected: (queue: StoredQueue) => boolean,
  testBrowser: TestBrowser,
  service: Service,
  timeout = 60_000,
): Promise<void> {
  const extensionTab = await testBrowser.extensionTab();
  await until(
    condition,
    async () => {
      const queue = await extensionTab.queue();
      if (isExpected(queue)) return true;
      if (isResting(queue)) {
        await sleep(testBrowser, service);
        await extensionTab.wake();
      }
      return false;
    },
    timeout,
  );
}

/** Whether the queue does nothing until a planned time. */
export function isResting({ operations, backoff }: StoredQueue): boolean {
  const now = new Date().toISOString();
  const isLater = (time: string | null) => time !== null && time > now;
  const isBlocked = backoff !== null && (backoff.kind === 'needsPerson' || isLater(backoff.until));
  const isOperationResting = ({ status, url, notBefore }: StoredOperation) =>
    status === 'needsAttention' ||
    isLater(notBefore) ||
    (status === 'queued' && isBlocked) ||
    // A creation waits for the lookup of an earlier creation of its page.
    (status === 'queued' && operations.some((one) => one.url === url && isLater(one.notBefore)));
  return (isBlocked || operations.length > 0) && operations.every(isOperationResting);
}
