import { isDeepStrictEqual } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { UNCONNECTED } from '../../browser/stored';
import { SERVICE_HOST } from '../../browser/test-browser';
import { createGate } from '../../service/gate';
import { app, byRole, inChromium, type Screen, until, useService } from '../app';
import { untilPopupTab, untilTab } from '../browser-ui/tabs';

let options: Screen;

useService({ path: '/s', connects: false });
beforeEach(async () => {
  await app.testBrowser.approveHost(SERVICE_HOST);
  await app.worker.removeHostPermission(SERVICE_HOST);
  options = await app.options();
});

async function pressConnect(baseUrl: string, apiKey: string) {
  await options.fill('Base URL', baseUrl);
  await options.fill('API key', apiKey);
  await options.press('Connect');
}

async function connect(baseUrl: string, apiKey: string) {
  await pressConnect(baseUrl, apiKey);
  return until('the check has ended', async () => {
    const alert = (await options.texts('[role=alert]')).join();
    const hasPassed = (await options.mainText()).includes('See your clients');
    return (hasPassed || alert !== '') && { steps: await options.texts('.step'), alert };
  });
}

describe('connecting', () => {
  it('focuses the first invalid field, hides the key, and shows the account', async () => {
    await options.press('Connect');
    await options.expectFocus('Base URL');
    await options.fill('Base URL', 'reports.example/s/');
    await options.press('Connect');
    await options.expectFocus('API key');
    expect(await options.value('Base URL')).toBe('https://reports.example/s');
    const type = () =>
      options.$eval(byRole('textbox', 'API key'), (field) => (field as HTMLInputElement).type);
    expect(await type()).toBe('password');
    await options.press('Show key');
    expect(await type()).toBe('text');
    const { apiKey, baseUrl } = app.service;
    const { steps, alert } = await connect(baseUrl.replace('http://', ''), ` ${apiKey} `);
    expect([steps, alert]).toEqual([[], '']);
    expect(await options.value('Base URL')).toBe(baseUrl);
    await options.find(byRole('region', 'Account'));
    expect((await options.texts(byRole('region', 'Account'))).join()).toContain('Rosa Lindqvist');
    expect(await app.worker.hasHost(SERVICE_HOST)).toBe(true);
    expect(app.service.requests.map(({ path, status }) => [path, status])).toEqual(
      expect.arrayContaining([
        ['/api/v1/reports', 200],
        ['/api/v1/account', 200],
      ]),
    );
    expect((await app.worker.stored()).connections).toMatchObject({ connections: [{ baseUrl }] });
  });

  inChromium('Puppeteer finds no new tab of an extension in Firefox')(
    'leads to a form with an empty URL, and to all reports',
    async () => {
      await connect(app.service.baseUrl, app.service.apiKey);
      await options.says('Connected as Rosa Lindqvist');
      await options.press('Report a page');
      const form = await untilPopupTab();
      await form.expectFocus('URL');
      expect(await form.value('URL')).toBe('');
      await options.bringToFront();
      await options.press('See your clients');
      expect(await (await untilTab('/reports.html')).title()).toBe('All reports');
    },
  );

  it('succeeds with a note if the service prints PHP messages into its answers', async () => {
    app.service.behave({ shape: { phpMessages: true } });
    expect((await connect(app.service.baseUrl, app.service.apiKey)).alert).toBe('');
    await options.says('The service mixes PHP messages into its responses.');
    await options.says('Connected as');
  });

  it('stores nothing if the browser stops the worker, and gives a message', async () => {
    app.service.behave({ gate: createGate() });
    await pressConnect(app.service.baseUrl, app.service.apiKey);
    await until('the service has a request', () => app.service.requests.length > 0);
    await app.worker.stop();
    await options.says('The browser stopped the request.');
    // At its next start, the worker removes the host permission, because no connection needs the host.
    await until('nothing is stored', async () =>
      isDeepStrictEqual(await app.worker.stored(), UNCONNECTED),
    );
    app.service.behave(null);
    expect((await connect(app.service.baseUrl, app.service.apiKey)).steps).toEqual([]);
  });
});
