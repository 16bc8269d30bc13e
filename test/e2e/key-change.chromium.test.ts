import { beforeEach, expect, it } from 'vitest';
import { type Failure, laterAgain } from '../service/served-failure';
import { startService } from '../service/service';
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
const EXHAUSTED = laterAgain(failures.tooManyRequests, 3600);

/** Leaves two reports waiting, for the reason that the service gives once. */
async function leaveReports(fail: Failure = EXHAUSTED): Promise<void> {
  app.service.behave({ fail });
  for (const url of URLS) await app.worker.add(creation(url));
  await app.untilAtGate();
  app.service.behave(null);
}

function connectWith(apiKey: string) {
  return options.connect({ baseUrl: app.service.baseUrl, apiKey });
}

async function untilConnected(apiKey: string, baseUrl = app.service.baseUrl): Promise<void> {
  const isKept = async () => (await app.worker.placesOf(apiKey)).length === 1;
  await until('the new key is stored', isKept);
  const { host } = new URL(baseUrl);
  await until('it is connected', async () =>
    (await options.texts(byRole('status')))[0]?.startsWith(`Connected to ${host}`),
  );
}

function urlsOf(apiKey?: string): string[] {
  return app.service.reports(apiKey).map(({ url }) => url);
}

it.each([
  ['another account', OTHER],
  ['an unknown account', UNKNOWN],
])('a new key of %s removes all data of the former account', async (_, key) => {
  expect((await connectWith(key)).alert).toBe('');
  await untilConnected(key);
  expect(await app.worker.placesOf(app.service.apiKey)).toEqual([]);
  expect(await app.worker.placesOf('kept.example')).toEqual([]);
  const popup = await app.popup();
  await popup.says('No reports yet');
});

it.each([
  ['of the same account', SAME, failures.keyRefused],
  ['of another account', OTHER, EXHAUSTED],
])(
  'a new key %s changes nothing until waiting reports are kept, and makes each once',
  async (_, key, fail) => {
    await leaveReports(fail);
    expect((await connectWith(key)).alert).toBe('You still have 2 waiting reports.');
    expect(await app.worker.placesOf(key)).toEqual([]);
    expect((await app.worker.tasks()).tasks).toHaveLength(2);
    await options.press('Keep waiting reports');
    await untilConnected(key);
    await until('nothing waits', async () => (await app.worker.tasks()).tasks.length === 0);
    const isWaiting = (url: string) => URLS.includes(url);
    expect(urlsOf(key).filter(isWaiting).toSorted()).toEqual(URLS);
    expect(await app.worker.placesOf(app.service.apiKey)).toEqual([]);
    const popup = await app.popup();
    await popup.rows((rows) => rows.length === urlsOf(key).length);
  },
);

it('a new key drops waiting reports only by a press, after telling their number', async () => {
  await leaveReports();
  const report = listedReport(await app.worker.stored(), DELETED);
  await app.worker.add({ kind: 'delete', report });
  expect((await connectWith(UNKNOWN)).alert).toBe(
    'You still have 2 waiting reports and 1 waiting deletion.',
  );
  await options.press('Drop waiting reports');
  await untilConnected(UNKNOWN);
  for (const url of [...URLS, 'deleted.example'])
    expect(await app.worker.placesOf(url)).toEqual([]);
  expect(urlsOf(UNKNOWN)).toEqual([]);
  expect(urlsOf()).toContain(DELETED);
});

it('another service is connected only if waiting reports may be dropped', async () => {
  await leaveReports();
  const other = await startService();
  try {
    expect((await options.connect(other)).alert).toBe('2 waiting reports would be dropped.');
    await options.press('Connect');
    await options.locator(byRole('button', 'Connect anyway')).wait();
    const kept = JSON.stringify(await app.worker.stored());
    for (const part of [app.service.baseUrl, ...URLS]) expect(kept).toContain(part);
    await options.press('Connect anyway');
    await untilConnected(other.apiKey, other.baseUrl);
    expect(JSON.stringify(await app.worker.stored())).not.toMatch(/one\.example|two\.example/);
  } finally {
    await other.close();
  }
});
