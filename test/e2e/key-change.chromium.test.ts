import { beforeEach, expect, it } from 'vitest';
import { listedReport } from '../browser/stored';
import { app, byRole, creation, failures, type Screen, until, useService } from './app';

const SAME = 'same-account-key-51d0';
const OTHER = 'other-account-key-77c1';
const URLS = ['https://one.example/', 'https://two.example/'];
const DELETED = 'https://deleted.example/';

let options: Screen;

useService({
  reports: [{ url: 'https://kept.example/' }, { url: DELETED }],
  otherKeys: { [SAME]: 7, [OTHER]: 8 },
});
beforeEach(async () => {
  options = await app.options();
  await options.locator(byRole('region', 'Account')).wait();
});

/** Leaves two reports waiting, since the key is refused once. */
async function leaveReports(): Promise<void> {
  app.service.behave({ fail: failures.keyRefused });
  for (const url of URLS) await app.worker.add(creation(url));
  await app.untilBackoff();
  app.service.behave(null);
}

function connectWith(apiKey: string) {
  return options.connect({ baseUrl: app.service.baseUrl, apiKey });
}

async function untilConnected(apiKey: string): Promise<void> {
  const isKept = async () => (await app.worker.placesOf(apiKey)).length === 1;
  await until('the new key is stored', isKept);
  const { host } = new URL(app.service.baseUrl);
  await until('it is connected', async () =>
    (await options.texts(byRole('status')))[0]?.startsWith(`Connected to ${host}`),
  );
}

function urlsOf(apiKey?: string): string[] {
  return app.service.reports(apiKey).map(({ url }) => url);
}

it('a new key of another account removes all data of the former account', async () => {
  expect((await connectWith(OTHER)).alert).toBe('');
  await untilConnected(OTHER);
  expect(await app.worker.placesOf(app.service.apiKey)).toEqual([]);
  expect(await app.worker.placesOf('kept.example')).toEqual([]);
  const popup = await app.popup();
  await popup.says('No reports yet');
});

it('a new key changes nothing until waiting reports are kept, and makes each once', async () => {
  await leaveReports();
  expect((await connectWith(SAME)).alert).toBe('You still have 2 waiting reports.');
  expect(await app.worker.placesOf(SAME)).toEqual([]);
  expect(await app.worker.operations()).toHaveLength(2);
  await options.press('Keep waiting reports');
  await untilConnected(SAME);
  await until('nothing waits', async () => (await app.worker.operations()).length === 0);
  const isWaiting = (url: string) => URLS.includes(url);
  expect(urlsOf(SAME).filter(isWaiting).toSorted()).toEqual(URLS);
  expect(await app.worker.placesOf(app.service.apiKey)).toEqual([]);
  const popup = await app.popup();
  await popup.rows((rows) => rows.length === urlsOf(SAME).length);
});

it('a new key drops waiting reports only by a press, after telling their number', async () => {
  await leaveReports();
  const report = listedReport(await app.worker.stored(), DELETED);
  await app.worker.add({ kind: 'delete', report });
  expect((await connectWith(OTHER)).alert).toBe(
    'You still have 2 waiting reports and 1 waiting deletion.',
  );
  await options.press('Drop waiting reports');
  await untilConnected(OTHER);
  for (const url of [...URLS, 'deleted.example'])
    expect(await app.worker.placesOf(url)).toEqual([]);
  expect(urlsOf(OTHER)).toEqual([]);
  expect(urlsOf()).toContain(DELETED);
});
