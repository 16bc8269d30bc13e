import { beforeEach, describe, expect, it } from 'vitest';
import { createGate } from '../service/gate';
import { app, byRole, failures, type Screen, until, useService } from './app';
import { SERVICE_HOST } from './stage';

let options: Screen;

useService({ sampleReports: true, path: '/s', connects: false });
beforeEach(async () => {
  await app.stage.approveHost(SERVICE_HOST);
  await app.worker.giveHostBack(SERVICE_HOST);
  options = await app.options();
});

async function connect(baseUrl: string, apiKey: string) {
  await options.fill('Base URL', baseUrl);
  await options.fill('API key', apiKey);
  await options.press('Connect');
  return until('the check has ended', async () => {
    const steps = await options.items('Connection check');
    const hasEnded = steps.length === 5 && !steps.some((step) => step.includes('checking'));
    return hasEnded && { steps, alert: (await options.texts('[role=alert]')).join() };
  });
}

const PASSED = ['Address', 'Permission', 'Reachable', 'API key', 'Reports'].map(
  (step) => `${step}: passed`,
);

describe('connecting', () => {
  it('passes every step and shows whose account the key is', async () => {
    const { steps, alert } = await connect(
      `${app.service.baseUrl}/api/v1/`,
      ` ${app.service.apiKey} `,
    );
    expect(steps).toEqual(PASSED);
    expect(alert).toBe('');
    await options.locator(byRole('region', 'Account')).wait();
    expect((await options.texts(byRole('region', 'Account'))).join()).toContain('Rosa Lindqvist');
    expect(await app.worker.hasHost(SERVICE_HOST)).toBe(true);
    expect(app.service.requests.map(({ path, status }) => [path, status])).toEqual(
      expect.arrayContaining([
        ['/api/v1/reports', 200],
        ['/api/v1/account', 200],
      ]),
    );
    expect(Object.values(await app.worker.stored())).toContainEqual(
      expect.objectContaining({ baseUrl: app.service.baseUrl }),
    );
  });

  it.each([
    ['key', 'wrong-key', null, 'API key', 'The service refused this API key.'],
    ['html', null, failures.html, 'Reachable', 'This address shows a web page'],
    ['cut', null, failures.cutBeforeWork, 'Reachable', "Couldn't reach the service"],
    ['503', null, failures.unavailable, 'Reachable', 'The service is unavailable (503).'],
    ['403', null, failures.forbidden, 'API key', "isn't allowed to read reports"],
    ['shape', null, failures.wrongShape, 'Reports', "the list of reports can't be read"],
  ])('stops at the step that fails: %s', async (_, key, fail, step, sentence) => {
    if (fail !== null) app.service.behave({ fail });
    const { steps, alert } = await connect(app.service.baseUrl, key ?? app.service.apiKey);
    const at = PASSED.indexOf(`${step}: passed`);
    expect(steps).toEqual([
      ...PASSED.slice(0, at),
      `${step}: failed`,
      ...PASSED.slice(at + 1).map((name) => name.replace('passed', 'not checked')),
    ]);
    expect(alert).toContain(sentence);
    expect(await app.worker.stored()).toEqual({});
    expect(await options.$eval('body', (body) => body.innerHTML)).not.toContain(app.service.apiKey);
  });

  it('says so where the worker is stopped in the middle of the check, and stores nothing', async () => {
    app.service.behave({ gate: createGate() });
    await options.fill('Base URL', app.service.baseUrl);
    await options.fill('API key', app.service.apiKey);
    await options.press('Connect');
    await until('the service is asked', () => app.service.requests.length > 0);
    await app.worker.stop();
    await options.says('The browser stopped the request.');
    expect(await app.worker.stored()).toEqual({});
    app.service.behave(null);
    expect((await connect(app.service.baseUrl, app.service.apiKey)).steps).toEqual(PASSED);
  });

  it('hides the key until asked to show it', async () => {
    const type = () =>
      options
        .locator(byRole('textbox', 'API key'))
        .map((field) => (field as HTMLInputElement).type)
        .wait();
    expect(await type()).toBe('password');
    await options.press('Show key');
    expect(await type()).toBe('text');
  });
});

