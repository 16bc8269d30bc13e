import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { UNCONNECTED } from '../../browser/stored';
import { app, creation, failures, until, useService } from '../app';

const PASSWORD = 'wint3r-stairs-9';
const PAGE = 'https://shop.example/';

useService();

function calls(): string[] {
  return app.service.requests.map(({ method, path }) => `${method} ${path}`);
}

it('the options page reads only the account, and stores nothing', async () => {
  let before = calls().length;
  const opened = await app.options();
  await until('the account is requested', () => calls().length > before);
  await opened.says('as Rosa Lindqvist');
  expect(await app.worker.itemsContaining('Rosa Lindqvist')).toEqual([]);
  await app.worker.callForConnection('getAccount');
  expect(calls().slice(before)).toEqual(['GET /api/v1/account', 'GET /api/v1/account']);

  await app.disconnect();
  before = calls().length;
  const options = await app.options();
  await options.press('Connect');
  await options.says('Enter the base URL');
  // All earlier requests arrive before this one.
  await app.connect();
  expect(calls()[before]).toBe('GET /api/v1/reports');
});

it('a refused report is stored without its password until Discard', async () => {
  app.service.behave({ on: { method: 'POST' }, fail: failures.invalid });
  const [id = ''] = await app.worker.createJobs({ ...creation(PAGE, 2), password: PASSWORD });
  await until(
    'the report is refused',
    async () => (await app.worker.operations())[0]?.status === 'needsAttention',
  );
  const name = `/operations/${id}-0`;
  const [, stored] =
    Object.entries(await app.worker.stored()).find(([key]) => key.endsWith(name)) ?? [];
  expect(stored).toMatchObject([{ subject: { url: PAGE, privacy: 2 } }]);
  expect(JSON.stringify(stored)).toContain('The url field must be a valid URL.');
  expect(JSON.stringify(await app.worker.stored())).not.toContain(PASSWORD);
  await app.worker.callForConnection('updateJob', id, { kind: 'cancel' });
  // The worker removes the ended job after its reply.
  await until(
    'the address is not on the disk',
    async () => !JSON.stringify(await app.worker.stored()).includes(PAGE),
  );
  expect(await app.worker.itemsContaining('must be a valid URL')).toEqual([]);
  expect(await app.worker.itemsContaining(PASSWORD)).toEqual([]);

  const onDisk = async () => {
    const places = await app.worker.itemsContaining(app.service.samplePages.good);
    return places.filter((place) => place.startsWith('local'));
  };
  const popup = await app.popup();
  await popup.press('Create report');
  await popup.untilAlert();
  const JOB_AND_OPERATION = /^[^,]*\/job\/[^,]*,[^,]*\/operations\/[^,]*$/;
  await until('job and operation are stored', async () =>
    JOB_AND_OPERATION.test((await onDisk()).join()),
  );
  await popup.press('Discard');
  await until('the address is not on the disk', async () => (await onDisk()).length === 0);
});

it('disconnecting leaves only the preferences, on disk and in memory', async () => {
  const options = await app.settledOptions();
  await options.choose('Public');
  await options.fill('Report link', `${app.service.origin}/reports/{id}`);
  await options.keyboard.press('Tab');
  const popup = await app.popup();
  await popup.create('Publish anyway');
  await popup.fill('URL', 'https://half.example/typed');
  await until(
    'the form is stored',
    async () => (await app.worker.itemsContaining('half.example/typed')).length > 0,
  );
  expect(app.requests('POST')).toHaveLength(1);
  await app.disconnect();
  await until('only the preferences are left', async () => {
    const [local, session] = [await app.worker.stored(), await app.worker.stored('session')];
    const { preferences, ...others } = local;
    return preferences && isDeepStrictEqual([others, session], [UNCONNECTED, UNCONNECTED]);
  });
});
