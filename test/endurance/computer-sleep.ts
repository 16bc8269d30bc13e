import { until } from '../browser/condition';
import type { StoredOperation, StoredQueue } from '../browser/stored';
import type { TestBrowser } from '../browser/test-browser';
import type { Service } from '../service/service';

/** Longer than all waits of the queue, and shorter than a jump that looks like a clock set back. */
const SLEEP_MS = 10 * 60_000;

/**
 * Imitates a sleep of the computer: stops the worker, and moves all planned times into the past. So
 * a run does not wait for the minutes between lookups.
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
  // Follows at the end, because an alarm starts the worker.
  await extensionTab.moveAlarmsBack(SLEEP_MS);
}

/**
 * Lets the computer sleep whenever the queue only waits, until the queue passes a check.
 * @throws after `patience` milliseconds
 */
export async function sleepUntil(
  what: string,
  isSo: (queue: StoredQueue) => boolean,
  testBrowser: TestBrowser,
  service: Service,
  patience = 60_000,
): Promise<void> {
  const extensionTab = await testBrowser.extensionTab();
  await until(
    what,
    async () => {
      const queue = await extensionTab.queue();
      if (isSo(queue)) return true;
      if (isResting(queue)) {
        await sleep(testBrowser, service);
        await extensionTab.wake();
      }
      return false;
    },
    patience,
  );
}

/** Whether the queue does nothing until a planned time. */
export function isResting({ operations, backoff }: StoredQueue): boolean {
  const now = new Date().toISOString();
  const isLater = (time: string | null) => time !== null && time > now;
  const isBlocked = backoff !== null && (backoff.kind === 'needsPerson' || isLater(backoff.until));
  const rests = ({ status, url, notBefore }: StoredOperation) =>
    status === 'needsAttention' ||
    isLater(notBefore) ||
    (status === 'queued' && isBlocked) ||
    // A creation waits for the lookup of an earlier creation of its page.
    (status === 'queued' && operations.some((one) => one.url === url && isLater(one.notBefore)));
  return (isBlocked || operations.length > 0) && operations.every(rests);
}
