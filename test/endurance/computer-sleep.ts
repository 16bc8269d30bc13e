import type { Submission } from '@/lib/submission/submission';
import { until } from '../browser/condition';
import { isWorkerRunning, stopWorker } from '../browser/worker';
import type { Stage } from '../e2e/stage';
import type { Service } from '../service/service';
import { type Desk, type KeptQueue, openDesk } from './desk';

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
export async function sleep(stage: Stage, service: Service, desk: Desk): Promise<void> {
  const { browser, extensionId } = stage;
  do {
    await stopWorker(browser, extensionId);
    await until('the service has no request under way', () => service.underWay() === 0);
    await desk.moveTimesBack(SLEEP_MS);
    // One that was started meanwhile may have read the times of before.
  } while (await isWorkerRunning(browser, extensionId));
}

/**
 * Lets the computer sleep whenever the queue has nothing to do but to wait, until what it keeps is
 * as the check wants it.
 */
export async function sleepUntil(
  what: string,
  isSo: (kept: KeptQueue) => boolean,
  stage: Stage,
  service: Service,
): Promise<void> {
  const desk = await openDesk(stage);
  try {
    await until(
      what,
      async () => {
        const kept = await desk.kept();
        if (isSo(kept)) return true;
        if (isResting(kept)) {
          await sleep(stage, service, desk);
          await desk.wake();
        }
        return false;
      },
      60_000,
    );
  } finally {
    await desk.close();
  }
}

/** Whether nothing happens until a time that the queue has planned. */
export function isResting({ submissions, pause }: KeptQueue): boolean {
  const now = new Date().toISOString();
  if (pause !== null) return pause.until > now;
  const later = submissions.filter((one) => one.state === 'checking' && one.nextAt > now);
  const rests = ({ state, url }: Submission) =>
    state === 'failed' ||
    state === 'needs-attention' ||
    // It goes out when the one of its page before it is found.
    (state === 'waiting' && later.some((one) => one.url === url));
  return submissions.every((one) => later.includes(one) || rests(one));
}
