import { expect, it } from 'vitest';
import { until } from '../browser/condition';
import { fill, press } from '../browser/roles';
import { failures } from '../service/served-failure';
import { insider, openPopup, requestsBy, service, stage, useService } from './fixture';
import { choose, create, untilAlert } from './popup-reading';
import { disconnect } from './scene';

const PASSWORD = 'wint3r-stairs-9';
const PAGE = 'https://shop.example/';

useService();

/** What the API was asked for. */
function calls(): string[] {
  return service.requests.map(({ method, path }) => `${method} ${path}`);
}

it('opening the options page asks for the account, and for nothing else', async () => {
  await until('connecting has read the account', () => calls().includes('GET /api/v1/account'));
  const before = calls().length;
  await stage.openOptions();
  await until('the account is asked for', () => calls().length > before);
  await insider.ask('account');
  expect(calls().slice(before)).toEqual(['GET /api/v1/account', 'GET /api/v1/account']);
});

it('opening the options page sends nothing where nothing is connected', async () => {
  await disconnect(stage);
  const before = calls().length;
  const options = await stage.openOptions();
  await press(options, 'Connect');
  expect(calls().slice(before)).toEqual([]);
});

it("a refused report is stored with its address, privacy and the service's words, and without its password, until it is discarded", async () => {
  service.behave({ on: { method: 'POST' }, fail: failures.invalid });
  const draft = { url: PAGE, privacy: 2, password: PASSWORD };
  const [id = ''] = await insider.add({ kind: 'create', draft });
  await until('it is refused', async () => (await insider.tasks()).tasks[0]?.state === 'stuck');
  const name = `/task/${id}`;
  const [, stored] =
    Object.entries(await insider.stored()).find(([key]) => key.endsWith(name)) ?? [];
  expect(stored).toMatchObject({ work: { draft: { url: PAGE, privacy: 2 } } });
  expect(JSON.stringify(stored)).toContain('This address cannot be analysed.');
  expect(JSON.stringify(await insider.stored())).not.toContain(PASSWORD);
  await insider.ask('cancel', id);
  expect(JSON.stringify(await insider.stored())).not.toContain(PAGE);
  expect(await insider.placesOf('cannot be analysed')).toEqual([]);
  expect(await insider.placesOf(PASSWORD)).toEqual([]);
});

it('a report that is refused in front of a person stays in the form, and not on disk', async () => {
  service.behave({ on: { method: 'POST' }, fail: failures.invalid });
  const popup = await openPopup();
  await press(popup, 'Create report');
  await untilAlert(popup);
  await until('it is not on disk', async () => {
    const places = await insider.placesOf(service.samplePages.good);
    return !places.some((place) => place.startsWith('local'));
  });
});

it('disconnecting leaves the preferences alone, on disk and in memory', async () => {
  const options = await stage.openOptions();
  await choose(options, 'Public');
  await fill(options, 'Report link', `${service.origin}/reports/{id}`);
  await options.keyboard.press('Tab');
  const popup = await openPopup();
  await create(popup);
  await fill(popup, 'URL', 'https://half.example/typed');
  await until(
    'the form is stored',
    async () => (await insider.placesOf('half.example')).length > 0,
  );
  expect(requestsBy('POST')).toHaveLength(1);
  await disconnect(stage);
  await until('only these are left', async () => {
    const [local, session] = [await insider.stored(), await insider.stored('session')];
    return Object.keys(local).join() === 'preferences' && Object.keys(session).length === 0;
  });
});
