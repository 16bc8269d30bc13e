import type { Page } from 'puppeteer-core';
import { until } from '../browser/condition';
import { approveHost } from '../browser/host-access';
import { connectThroughOptions, openOptions } from '../browser/options-page';
import { byRole, fill, press, textsOf } from '../browser/roles';
import { failures } from '../service/failure';
import { disconnect, type Scene, type State } from './scene';

/** The options page, in every state. */
export const OPTIONS_STATES: Record<string, State> = {
  'nothing connected': openUnconnected,
  'problems at the fields': async (scene) => {
    const page = await openUnconnected(scene);
    await press(page, 'Connect');
    await untilSaid(page, 'Enter the address of your report service.');
    return page;
  },
  'consent to plain http': async (scene) => {
    const page = await openUnconnected(scene);
    await fill(page, 'Base URL', 'http://reports.example');
    await fill(page, 'API key', 'key');
    await press(page, 'Connect');
    await untilSaid(page, 'This address is not encrypted.');
    return page;
  },
  'a check that is running': async (scene) => {
    scene.service.behave({ fail: failures.silence });
    const page = await startCheck(scene);
    await untilSaid(page, 'Reachable: being checked');
    return page;
  },
  'a check that failed': async (scene) => {
    const page = await openApproved(scene);
    await connectThroughOptions(page, { ...scene.service, apiKey: 'another-key' });
    await untilSaid(page, 'API key: failed');
    return page;
  },
  'a connection with its account': async (scene) => {
    const page = await openApproved(scene);
    await connectThroughOptions(page, scene.service);
    await page.locator(byRole('region', 'Account')).wait();
    return page;
  },
  'a connection whose account is not to be seen': async (scene) => {
    scene.service.behave({ on: { path: '/api/v1/account' }, fail: failures.expertOnly });
    const page = await openApproved(scene);
    await connectThroughOptions(page, scene.service);
    await untilSaid(page, 'not allowed to see its account');
    return page;
  },
  'a shown key and a kept one': async (scene) => {
    const page = await openApproved(scene);
    await connectThroughOptions(page, scene.service);
    await press(page, 'Show key');
    await untilSaid(page, 'A key is kept.');
    return page;
  },
  disconnected: async (scene) => {
    const page = await openApproved(scene);
    await connectThroughOptions(page, scene.service);
    await press(page, 'Disconnect');
    await untilSaid(page, 'Disconnected.');
    return page;
  },
};

async function openUnconnected(scene: Scene): Promise<Page> {
  const { browser, extensionId } = scene.stage;
  await disconnect(scene);
  return openOptions(browser, extensionId);
}

async function openApproved(scene: Scene): Promise<Page> {
  const { browser, extensionId } = scene.stage;
  await approveHost(browser, extensionId, 'http://127.0.0.1/*');
  return openUnconnected(scene);
}

/** Presses Connect, and does not wait for how it ends. */
async function startCheck(scene: Scene): Promise<Page> {
  const page = await openApproved(scene);
  await fill(page, 'Base URL', scene.service.baseUrl);
  await fill(page, 'API key', scene.service.apiKey);
  await press(page, 'Connect');
  return page;
}

async function untilSaid(page: Page, text: string): Promise<void> {
  await until(`the page says "${text}"`, async () =>
    (await textsOf(page, 'main')).join().includes(text),
  );
}
