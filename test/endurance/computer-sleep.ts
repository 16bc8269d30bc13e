import { isWorkerRunning, stopWorker } from '../browser/chromium/worker-control';
import { until } from '../browser/condition';
import type { Stage } from '../e2e/stage';
import type { StoredQueue, StoredSubmission } from '../e2e/stored';
import type { Service } from '../service/service';

/** Longer than all that the queue plans, and shorter than what it takes for a clock set back. */
const SLEEP_MS = 10 * 60_000;

/**
 * Lets the computer sleep, as far as the extension can tell: the worker is stopped, and when
 * something starts it again, all that it had planned is due. This is how a run need not wait for the
 * minutes between the searches that precede a repeated request.
 *
 * What those minutes are for is kept: the clock only jumps when the service has no request under way
 * any more. It does no work for a client that has left, so no work can follow then.
 */
export async function sleep(stage: Stage, service: Service): Promise<void> {
  const insider = await stage.insider();
  const { browser, extensionId } = stage;
  do {
    await stopWorker(browser, extensionId);
    await until('the service has no request under way', () => service.underWay() === 0);
    await insider.moveStoredTimesBack(SLEEP_MS);
    // One that was started meanwhile may have read the times of before.
  } while (await isWorkerRunning(browser, extensionId));
  // Last, since it starts the worker.
  await insider.moveAlarmsBack(SLEEP_MS);
}

/**
 * Lets the computer sleep whenever the queue has nothing to do but to wait, until what it keeps is
 * as the check wants it.
 */
export async function sleepUntil(
  what: string,
  isSo: (queue: StoredQueue) => boolean,
  stage: Stage,
  service: Service,
): Promise<void> {
  const insider = await stage.insider();
  await until(
    what,
    async () => {
      const queue = await insider.queue();
      if (isSo(queue)) return true;
      if (isResting(queue)) {
        await sleep(stage, service);
        await insider.wake();
      }
      return false;
    },
    60_000,
  );
}

/** Whether nothing happens until a time that the queue has planned. */
export function isResting({ submissions, pause }: StoredQueue): boolean {
  const now = new Date().toISOString();
  if (pause !== null) return pause.until > now;
  const later = submissions.filter((one) => one.state === 'checking' && (one.nextAt ?? '') > now);
  const rests = ({ state, url }: StoredSubmission) =>
    state === 'failed' ||
    state === 'needs-attention' ||
    // It goes out when the one of its page before it is found.
    (state === 'waiting' && later.some((one) => one.url === url));
  return submissions.every((one) => later.includes(one) || rests(one));
}
