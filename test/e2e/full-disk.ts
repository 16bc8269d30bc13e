import { workerEvaluate } from '../browser/chromium/worker-control';
import { app } from './app';

/** Runs in the worker, and lasts until the worker stops. */
const FILL_DISK = `(() => {
  const areas = [globalThis.chrome, globalThis.browser].map((api) => api?.storage.local);
  for (const area of areas) if (area) area.set = () => Promise.reject(new Error('No space left'));
})()`;

export async function fillDisk(): Promise<void> {
  await app.worker.wake();
  await workerEvaluate(app.testBrowser.browser, app.testBrowser.extensionId, FILL_DISK);
}
