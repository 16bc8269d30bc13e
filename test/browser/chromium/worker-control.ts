import type { Browser, CDPSession, Target } from 'puppeteer-core';
import { until } from '../condition';

/*
 * The background worker under Puppeteer, measured in Chromium 156:
 *
 * - Puppeteer lets go of workers as soon as it has seen them, so it does not keep them alive: an
 *   idle one ends after 30 s, with an extension page open as well.
 * - `target.worker()` and `extension.workers()` attach for good, and an attached worker never ends.
 *   So nothing here uses them, and tests should not either: `workerEvaluate` lets go again.
 * - Closing its target ends a worker at once, also one that has a request in flight: what it wanted
 *   to do next does not happen. The next event or message starts a new one.
 */

/** Chromium takes seconds for a worker that is stopped while it starts, more on a busy machine. */
const STOP_MS = 30_000;

async function withSession<Result>(
  target: Target,
  work: (session: CDPSession) => Promise<Result>,
): Promise<Result> {
  const session = await target.createCDPSession();
  try {
    return await work(session);
  } finally {
    await session.detach();
  }
}

async function workerIds(session: CDPSession, extensionId: string): Promise<string[]> {
  const { targetInfos } = await session.send('Target.getTargets');
  return targetInfos
    .filter(({ type, url }) => type === 'service_worker' && isOf(extensionId, url))
    .map(({ targetId }) => targetId);
}

function isOf(extensionId: string, url: string): boolean {
  return url.startsWith(`chrome-extension://${extensionId}/`);
}

/** Whether the background worker lives at this moment. Asking does not wake it. */
export async function isWorkerRunning(browser: Browser, extensionId: string): Promise<boolean> {
  const ids = await withSession(browser.target(), (session) => workerIds(session, extensionId));
  return ids.length > 0;
}

/**
 * Ends the background worker as the browser does when it has been idle, and waits until it is
 * gone. Quiet when it is not running. Something that wakes it may have started a new one already.
 */
export async function stopWorker(browser: Browser, extensionId: string): Promise<void> {
  await withSession(browser.target(), async (session) => {
    const ended = await workerIds(session, extensionId);
    await until(
      'the worker ends',
      async () => {
        const living = await workerIds(session, extensionId);
        const left = ended.filter((targetId) => living.includes(targetId));
        for (const targetId of left) {
          // It may end by itself just now. One that is only starting takes no notice: it is told again.
          await session.send('Target.closeTarget', { targetId }).catch(() => {});
        }
        return left.length === 0;
      },
      STOP_MS,
    );
  });
}

/**
 * Value of an expression in the running worker, a promise's when it is one; the value is JSON.
 * Throws when no worker is running, or the expression throws.
 */
export async function workerEvaluate(
  browser: Browser,
  extensionId: string,
  expression: string,
): Promise<unknown> {
  const target = browser
    .targets()
    .find((one) => one.type() === 'service_worker' && isOf(extensionId, one.url()));
  if (target === undefined) throw new Error('The background worker is not running.');
  return withSession(target, async (session) => {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', options);
    if (!exceptionDetails) return result.value;
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  });
}
