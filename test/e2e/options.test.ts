import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { announcementAfter } from '../browser/announcements';
import { until } from '../browser/condition';
import { byRole, fill, itemsOf, press, textsOf } from '../browser/roles';
import { createGate } from '../service/gate';
import { failures } from '../service/served-failure';
import { insider, openPopup, service, stage, useService } from './fixture';
import { create, fieldText, untilSaid } from './popup-reading';
import { SERVICE_HOST } from './stage';

let options: Page;

useService({ sampleReports: true, path: '/s', connects: false });
beforeEach(async () => {
  await stage.approveHost(SERVICE_HOST);
  await insider.giveHostBack(SERVICE_HOST);
  options = await stage.openOptions();
});

async function connect(baseUrl: string, apiKey: string) {
  await fill(options, 'Base URL', baseUrl);
  await fill(options, 'API key', apiKey);
  await press(options, 'Connect');
  return until('the check has ended', async () => {
    const steps = await itemsOf(options, 'Connection check');
    const hasEnded = steps.length === 5 && !steps.some((step) => step.includes('checking'));
    return hasEnded && { steps, alert: (await textsOf(options, '[role=alert]')).join() };
  });
}

const PASSED = ['Address', 'Permission', 'Reachable', 'API key', 'Reports'].map(
  (step) => `${step}: passed`,
);

describe('connecting', () => {
  it('passes every step and shows whose account the key is', async () => {
    const { steps, alert } = await connect(`${service.baseUrl}/api/v1/`, ` ${service.apiKey} `);
    expect(steps).toEqual(PASSED);
    expect(alert).toBe('');
    await options.locator(byRole('region', 'Account')).wait();
    expect((await textsOf(options, byRole('region', 'Account'))).join()).toContain(
      'Rosa Lindqvist',
    );
    expect(await insider.hasHost(SERVICE_HOST)).toBe(true);
    expect(service.requests.map(({ path, status }) => [path, status])).toEqual(
      expect.arrayContaining([
        ['/api/v1/reports', 200],
        ['/api/v1/account', 200],
      ]),
    );
    expect(Object.values(await insider.stored())).toContainEqual(
      expect.objectContaining({ baseUrl: service.baseUrl }),
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
    if (fail !== null) service.behave({ fail });
    const { steps, alert } = await connect(service.baseUrl, key ?? service.apiKey);
    const at = PASSED.indexOf(`${step}: passed`);
    expect(steps).toEqual([
      ...PASSED.slice(0, at),
      `${step}: failed`,
      ...PASSED.slice(at + 1).map((name) => name.replace('passed', 'not checked')),
    ]);
    expect(alert).toContain(sentence);
    expect(await insider.stored()).toEqual({});
    expect(await options.$eval('body', (body) => body.innerHTML)).not.toContain(service.apiKey);
  });

  it('says so where the worker is stopped in the middle of the check, and stores nothing', async () => {
    service.behave({ gate: createGate() });
    await fill(options, 'Base URL', service.baseUrl);
    await fill(options, 'API key', service.apiKey);
    await press(options, 'Connect');
    await until('the service is asked', () => service.requests.length > 0);
    await stage.stopWorker();
    await untilSaid(options, 'The browser stopped the request.');
    expect(await insider.stored()).toEqual({});
    service.behave(null);
    expect((await connect(service.baseUrl, service.apiKey)).steps).toEqual(PASSED);
  });

  it('hides the key until asked to show it', async () => {
    const type = () =>
      options
        .locator(byRole('textbox', 'API key'))
        .map((field) => (field as HTMLInputElement).type)
        .wait();
    expect(await type()).toBe('password');
    await press(options, 'Show key');
    expect(await type()).toBe('text');
  });
});

describe('an address as people type it', () => {
  it.each(['', '/', '/api/v1/reports?per_page=10', '/developers', '/docs/api/reports'])(
    'connects at one press, without a scheme and with %j behind it',
    async (rest) => {
      const typed = service.baseUrl.replace('http://', '') + rest;
      const { steps, alert } = await connect(typed, service.apiKey);
      expect(steps).toEqual(PASSED);
      expect(alert).toBe('');
      expect(await fieldText(options, 'Base URL')).toBe(service.baseUrl);
      expect(Object.values(await insider.stored())).toContainEqual(
        expect.objectContaining({ baseUrl: service.baseUrl }),
      );
    },
  );

  it('is written out when the field is left', async () => {
    await fill(options, 'Base URL', 'reports.example/s/');
    await options.keyboard.press('Tab');
    expect(await fieldText(options, 'Base URL')).toBe('https://reports.example/s');
  });
});

describe('disconnecting', () => {
  it('removes the key, all that was kept and the host permission', async () => {
    await connect(service.baseUrl, service.apiKey);
    expect(JSON.stringify(await insider.stored())).toContain(service.apiKey);
    const { status } = await announcementAfter(options, () => press(options, 'Disconnect'));
    expect(status).toContain('Disconnected.');
    expect(await insider.stored()).toEqual({});
    expect(await insider.hasHost(SERVICE_HOST)).toBe(false);
    const popup = await openPopup();
    await popup.locator(byRole('button', 'Connect a service')).wait();
  });
});

describe('without a connection', () => {
  it('the popup says what is needed and what private means, and nothing is sent', async () => {
    const popup = await openPopup();
    const lines = await textsOf(popup, 'main li');
    expect(lines).toEqual([
      expect.stringContaining('base URL and an API key'),
      expect.stringContaining('private by default: only your account on the service'),
      expect.stringContaining('Nothing is sent before you connect'),
    ]);
    expect(service.requests.filter(({ path }) => path.startsWith('/api/'))).toEqual([]);
  });

  it('the popup leads to the options page', async () => {
    await options.close();
    const popup = await openPopup();
    await press(popup, 'Connect a service');
    await until('the options page is open', async () =>
      (await stage.tabUrls()).includes(`${stage.origin}/options.html`),
    );
  });
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
    await connect(service.baseUrl, service.apiKey);
    await options.locator(byRole('radio', 'Public')).click();
    const popup = await openPopup();
    await create(popup);
    expect(service.reports()[0]).toMatchObject({ url: service.samplePages.good, privacy: 0 });
  });

  it('keep a link to reports as soon as its field is left, and refuse what is none', async () => {
    await connect(service.baseUrl, service.apiKey);
    const leave = async (text: string) => {
      await fill(options, 'Report link', text);
      await options.focus(byRole('textbox', 'Base URL'));
    };
    const link = `${service.origin}/reports/{id}`;
    const isKept = async () => {
      const { preferences } = await insider.stored();
      return (preferences as { reportLink?: string } | undefined)?.reportLink === link;
    };

    await leave(link.replace('http://', ''));
    await until('the link is kept', isKept);
    expect(await fieldText(options, 'Report link')).toBe(link);
    for (const [text, sentence] of [
      ['https://other.example/{id}', "isn't on your service"],
      [`${service.origin}/reports`, 'Put {id} in the path or query'],
      [link.replace('//', '//me:secret@'), 'Remove the user name and password'],
    ] as const) {
      await leave(text);
      await untilSaid(options, sentence);
      expect(await fieldText(options, 'Report link')).toBe(text);
      expect(await isKept()).toBe(true);
    }
    const again = await stage.openOptions();
    expect(await fieldText(again, 'Report link')).toBe(link);
  });
});
