import { listedReport } from '../../browser/stored';
import { SERVICE_HOST } from '../../browser/test-browser';
import { app, byRole, creation, failures, type Screen, type State } from '../app';
import { answerDialog } from '../browser-ui/permissions';
import { fill, press, shows, walk } from './walk';

export const OTHER_KEY = 'other-account-key-77c1';

export const OPTIONS_STATES: Record<string, State> = {
  'problems at the fields': walk(
    openUnconnected,
    press('Connect'),
    'Enter the base URL of your report service.',
  ),
  'a confirmation of plain http': walk(
    openUnconnected,
    fill('Base URL', 'http://reports.example'),
    fill('API key', 'key'),
    press('Connect'),
    "Connections to this address aren't encrypted.",
  ),
  'a failed check': walk(
    openApproved,
    (page) => page.connect({ ...app.service, apiKey: 'another-key' }),
    'API key: failed',
  ),
  'a check of a service that prints PHP messages': walk(
    openApproved,
    (page) => {
      app.service.behave({ shape: { phpMessages: true } });
      return page.connect(app.service);
    },
    'The service mixes PHP messages into its responses.',
  ),
  'request headers with problems at the fields': walk(
    openUnconnected,
    unfoldHeaders,
    press('Add header'),
    fill('Name of header 1', 'Cookie'),
    press('Cloudflare Access'),
    press('Connect'),
    "Browsers don't let extensions send this header.",
  ),
  'stored request headers, one replaced': walk(
    openWithHeaders,
    fill('Value of header 2', 'newer-value', 'textbox'),
    'Value of header 2',
  ),
  'settings by policy, with another address than the connection': walk(
    openConnected,
    shows('region', 'Account'),
    setPolicy,
    "Your organization set this address, but you're connected to another one.",
  ),
  'a connection with its account': walk(openConnected, shows('region', 'Account')),
  'a refused report link': walk(
    openConnected,
    fill('Report link', 'https://elsewhere.example/'),
    (page) => page.keyboard.press('Tab'),
    'in the path or query',
  ),
  services: openServices,
  'services none in use': async () => {
    const page = await openServices();
    // The service in use has no name, so its row is the only other row.
    await pressInRow(page, new URL(app.service.baseUrl).host, 'Disconnect');
    await page.says('No service is in use. Choose one.');
    return page;
  },
  'services disconnect question': async () => {
    const page = await openServices();
    await pressInRow(page, 'Agency', 'Disconnect');
    await page.shows('button', 'Disconnect anyway');
    return page;
  },
  'services with an open form': async () => {
    const page = await openServices();
    await pressInRow(page, 'Agency', 'Request headers');
    await page.shows('textbox', 'Name');
    return page;
  },
  'a question before Disconnect': openQuestion,
  'a question before Connect with another key': walk(
    openQuestion,
    (page) => page.connect({ ...app.service, apiKey: OTHER_KEY }),
    shows('button', 'Keep waiting reports'),
  ),
  'a question about the account of a new API key': async () => {
    app.service.add({ url: 'https://shop.test/' });
    const page = await openConnected();
    await page.shows('region', 'Account');
    app.service.behave({ on: { path: /account/ }, fail: failures.forbidden });
    await page.connect({ ...app.service, apiKey: OTHER_KEY });
    await page.shows('button', 'Same account');
    return page;
  },
  'a history that stays after Disconnect': async () => {
    app.service.add({ url: 'https://shop.test/' });
    const page = await openConnected();
    await page.press('Disconnect');
    await page.shows('button', 'Delete the history too');
    return page;
  },
  'refused notifications, and a missing shortcut': async () => {
    const page = await app.options();
    await answerDialog(page, false);
    await page.locator(byRole('checkbox', 'When a report is done')).click();
    await page.says("Your browser didn't allow notifications.");
    await page.evaluate(() => {
      const { chrome, browser } = globalThis as unknown as Record<string, { commands: object }>;
      const getAll = async () => [
        { name: '_execute_action', shortcut: 'Alt+Shift+E' },
        { name: 'report-page', shortcut: '' },
      ];
      for (const api of [chrome, browser]) if (api) Object.assign(api.commands, { getAll });
      dispatchEvent(new Event('focus'));
    });
    await page.says('Not set');
    return page;
  },
};

async function openUnconnected(): Promise<Screen> {
  await app.disconnect();
  return app.options();
}

/** Stores a policy as the worker does. Browsers read policies only from the computer's settings. */
async function setPolicy(page: Screen): Promise<void> {
  await page.evaluate(async () => {
    const { chrome } = globalThis as unknown as {
      chrome: { storage: { local: { set(items: object): Promise<void> } } };
    };
    const policy = {
      baseUrl: 'https://reports.office.example',
      defaultPrivacy: 0,
      notifications: false,
      reportLink: 'https://reports.office.example/r/{id}',
      requestHeaders: ['X-Office-Pass'],
    };
    await chrome.storage.local.set({ preferences: { defaultPrivacy: 1, policy } });
  });
  await page.locator('summary').click();
}

/** Browsers disagree about the role of a `<summary>`. */
async function unfoldHeaders(page: Screen): Promise<void> {
  await page.locator('summary').click();
}

async function openWithHeaders(): Promise<Screen> {
  const page = await openApproved();
  await unfoldHeaders(page);
  await page.press('Cloudflare Access');
  await page.fill('Value of header 1', '88bf3b6d86161464f6509f7219099e57.access');
  await page.fill('Value of header 2', 'a-long-secret-value');
  await page.connect(app.service);
  await page.shows('button', 'See your clients');
  return page;
}

async function openApproved(): Promise<Screen> {
  await app.testBrowser.approveHost(SERVICE_HOST);
  return openUnconnected();
}

async function openConnected(): Promise<Screen> {
  const page = await openApproved();
  await page.connect(app.service);
  return page;
}

async function openQuestion(): Promise<Screen> {
  const url = 'https://shop.test/a-report-that-was-deleted';
  app.service.add({ url });
  const page = await openConnected();
  app.service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
  await app.worker.createJobs(creation('https://one.example/'), creation('https://two.example/'), {
    kind: 'delete',
    report: listedReport(await app.worker.stored(), url),
  });
  await page.press('Disconnect');
  await page.shows('button', 'Disconnect anyway');
  return page;
}

/** Two accounts of one service. The service `Agency` is not in use, and two of its reports wait. */
async function openServices(): Promise<Screen> {
  const page = await openConnected();
  await page.shows('region', 'Account');
  await app.worker.callForConnection('setLabel', 'Agency');
  app.service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
  await app.worker.createJobs(creation('https://one.example/'), creation('https://two.example/'));
  await app.untilBackoff();
  await page.press('Connect another service');
  await page.connect({ ...app.service, apiKey: OTHER_KEY });
  await page.shows('group', 'Agency');
  await page.says('2 waiting');
  return page;
}

async function pressInRow(page: Screen, service: string, button: string): Promise<void> {
  await page.locator(`${byRole('group', service)} ${byRole('button', button)}`).click();
}
