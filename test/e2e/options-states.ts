import { startService } from '../service/service';
import { app, byRole, creation, failures, type Screen, type State } from './app';
import { answerDialog } from './permission-dialog';
import { keepPermissions } from './scene';
import { SERVICE_HOST } from './stage';
import { listedReport } from './stored';

/** A key that the service must know as that of another account. */
export const OTHER_KEY = 'other-account-key-77c1';

/** The options page, in every state. */
export const OPTIONS_STATES: Record<string, State> = {
  'nothing connected': openUnconnected,
  'problems at the fields': async () => {
    const page = await openUnconnected();
    await page.press('Connect');
    await page.says('Enter the base URL of your report service.');
    return page;
  },
  'consent to plain http': async () => {
    const page = await openUnconnected();
    await page.fill('Base URL', 'http://reports.example');
    await page.fill('API key', 'key');
    await page.press('Connect');
    await page.says("This address isn't encrypted.");
    return page;
  },
  'a check that is running': async () => {
    app.service.behave({ fail: failures.silence });
    const page = await startCheck();
    await page.says('Reachable: checking');
    return page;
  },
  'a check that failed': async () => {
    const page = await openApproved();
    await page.connect({ ...app.service, apiKey: 'another-key' });
    await page.says('API key: failed');
    return page;
  },
  'a connection with its account': async () => {
    const page = await openApproved();
    await page.connect(app.service);
    await page.locator(byRole('region', 'Account')).wait();
    return page;
  },
  'a connection whose account is not to be seen': async () => {
    app.service.behave({ on: { path: '/api/v1/account' }, fail: failures.expertOnly });
    const page = await openApproved();
    await page.connect(app.service);
    await page.says("can't read its account");
    return page;
  },
  'a refused link to reports': async () => {
    const page = await openApproved();
    await page.connect(app.service);
    await page.fill('Report link', 'https://elsewhere.example/{id}');
    await page.keyboard.press('Tab');
    await page.says("isn't on your service");
    return page;
  },
  'a shown key and a kept one': async () => {
    const page = await openApproved();
    await page.connect(app.service);
    await page.press('Show key');
    await page.says('Saved. Leave empty to keep it.');
    return page;
  },
  'a question before disconnecting': openQuestion,
  'a question before connecting to another service': async () => {
    const page = await openQuestion();
    const other = await startService();
    try {
      await page.connect(other);
    } finally {
      await other.close();
    }
    await page.locator(byRole('button', 'Connect anyway')).wait();
    return page;
  },
  'a question before connecting with another key': async () => {
    const page = await openQuestion();
    await page.connect({ ...app.service, apiKey: OTHER_KEY });
    await page.locator(byRole('button', 'Keep waiting reports')).wait();
    return page;
  },
  'disconnected, where the browser still allows access': async () => {
    const page = await openApproved();
    await page.connect(app.service);
    await keepPermissions(app.stage);
    await page.press('Disconnect');
    await page.says('The browser still allows access');
    await app.worker.stop();
    return page;
  },
  'notifications that were refused, and a shortcut that is not set': async () => {
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
  disconnected: async () => {
    const page = await openApproved();
    await page.connect(app.service);
    await page.press('Disconnect');
    await page.says('Disconnected.');
    return page;
  },
};

async function openUnconnected(): Promise<Screen> {
  await app.disconnect();
  return app.options();
}

async function openApproved(): Promise<Screen> {
  await app.stage.approveHost(SERVICE_HOST);
  return openUnconnected();
}

/** Presses Disconnect while two reports and a deletion are open. */
async function openQuestion(): Promise<Screen> {
  const url = 'https://shop.example/a-report-that-was-deleted';
  app.service.add({ url });
  const page = await openApproved();
  await page.connect(app.service);
  app.service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
  await app.worker.add(creation('https://one.example/'), creation('https://two.example/'), {
    kind: 'delete',
    report: listedReport(await app.worker.stored(), url),
  });
  await page.press('Disconnect');
  await page.locator(byRole('button', 'Disconnect anyway')).wait();
  return page;
}

/** Presses Connect, and does not wait for how it ends. */
async function startCheck(): Promise<Screen> {
  const page = await openApproved();
  await page.fill('Base URL', app.service.baseUrl);
  await page.fill('API key', app.service.apiKey);
  await page.press('Connect');
  return page;
}
