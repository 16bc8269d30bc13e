import type { Page } from 'puppeteer-core';
import { beforeEach, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { connectThroughOptions } from '../browser/options-page';
import { byRole, press, textsOf } from '../browser/roles';
import { type Failure, failures } from '../service/served-failure';
import { inChromium, insider, openPopup, service, stage, useService } from './fixture';
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
  for (const url of URLS) await insider.ask('create', crypto.randomUUID(), { url, privacy: 1 });
  service.behave(null);
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

it('another key of the same account goes on with everything, paused reports included', async () => {
  await leaveReports(failures.keyRefused);
  const { status, alert } = await connectWith(SAME);
  expect([status, alert]).toEqual([`Connected to ${service.baseUrl}`, '']);
  await until('both are made', () => urlsOf().length === 4, 30_000);
  expect(urlsOf()).toEqual(expect.arrayContaining(URLS));
  expect(await insider.placesOf(service.apiKey)).toEqual([]);
});

it.each([
  ['another account', OTHER],
  ['an unknown one', UNKNOWN],
])('a key of %s shows nothing of the former account', async (_, key) => {
  const former = (await insider.stored()).connection;
  expect((await connectWith(key)).alert).toBe('');
  await untilConnected(key);
  expect((await insider.stored()).connection).not.toEqual(former);
  expect(await insider.placesOf(service.apiKey)).toEqual([]);
  expect(await insider.placesOf('kept.example')).toEqual([]);
  const popup = await openPopup();
  await untilSaid(popup, 'No reports yet');
});

it('changes nothing while reports wait, and says how many', async () => {
  await leaveReports();
  await insider.ask('remove', listedReport(await insider.stored(), DELETED));
  const { alert } = await connectWith(OTHER);
  expect(alert).toBe(
    'This API key may belong to another account. 1 open deletion would be sent at once. 2 reports are still open.',
  );
  expect(await insider.placesOf(OTHER)).toEqual([]);
  expect((await insider.queue()).submissions).toHaveLength(2);
  expect(urlsOf()).toContain(DELETED);
});

it('makes each waiting report once with the new key, after the deletions', async () => {
  await leaveReports();
  await insider.ask('remove', listedReport(await insider.stored(), DELETED));
  await connectWith(OTHER);
  await press(options, 'Keep waiting reports');
  await untilConnected(OTHER);
  await until('both are made', () => urlsOf(OTHER).length === 2, 30_000);
  await until('nothing waits', async () => (await insider.queue()).submissions.length === 0);
  expect(urlsOf(OTHER).toSorted()).toEqual(URLS);
  expect(urlsOf()).toEqual(['https://kept.example/']);
  const popup = await openPopup();
  await untilRows(popup, (rows) => rows.length === 2);
});

inChromium('the store has no limit to fill it to')(
  'loses and doubles nothing where the store is full, and goes on when it is not',
  async () => {
    await leaveReports();
    await connectWith(OTHER);
    await insider.fillStore();
    await press(options, 'Keep waiting reports');
    await untilSaid(options, 'Browser storage is full.');
    expect(await insider.placesOf(OTHER)).toEqual([]);
    expect((await insider.queue()).submissions).toHaveLength(2);
    await insider.emptyStore();
    await press(options, 'Connect');
    await press(options, 'Keep waiting reports');
    await untilConnected(OTHER);
    await until('both are made', () => urlsOf(OTHER).length === 2, 30_000);
    expect(urlsOf(OTHER).toSorted()).toEqual(URLS);
    expect(urlsOf()).toHaveLength(2);
  },
);

it('drops what waits where that is chosen', async () => {
  await leaveReports();
  await connectWith(UNKNOWN);
  await press(options, 'Drop waiting reports');
  await untilConnected(UNKNOWN);
  for (const url of URLS) expect(await insider.placesOf(url)).toEqual([]);
  expect(urlsOf(UNKNOWN)).toEqual([]);
});
