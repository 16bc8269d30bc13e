import { beforeEach, describe, expect, it } from 'vitest';
import { app, byRole, creation, failures, type Screen, until, useService } from './app';
import { SERVICE_HOST } from './stage';

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
  it('start at the field Base URL, and suggest a next step after the first connection', async () => {
    await options.hasFocus('Base URL');
    await options.connect(app.service);
    await options.says('Done. Go to a page and press the toolbar button.');
    await until('whose it is', async () => (await line())?.includes(`${host} as Rosa Lindqvist`));
  });

  it('say that nothing was changed if another key is refused', async () => {
    await options.connect(app.service);
    await options.says('as Rosa Lindqvist');
    await options.connect({ ...app.service, apiKey: 'another-key' });
    await options.says(`Not changed. Still connected to ${host} as Rosa Lindqvist.`);
  });

  it('say at the top that the key is refused, and nowhere that they are connected', async () => {
    await options.connect(app.service);
    await options.says('as Rosa Lindqvist');
    app.service.behave({ fail: failures.keyRefused });
    const later = await app.options();
    expect(await later.alert()).toContain('The service refused this API key.');
    expect(await later.mainText()).not.toContain('Connected to');
    expect(await later.$(byRole('region', 'Account'))).toBeNull();
    await later.press('Check connection');
    await until('the check is over', async () => (await later.mainText()).includes('not checked'));
    expect((await later.mainText()).split('refused this API key.')).toHaveLength(2);
    expect(await later.mainText()).not.toContain('Connected to');
  });

  it('say only once that the service is down', async () => {
    await options.connect(app.service);
    await options.says('as Rosa Lindqvist');
    app.service.behave({ fail: failures.serverError });
    const later = await app.options();
    await later.says('The service is unavailable (500).');
    await later.press('Check connection');
    expect(await later.alert()).toContain('The service is unavailable (500).');
    expect((await later.mainText()).split('is unavailable')).toHaveLength(2);
  });

  it('stop saying that the key is refused while they ask about waiting reports', async () => {
    await options.connect(app.service);
    await options.says('as Rosa Lindqvist');
    app.service.behave({ fail: failures.keyRefused });
    await app.worker.add(creation('https://waits.example/'));
    await app.untilAtGate();
    const later = await app.options();
    expect(await later.alert()).toContain('The service refused this API key.');
    app.service.behave(null);
    await later.connect({ ...app.service, apiKey: OTHER_KEY });
    await later.says('You still have 1 waiting report.');
    await later.saysNoMore('refused this API key');
  });

  it('name the account of a new key', async () => {
    await options.connect(app.service);
    await options.says('as Rosa Lindqvist');
    await options.connect({ ...app.service, apiKey: OTHER_KEY });
    await until('whose it is', async () => (await line())?.includes(`${host} as Grace Okafor`));
  });

  it('offer Check connection while nothing is changed, and Connect after a change', async () => {
    await options.connect(app.service);
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
  });

  it('name the address at which nobody answers', async () => {
    await options.connect({ ...app.service, baseUrl: 'http://127.0.0.1:1' });
    expect(await options.alert()).toBe(
      'Nothing answers at http://127.0.0.1:1. Check the address and port, and that the service is running.',
    );
  });

  it('show the usual report link once connected, and confirm that another link is saved', async () => {
    await options.connect(app.service);
    await until('the usual link is shown', async () => {
      return (await options.value('Report link')) === `${app.service.baseUrl}/reports/{id}`;
    });
    await options.fill('Report link', 'https://share.example/{id}');
    await options.keyboard.press('Tab');
    await until('it is saved', async () =>
      (await options.texts(byRole('status'))).includes('Saved'),
    );
  });

  it('have a section for what the toolbar button shows', async () => {
    const section = byRole('region', 'Toolbar button');
    expect((await options.texts(section)).join()).toContain("Show this page's rating");
    expect((await options.texts(byRole('region', 'Notifications'))).join()).not.toContain('rating');
  });
});
