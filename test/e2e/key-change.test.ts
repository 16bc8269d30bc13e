import type { Page } from 'puppeteer-core';
import { beforeEach, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { connectThroughOptions } from '../browser/options-page';
import { byRole, press, textsOf } from '../browser/roles';
import { type Failure, failures } from '../service/served-failure';
import { insider, openPopup, service, stage, untilAtGate, useService } from './fixture';
import { creation } from './insider';
import { untilRows, untilSaid } from './popup-reading';
import { listedReport } from './stored';

const SAME = 'same-account-key-51d0';
const OTHER = 'other-account-key-77c1';
const UNKNOWN = 'unknown-account-key-2b9e';
const URLS = ['https://one.example/', 'https://two.example/'];
const DELETED = 'https://deleted.example/';

let options: Page;

useService({
  reports: [{ url: 'https://kept.example/' }, { url: DELETED }],
  otherKeys: { [SAME]: 7, [OTHER]: 8, [UNKNOWN]: null },
});
beforeEach(async () => {
  options = await stage.openOptions();
  await options.locator(byRole('region', 'Account')).wait();
});

/** The key takes no more reports for an hour. */
const EXHAUSTED = {
  ...failures.tooManyRequests,
  retryAfter: { seconds: 3600, as: 'seconds' },
} as const;

/** Leaves two reports waiting, for the reason that the service gives once. */
async function leaveReports(fail: Failure = EXHAUSTED): Promise<void> {
  service.behave({ fail });
  for (const url of URLS) await insider.add(creation(url));
  await untilAtGate();
  service.behave(null);
}

/** Asks for a deletion, which can be undone for some seconds. */
async function leaveDeletion(): Promise<void> {
  const report = listedReport(await insider.stored(), DELETED);
  await insider.add({ kind: 'delete', report });
}

function connectWith(apiKey: string) {
  return connectThroughOptions(options, { baseUrl: service.baseUrl, apiKey });
}

async function untilConnected(apiKey: string): Promise<void> {
  await until('the new key is stored', async () => (await insider.placesOf(apiKey)).length === 1);
  await until('it is connected', async () =>
    (await textsOf(options, byRole('status'))).join().includes('Connected to'),
  );
}

function urlsOf(apiKey?: string): string[] {
  return service.reports(apiKey).map(({ url }) => url);
}

it.each([
  ['another account', OTHER],
  ['an unknown one', UNKNOWN],
])('a key of %s shows nothing of the former account', async (_, key) => {
  expect((await connectWith(key)).alert).toBe('');
  await untilConnected(key);
  expect(await insider.placesOf(service.apiKey)).toEqual([]);
  expect(await insider.placesOf('kept.example')).toEqual([]);
  const popup = await openPopup();
  await untilSaid(popup, 'No reports yet');
});

it('changes nothing while anything waits, and says how much', async () => {
  await leaveReports();
  await leaveDeletion();
  expect((await connectWith(OTHER)).alert).toBe(
    'You still have 2 waiting reports and 1 waiting deletion.',
  );
  expect(await insider.placesOf(OTHER)).toEqual([]);
  expect((await insider.tasks()).tasks).toHaveLength(3);
  expect(urlsOf()).toContain(DELETED);
});

it('makes each waiting report once with another key of the account, where they are kept', async () => {
  await leaveReports(failures.keyRefused);
  expect((await connectWith(SAME)).alert).toBe('You still have 2 waiting reports.');
  await press(options, 'Keep waiting reports');
  await untilConnected(SAME);
  await until('both are made', () => urlsOf().length === 4);
  expect(urlsOf()).toEqual(expect.arrayContaining(URLS));
  expect(await insider.placesOf(service.apiKey)).toEqual([]);
});

it('makes them with the key of another account, too', async () => {
  await leaveReports();
  await connectWith(OTHER);
  await press(options, 'Keep waiting reports');
  await untilConnected(OTHER);
  await until('both are made', () => urlsOf(OTHER).length === 2);
  await until('nothing waits', async () => (await insider.tasks()).tasks.length === 0);
  expect(urlsOf(OTHER).toSorted()).toEqual(URLS);
  const popup = await openPopup();
  await untilRows(popup, (rows) => rows.length === 2);
});

it('drops what waits where that is chosen', async () => {
  await leaveReports();
  await connectWith(UNKNOWN);
  await press(options, 'Drop waiting reports');
  await untilConnected(UNKNOWN);
  for (const url of URLS) expect(await insider.placesOf(url)).toEqual([]);
  expect(urlsOf(UNKNOWN)).toEqual([]);
});
