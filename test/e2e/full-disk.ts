import { workerEvaluate } from '../browser/chromium/worker-control';
import { app } from './app';

/** Makes every write to the disk fail. Runs in the worker. */
const FILL_DISK = `(() => {
  const areas = [globalThis.chrome, globalThis.browser].map((api) => api?.storage.local);
  for (const area of areas) if (area) area.set = () => Promise.reject(new Error('No space left'));
})()`;

/** Makes all writes of the worker fail until it stops. */
export async function fillDisk(): Promise<void> {
  await app.worker.wake();
  await workerEvaluate(app.stage.browser, app.stage.extensionId, FILL_DISK);
}
