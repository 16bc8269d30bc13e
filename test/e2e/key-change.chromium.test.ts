import { beforeEach, expect, it } from 'vitest';
import type { Failure } from '../service/served-failure';
import { app, byRole, creation, failures, type Screen, until, useService } from './app';
import { listedReport } from './stored';

const SAME = 'same-account-key-51d0';
const OTHER = 'other-account-key-77c1';
const UNKNOWN = 'unknown-account-key-2b9e';
const URLS = ['https://one.example/', 'https://two.example/'];
const DELETED = 'https://deleted.example/';

let options: Screen;

useService({
  reports: [{ url: 'https://kept.example/' }, { url: DELETED }],
  otherKeys: { [SAME]: 7, [OTHER]: 8, [UNKNOWN]: null },
});
beforeEach(async () => {
  options = await app.options();
  await options.locator(byRole('region', 'Account')).wait();
});

/** The key takes no more reports for an hour. */
const EXHAUSTED = {
  ...failures.tooManyRequests,
  retryAfter: { seconds: 3600, as: 'seconds' },
} as const;

/** Leaves two reports waiting, for the reason that the service gives once. */
async function leaveReports(fail: Failure = EXHAUSTED): Promise<void> {
  app.service.behave({ fail });
  for (const url of URLS) await app.worker.add(creation(url));
  await app.untilAtGate();
  app.service.behave(null);
}

/** Asks for a deletion, which can be undone for some seconds. */
async function leaveDeletion(): Promise<void> {
  const report = listedReport(await app.worker.stored(), DELETED);
  await app.worker.add({ kind: 'delete', report });
}

function connectWith(apiKey: string) {
  return options.connect({ baseUrl: app.service.baseUrl, apiKey });
}

async function untilConnected(apiKey: string): Promise<void> {
  await until(
    'the new key is stored',
    async () => (await app.worker.placesOf(apiKey)).length === 1,
  );
  await until('it is connected', async () =>
    (await options.texts(byRole('status'))).join().includes('Connected to'),
  );
}

function urlsOf(apiKey?: string): string[] {
  return app.service.reports(apiKey).map(({ url }) => url);
}

it.each([
  ['another account', OTHER],
  ['an unknown one', UNKNOWN],
])('a key of %s shows nothing of the former account', async (_, key) => {
  expect((await connectWith(key)).alert).toBe('');
  await untilConnected(key);
  expect(await app.worker.placesOf(app.service.apiKey)).toEqual([]);
  expect(await app.worker.placesOf('kept.example')).toEqual([]);
  const popup = await app.popup();
  await popup.says('No reports yet');
});

it('changes nothing while anything waits, and says how much', async () => {
  await leaveReports();
  await leaveDeletion();
  expect((await connectWith(OTHER)).alert).toBe(
    'You still have 2 waiting reports and 1 waiting deletion.',
  );
  expect(await app.worker.placesOf(OTHER)).toEqual([]);
  expect((await app.worker.tasks()).tasks).toHaveLength(3);
  expect(urlsOf()).toContain(DELETED);
});

it('makes each waiting report once with another key of the account, where they are kept', async () => {
  await leaveReports(failures.keyRefused);
  expect((await connectWith(SAME)).alert).toBe('You still have 2 waiting reports.');
  await options.press('Keep waiting reports');
  await untilConnected(SAME);
  await until('both are made', () => urlsOf().length === 4);
  expect(urlsOf()).toEqual(expect.arrayContaining(URLS));
  expect(await app.worker.placesOf(app.service.apiKey)).toEqual([]);
});

it('makes them with the key of another account, too', async () => {
  await leaveReports();
  await connectWith(OTHER);
  await options.press('Keep waiting reports');
  await untilConnected(OTHER);
  await until('both are made', () => urlsOf(OTHER).length === 2);
  await until('nothing waits', async () => (await app.worker.tasks()).tasks.length === 0);
  expect(urlsOf(OTHER).toSorted()).toEqual(URLS);
  const popup = await app.popup();
  await popup.rows((rows) => rows.length === 2);
});

it('drops what waits where that is chosen', async () => {
  await leaveReports();
  await connectWith(UNKNOWN);
  await options.press('Drop waiting reports');
  await untilConnected(UNKNOWN);
  for (const url of URLS) expect(await app.worker.placesOf(url)).toEqual([]);
  expect(urlsOf(UNKNOWN)).toEqual([]);
});
