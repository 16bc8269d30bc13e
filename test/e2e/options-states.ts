import type { Page } from 'puppeteer-core';
import { connectThroughOptions } from '../browser/options-page';
import { byRole, fill, press } from '../browser/roles';
import { failures } from '../service/served-failure';
import { startService } from '../service/service';
import { insider, type State, service, stage } from './fixture';
import { creation } from './insider';
import { answerDialog } from './permission-dialog';
import { untilSaid } from './popup-reading';
import { disconnect, keepPermissions } from './scene';
import { SERVICE_HOST } from './stage';
import { listedReport } from './stored';

/** A key that the service must know as that of another account. */
export const OTHER_KEY = 'other-account-key-77c1';

/** The options page, in every state. */
export const OPTIONS_STATES: Record<string, State> = {
  'nothing connected': openUnconnected,
  'problems at the fields': async () => {
    const page = await openUnconnected();
    await press(page, 'Connect');
    await untilSaid(page, 'Enter the base URL of your report service.');
    return page;
  },
  'consent to plain http': async () => {
    const page = await openUnconnected();
    await fill(page, 'Base URL', 'http://reports.example');
    await fill(page, 'API key', 'key');
    await press(page, 'Connect');
    await untilSaid(page, "This address isn't encrypted.");
    return page;
  },
  'a check that is running': async () => {
    service.behave({ fail: failures.silence });
    const page = await startCheck();
    await untilSaid(page, 'Reachable: checking');
    return page;
  },
  'a check that failed': async () => {
    const page = await openApproved();
    await connectThroughOptions(page, { ...service, apiKey: 'another-key' });
    await untilSaid(page, 'API key: failed');
    return page;
  },
  'a connection with its account': async () => {
    const page = await openApproved();
    await connectThroughOptions(page, service);
    await page.locator(byRole('region', 'Account')).wait();
    return page;
  },
  'a connection whose account is not to be seen': async () => {
    service.behave({ on: { path: '/api/v1/account' }, fail: failures.expertOnly });
    const page = await openApproved();
    await connectThroughOptions(page, service);
    await untilSaid(page, "can't read its account");
    return page;
  },
  'a refused link to reports': async () => {
    const page = await openApproved();
    await connectThroughOptions(page, service);
    await fill(page, 'Report link', 'https://elsewhere.example/{id}');
    await page.keyboard.press('Tab');
    await untilSaid(page, "isn't on your service");
    return page;
  },
  'a shown key and a kept one': async () => {
    const page = await openApproved();
    await connectThroughOptions(page, service);
    await press(page, 'Show key');
    await untilSaid(page, 'Saved. Leave empty to keep it.');
    return page;
  },
  'a question before disconnecting': openQuestion,
  'a question before connecting to another service': async () => {
    const page = await openQuestion();
    const other = await startService();
    try {
      await connectThroughOptions(page, other);
    } finally {
      await other.close();
    }
    await page.locator(byRole('button', 'Connect anyway')).wait();
    return page;
  },
  'a question before connecting with another key': async () => {
    const page = await openQuestion();
    await connectThroughOptions(page, { ...service, apiKey: OTHER_KEY });
    await page.locator(byRole('button', 'Keep waiting reports')).wait();
    return page;
  },
  'disconnected, where the browser still allows access': async () => {
    const page = await openApproved();
    await connectThroughOptions(page, service);
    await keepPermissions(stage);
    await press(page, 'Disconnect');
    await untilSaid(page, 'The browser still allows access');
    await stage.stopWorker();
    return page;
  },
  'notifications that were refused, and a shortcut that is not set': async () => {
    const page = await stage.openOptions();
    await answerDialog(page, false);
    await page.locator(byRole('checkbox', 'When a report is done')).click();
    await untilSaid(page, "Your browser didn't allow notifications.");
    await page.evaluate(() => {
      const { chrome, browser } = globalThis as unknown as Record<string, { commands: object }>;
      const getAll = async () => [
        { name: '_execute_action', shortcut: 'Alt+Shift+E' },
        { name: 'report-page', shortcut: '' },
      ];
      for (const api of [chrome, browser]) if (api) Object.assign(api.commands, { getAll });
      dispatchEvent(new Event('focus'));
    });
    await untilSaid(page, 'Not set');
    return page;
  },
  disconnected: async () => {
    const page = await openApproved();
    await connectThroughOptions(page, service);
    await press(page, 'Disconnect');
    await untilSaid(page, 'Disconnected.');
    return page;
  },
};

async function openUnconnected(): Promise<Page> {
  await disconnect(stage);
  return stage.openOptions();
}

async function openApproved(): Promise<Page> {
  await stage.approveHost(SERVICE_HOST);
  return openUnconnected();
}

/** Presses Disconnect while two reports and a deletion are open. */
async function openQuestion(): Promise<Page> {
  const url = 'https://shop.example/a-report-that-was-deleted';
  service.add({ url });
  const page = await openApproved();
  await connectThroughOptions(page, service);
  service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
  await insider.add(creation('https://one.example/'), creation('https://two.example/'), {
    kind: 'delete',
    report: listedReport(await insider.stored(), url),
  });
  await press(page, 'Disconnect');
  await page.locator(byRole('button', 'Disconnect anyway')).wait();
  return page;
}

/** Presses Connect, and does not wait for how it ends. */
async function startCheck(): Promise<Page> {
  const page = await openApproved();
  await fill(page, 'Base URL', service.baseUrl);
  await fill(page, 'API key', service.apiKey);
  await press(page, 'Connect');
  return page;
}
