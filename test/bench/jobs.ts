import type { Page } from 'puppeteer-core';
import { evaluateInExtension } from '../browser/chromium/extension-origin';
import { workerEvaluate } from '../browser/chromium/worker-control';
import { until } from '../browser/condition';
import { bundled } from './bundle';
import { addressesOf, asBatch, creationOf, sendAll } from './calls';
import type { Contest, Measurement } from './contest';
import type * as NextOperation from './next-operation';

type Listener = (changes: Record<string, { newValue?: unknown }>) => void;

declare const chrome: {
  runtime: { sendMessage(message: object): Promise<unknown> };
  storage: {
    onChanged: { addListener(listener: Listener): void; removeListener(listener: Listener): void };
    session: { set(items: object): Promise<void> };
  };
};

/** Number of measured reports of a batch. */
const MEASURED = 60;
/** Number of reports whose writes are counted. */
const WRITTEN = 1_000;

/** Measures one creation, from the call of an extension page until storage contains the finished job. */
export const measureSingle: Measurement = async (contest) => {
  const { page, ours, connectionId } = contest;
  return (_, run) => {
    const [url = ''] = addressesOf(`single-${run}`, 1);
    const job = { id: url, subjects: [creationOf(url)] };
    const message = { call: 'createJob', args: [connectionId, job] };
    return evaluateInExtension(page.browser(), ours.id, sendUntilDone, message, url);
  };
};

/** Runs in the extension. Returns the milliseconds until a stored value contains the finished job. */
async function sendUntilDone(message: object, jobId: string): Promise<number> {
  const { onChanged } = chrome.storage;
  const start = performance.now();
  const ended = new Promise<number>((resolve) => {
    const listen: Listener = (changes) => {
      const texts = Object.entries(changes).map(([key, { newValue }]) => {
        const value = typeof newValue === 'string' ? newValue : JSON.stringify(newValue ?? null);
        return key + value;
      });
      const isDone = texts.some((text) => text.includes(jobId) && text.includes('"name":"done"'));
      if (!isDone) return;
      onChanged.removeListener(listen);
      resolve(performance.now() - start);
    };
    onChanged.addListener(listen);
  });
  await chrome.runtime.sendMessage(message);
  return ended;
}

/**
 * Measures a report of a batch in milliseconds.
 * @param isOpen whether the page of the batch is open and in front
 */
export function measureBatchReport(isOpen: boolean): Measurement {
  return async (contest) => async (_, run) => {
    const { service, ours } = contest;
    const urls = addressesOf(`batch-${isOpen ? 'open' : 'closed'}-${run}`, MEASURED + 2);
    const before = service.requests.length;
    const posts = () => service.requests.slice(before).filter(({ method }) => method === 'POST');
    // The browser opens the page of the batch during two slow requests.
    service.behave({ on: { method: 'POST' }, times: 2, delayMs: 3000 });
    await sendAll(contest, ours, asBatch(contest, urls));
    const batchPage = isOpen ? await openBatch(contest, urls[0] ?? '') : null;
    await untilCreated(contest, () => posts().length, urls.length);
    await batchPage?.close();
    const [first = 0, ...others] = posts()
      .slice(2)
      .map(({ arrivedAt }) => arrivedAt);
    return ((others.at(-1) ?? 0) - first) / others.length;
  };
}

function untilCreated(
  { service }: Contest,
  createdCount: () => number,
  count: number,
): Promise<true> {
  const areCreated = () => createdCount() >= count && service.openRequests() === 0;
  return until('all reports are created', () => areCreated() || undefined, 300_000);
}

/** Opens the page of a batch in front, and waits until the page shows the batch. */
async function openBatch({ page, ours }: Contest, id: string): Promise<Page> {
  const browser = page.browser();
  const token = crypto.randomUUID();
  await evaluateInExtension(browser, ours.id, requestBatch, token, id);
  const batchPage = await browser.newPage();
  await batchPage.goto(`chrome-extension://${ours.id}/reports.html#${token}`);
  await batchPage.bringToFront();
  await batchPage.waitForFunction(
    (count) => document.querySelector('main')?.textContent?.includes(`of ${count}`),
    {},
    MEASURED + 2,
  );
  return batchPage;
}

/** Runs in the extension. Stores the first view of a new tab. */
async function requestBatch(token: string, id: string): Promise<void> {
  const route = { view: { name: 'batch', id }, reportId: null, compared: null };
  const request = { route, site: null, tabs: [] };
  await chrome.storage.session.set({ [`reports-request/${token}`]: request });
}

/** Measures the choice of the next operation in milliseconds. Needs no browser. */
export const measureNextOperation: Measurement = async () => {
  const { createChoice } = await bundled<typeof NextOperation>('test/bench/next-operation.ts');
  const choose = await createChoice(1_000);
  return async () => {
    const start = performance.now();
    for (let choice = 0; choice < 20; choice += 1) choose();
    return (performance.now() - start) / 20;
  };
};

/** Counts the kilobytes that the worker writes to `storage` for a batch. */
export const measureWritten: Measurement = async (contest) => async (_, run) => {
  const { service, page, ours } = contest;
  const inWorker = (expression: string) => workerEvaluate(page.browser(), ours.id, expression);
  await sendAll(contest, ours, [{ call: 'prepare', args: [] }]);
  await inWorker(`(${countWrites})()`);
  const before = service.reports().length;
  await sendAll(contest, ours, asBatch(contest, addressesOf(`written-${run}`, WRITTEN)));
  await untilCreated(contest, () => service.reports().length - before, WRITTEN);
  let written = Number.NaN;
  // The worker writes the ends of the last reports after their answers.
  await until('the worker writes no more values', async () => {
    const writtenBefore = written;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    written = Number(await inWorker('globalThis.written'));
    return written === writtenBefore;
  });
  return written / 1_000;
};

/** Runs in the worker. Counts the characters of the values that are written from now on. */
function countWrites(): void {
  const worker = globalThis as unknown as {
    written?: number;
    chrome: { storage: Record<string, { set(items: object): Promise<void> }> };
  };
  const isCounting = worker.written !== undefined;
  worker.written = 0;
  if (isCounting) return;
  for (const name of ['local', 'session']) {
    const area = worker.chrome.storage[name];
    if (area === undefined) continue;
    const set = area.set.bind(area);
    area.set = (items) => {
      worker.written = (worker.written ?? 0) + JSON.stringify(items).length;
      return set(items);
    };
  }
}
