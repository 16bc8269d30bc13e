import { until } from '../browser/condition';
import type { Stage } from '../browser/stage';
import type { StoredOperation, StoredQueue } from '../browser/stored';
import type { Service } from '../service/service';

/** Longer than all that the queue plans, and shorter than what it takes for a clock set back. */
const SLEEP_MS = 10 * 60_000;

/**
 * Lets the computer sleep, as far as the extension can tell: the worker is stopped, and when
 * something starts it again, all that it had planned is due. This is how a run need not wait for the
 * minutes between the searches that precede a repeated request.
 *
 * What those minutes are for is kept: the clock only jumps when the service has no request under way
 * and no work left to do for a client that has left.
 */
export async function sleep(stage: Stage, service: Service): Promise<void> {
  const insider = await stage.insider();
  do {
    await stage.stopWorker();
    await until('the service has no request under way', () => service.underWay() === 0);
    await insider.moveStoredTimesBack(SLEEP_MS);
    // One that was started meanwhile may have read the times of before.
  } while (await stage.isWorkerRunning());
  // Last, since it starts the worker.
  await insider.moveAlarmsBack(SLEEP_MS);
}

/**
 * Lets the computer sleep whenever the queue has nothing to do but to wait, until what it keeps is
 * as the check wants it. Throws after `patience` milliseconds.
 */
export async function sleepUntil(
  what: string,
  isSo: (queue: StoredQueue) => boolean,
  stage: Stage,
  service: Service,
  patience = 60_000,
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
    patience,
  );
}

/** Whether nothing happens until a time that the queue has planned. */
export function isResting({ operations, backoff }: StoredQueue): boolean {
  const now = new Date().toISOString();
  const isLater = (time: string | null) => time !== null && time > now;
  const isHeldUp = backoff !== null && (backoff.until === null || isLater(backoff.until));
  const rests = ({ status, url, notBefore }: StoredOperation) =>
    status === 'needsAttention' ||
    isLater(notBefore) ||
    (status === 'queued' && isHeldUp) ||
    // It is sent when the one of its page before it is found.
    (status === 'queued' && operations.some((one) => one.url === url && isLater(one.notBefore)));
  return (isHeldUp || operations.length > 0) && operations.every(rests);
}
