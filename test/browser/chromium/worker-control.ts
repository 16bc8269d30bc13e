import type { Browser, CDPSession, Target } from 'puppeteer-core';
import { until } from '../condition';

/*
 * Background workers under Puppeteer, measured in Chromium 156:
 *
 * - Puppeteer detaches from a new worker at once. An idle worker ends after 30 s, even while an extension
 *   page is open.
 * - `target.worker()` and `extension.workers()` attach permanently, and an attached worker never ends.
 *   `workerEvaluate` detaches again.
 * - When the target of a worker is closed, the worker ends at once, even during a request. The next event
 *   or message starts a new worker.
 */

/** Limit for a stop. Chromium needs seconds to stop a worker that is just starting. */
const MAX_STOP_MS = 30_000;

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

export async function isWorkerRunning(browser: Browser, extensionId: string): Promise<boolean> {
  const ids = await withSession(browser.target(), (session) => workerIds(session, extensionId));
  return ids.length > 0;
}

/** Stops the worker, as the browser does after idle time. An event may start a new worker at once. */
export async function stopWorker(browser: Browser, extensionId: string): Promise<void> {
  await withSession(browser.target(), async (session) => {
    const idsBefore = await workerIds(session, extensionId);
    await until(
      'the worker ends',
      async () => {
        const currentIds = await workerIds(session, extensionId);
        const remaining = idsBefore.filter((targetId) => currentIds.includes(targetId));
        for (const targetId of remaining) {
          // The command fails if the worker has already ended. A starting worker ignores the command, so
          // `until` repeats the command.
          await session.send('Target.closeTarget', { targetId }).catch(() => {});
        }
        return remaining.length === 0;
      },
      MAX_STOP_MS,
    );
  });
}

/**
 * Evaluates an expression in the worker, and awaits its value, which must be a JSON value.
 * @throws if no worker is running, or if the expression throws
 */
export async function workerEvaluate(
  browser: Browser,
  extensionId: string,
  expression: string,
): Promise<unknown> {
  const target = browser
    .targets()
    .find(
      (candidate) => candidate.type() === 'service_worker' && isOf(extensionId, candidate.url()),
    );
  if (target === undefined) throw new Error('The background worker is not running.');
  return withSession(target, async (session) => {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', options);
    if (!exceptionDetails) return result.value;
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  });
}
