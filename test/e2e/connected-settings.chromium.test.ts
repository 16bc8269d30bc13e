import { beforeEach, describe, expect, it } from 'vitest';
import { SERVICE_HOST } from '../browser/stage';
import { app, byRole, creation, failures, type Screen, until, useService } from './app';
import { setDefaultPrivacy } from './prefer';

const OTHER_KEY = 'other-account-key-77c1';
let options: Screen;
let host: string;

useService({ connects: false, otherKeys: { [OTHER_KEY]: 8 } });
beforeEach(async () => {
  await app.stage.approveHost(SERVICE_HOST);
  options = await app.options();
  host = new URL(app.service.baseUrl).host;
});

/** What stands above the fields. */
const line = async () => (await options.texts(byRole('status')))[0];

describe('the settings', () => {
  it('suggest a next step once connected, offer Connect after a change, and name the account of a new key', async () => {
    await options.hasFocus('Base URL');
    await options.connect(app.service);
    await options.says('Done. Go to a page and press the toolbar button.');
    await until('whose it is', async () => (await line())?.includes(`${host} as Rosa Lindqvist`));
    await options.press('Check connection');
    await options.says('The connection works.');
    await options.says('Saved. Leave empty to keep it.');
    await options.fill('API key', 'k');
    await options.shows('button', 'Connect');
    await options.saysNoMore('Saved. Leave empty to keep it.');
    await options.saysNoMore('The connection works.');
    await options.press('Show key');
    await options.clear('API key');
    await options.shows('button', 'Show key');
    // A key that is kept is not to be shown.
    await options.press('Show key');
    await options.shows('button', 'Show key');
    await options.connect({ ...app.service, apiKey: 'another-key' });
    expect(await options.alert()).toContain('The service refused this API key.');
    await options.says(`Not changed. Still connected to ${host} as Rosa Lindqvist.`);
    await options.connect({ ...app.service, apiKey: OTHER_KEY });
    await until('whose it is', async () => (await line())?.includes(`${host} as Grace Okafor`));
  });

  it('say once that the service is down or refuses the key, until they ask about waiting reports', async () => {
    await app.connect();
    app.service.behave({ fail: failures.serverError });
    await options.reload();
    await options.says('The service is unavailable (500).');
    await options.press('Check connection');
    expect(await options.alert()).toContain('The service is unavailable (500).');
    expect((await options.mainText()).split('is unavailable')).toHaveLength(2);

    app.service.behave({ fail: failures.keyRefused });
    await app.worker.add(creation('https://waits.example/'));
    await app.untilBackoff();
    await options.reload();
    expect(await options.alert()).toContain('The service refused this API key.');
    expect(await options.$(byRole('region', 'Account'))).toBeNull();
    await options.press('Check connection');
    await options.says('API key: failed');
    expect((await options.mainText()).split('refused this API key.')).toHaveLength(2);
    expect(await options.mainText()).not.toContain('Connected to');
    // What waits does not go out by the former key, which would answer again.
    app.service.behave({ on: { method: 'POST' }, fail: failures.keyRefused });
    await options.connect({ ...app.service, apiKey: OTHER_KEY });
    await options.says('You still have 1 waiting report.');
    await options.saysNoMore('refused this API key');
  });
});

it('without a connection the popup says what is needed, promises Private only as the default, and sends nothing', async () => {
  await options.close();
  let popup = await app.popup();
  expect(await popup.texts('main li')).toEqual([
    expect.stringContaining('base URL and an API key'),
    expect.stringContaining('private by default: only your account on the service'),
    expect.stringContaining('Nothing is sent before you connect'),
  ]);
  await setDefaultPrivacy(0);
  popup = await app.popupAgain();
  expect(await popup.texts('main li')).toEqual([
    expect.stringContaining('base URL and an API key'),
    expect.stringContaining('Nothing is sent before you connect'),
  ]);
  await popup.press('Connect a service');
  await until('the options page is open', async () =>
    (await app.stage.tabUrls()).includes(`${app.stage.origin}/options.html`),
  );
  expect(app.service.requests.filter(({ path }) => path.startsWith('/api/'))).toEqual([]);
});