describe('an address as people type it', () => {
  it.each(['', '/', '/api/v1/reports?per_page=10', '/developers', '/docs/api/reports'])(
    'connects at one press, without a scheme and with %j behind it',
    async (rest) => {
      const typed = app.service.baseUrl.replace('http://', '') + rest;
      const { steps, alert } = await connect(typed, app.service.apiKey);
      expect(steps).toEqual(PASSED);
      expect(alert).toBe('');
      expect(await options.value('Base URL')).toBe(app.service.baseUrl);
      expect(Object.values(await app.worker.stored())).toContainEqual(
        expect.objectContaining({ baseUrl: app.service.baseUrl }),
      );
    },
  );

  it('is written out when the field is left', async () => {
    await options.fill('Base URL', 'reports.example/s/');
    await options.keyboard.press('Tab');
    expect(await options.value('Base URL')).toBe('https://reports.example/s');
  });
});

describe('without a connection', () => {
  it('the popup says what is needed and what private means, and nothing is sent', async () => {
    const popup = await app.popup();
    const lines = await popup.texts('main li');
    expect(lines).toEqual([
      expect.stringContaining('base URL and an API key'),
      expect.stringContaining('private by default: only your account on the service'),
      expect.stringContaining('Nothing is sent before you connect'),
    ]);
    expect(app.service.requests.filter(({ path }) => path.startsWith('/api/'))).toEqual([]);
  });

  it('the popup leads to the options page', async () => {
    await options.close();
    const popup = await app.popup();
    await popup.press('Connect a service');
    await until('the options page is open', async () =>
      (await app.stage.tabUrls()).includes(`${app.stage.origin}/options.html`),
    );
  });
});

it('Connect takes the person to the first field that is wrong', async () => {
  await options.press('Connect');
  await options.hasFocus('Base URL');
  await options.fill('Base URL', 'https://reports.example');
  await options.press('Connect');
  await options.hasFocus('API key');
});

describe('preferences', () => {
  it('say who can see new reports', async () => {
    const text = () => options.$eval('main', (main) => main.innerText);
    expect(await text()).toContain('Only your account on the service can see new reports.');
    await options.locator(byRole('radio', 'Public')).click();
    await until('the meaning follows the choice', async () =>
      (await text()).includes('Anyone with the link can see new reports.'),
    );
  });

  it('decide what privacy a new report starts with', async () => {
    await connect(app.service.baseUrl, app.service.apiKey);
    await options.locator(byRole('radio', 'Public')).click();
    const popup = await app.popup();
    await popup.create();
    expect(app.service.reports()[0]).toMatchObject({
      url: app.service.samplePages.good,
      privacy: 0,
    });
  });

  it('keep a link to reports as soon as its field is left, and refuse what is none', async () => {
    await connect(app.service.baseUrl, app.service.apiKey);
    const leave = async (text: string) => {
      await options.fill('Report link', text);
      await options.focus(byRole('textbox', 'Base URL'));
    };
    const link = `${app.service.origin}/reports/{id}`;
    const isKept = async () => {
      const { preferences } = await app.worker.stored();
      return (preferences as { reportLink?: string } | undefined)?.reportLink === link;
    };

    await leave(link.replace('http://', ''));
    await until('the link is kept', isKept);
    expect(await options.value('Report link')).toBe(link);
    for (const [text, sentence] of [
      ['https://other.example/{id}', "isn't on your service"],
      [`${app.service.origin}/reports`, 'Put {id} in the path or query'],
      [link.replace('//', '//me:secret@'), 'Remove the user name and password'],
    ] as const) {
      await leave(text);
      await options.says(sentence);
      expect(await options.value('Report link')).toBe(text);
      expect(await isKept()).toBe(true);
    }
    const again = await app.options();
    expect(await again.value('Report link')).toBe(link);
  });
});
