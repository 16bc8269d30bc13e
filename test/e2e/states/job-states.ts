import type { StoredQueue } from '../../browser/stored';
import { SERVICE_HOST } from '../../browser/test-browser';
import { sleepUntil } from '../../endurance/computer-sleep';
import type { Failure } from '../../service/served-failure';
import { app, creation, failures, type Screen, type State, until } from '../app';
import { fillDisk } from '../full-disk';

const LONG_URL = `https://shop.example/${'collection-of-everything/'.repeat(6)}?${'long=1&'.repeat(30)}`;

export const JOB_STATES: Record<string, State> = {
  'reports that wait for a new key': async () => {
    await submitMany([LONG_URL, 'https://two.example/'], failures.tooManyRequests);
    app.service.behave({ fail: failures.keyRefused });
    await app.worker.callForConnection('retryNow');
    return openPopupSaying('The service refused the API key.');
  },
  'reports that wait for a permission': async () => {
    await app.connect();
    await app.worker.removeHostPermission(SERVICE_HOST);
    await app.worker.createJobs(creation(LONG_URL), creation('https://two.example/'));
    const popup = await app.popup();
    await popup.shows('button', 'Allow access');
    return popup;
  },
  'more reports than are shown': async () => {
    const urls = Array.from({ length: 30 }, (_, number) => `https://many.example/page/${number}`);
    return openWith(urls, failures.tooManyRequests, '5 more reports');
  },
  'a line of a job, with the failure of a press': async () => {
    const popup = await openWith(['https://refused.example/'], failures.invalid, "wasn't reported");
    await fillDisk();
    await popup.press('Send again');
    await popup.says('Browser storage is full.');
    return popup;
  },
  'reports in every state': async () => {
    await submitUnconfirmed(LONG_URL);
    await submitWithLostPassword('https://password.example/');
    await submitMany(['https://refused.example/'], failures.forbidden);
    await submitMany([`https://lost.example/${'long/'.repeat(60)}`], failures.html);
    const urls = ['https://one.example/', 'https://two.example/', 'https://three.example/'];
    return openWith(urls, failures.silence, 'Waiting:');
  },
};

/** Submits a report that no lookup finds. */
async function submitUnconfirmed(url: string): Promise<void> {
  await submitMany([url], failures.html);
  const needsAttention = ({ operations }: StoredQueue) =>
    operations.some(({ status }) => status === 'needsAttention');
  await sleepUntil('a person has to decide', needsAttention, app.testBrowser, app.service);
}

/** Submits a report whose password is dropped before the request. */
async function submitWithLostPassword(url: string): Promise<void> {
  await submitMany([url], failures.tooManyRequests, 2);
  // Imitates the end of the browser, which forgets the password.
  await app.worker.stop();
  await app.worker.clearSession();
  app.service.behave(null);
  await app.worker.callForConnection('retryNow');
}

async function openWith(urls: string[], fail: Failure, text: string): Promise<Screen> {
  await submitMany(urls, fail);
  return openPopupSaying(text);
}

/** Submits reports while creations fail, and waits until each creation has failed. */
export async function submitMany(urls: string[], fail: Failure, privacy = 1): Promise<void> {
  await app.connect();
  app.service.behave({ on: { method: 'POST' }, fail });
  const before = app.requests('POST').length;
  const ids = await app.worker.createJobs(
    ...urls.map((url) => ({
      ...creation(url, privacy),
      ...(privacy === 2 && { password: 'open sesame' }),
    })),
  );
  if (fail.kind === 'silence') return;
  await until('no request is in flight', async () => {
    // The backoff may belong to earlier reports.
    if (app.requests('POST').length === before) return false;
    const { operations, backoff } = await app.worker.queue();
    const own = operations.filter(({ jobId }) => ids.includes(jobId));
    return own.every(
      ({ status }) => status !== 'sending' && (status !== 'queued' || backoff !== null),
    );
  });
}

async function openPopupSaying(text: string): Promise<Screen> {
  const popup = await app.popup();
  await popup.queue();
  await popup.says(text);
  return popup;
}
