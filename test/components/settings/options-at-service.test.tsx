import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { connectionsItem } from '@/lib/connection/connection-register';
import { preferencesItem } from '@/lib/settings/preferences';
import type { Behaviour } from '../../service/behaviour';
import { failures } from '../../service/served-failure';
import { openAtService } from '../../support/at-service';
import { removeDatabases, useDatabases } from '../../support/databases';
import { makeStorageFull } from '../../support/full-storage';
import {
  all,
  itemsOf,
  one,
  press,
  says,
  saysNoMore,
  timesShown,
  type,
  useEnglish,
} from '../../support/view';
import { waitUntil } from '../../support/wait-until';

const SAME_ACCOUNT_KEY = 'same-account-key-51d0';
const OTHER_ACCOUNT_KEY = 'other-account-key-77c1';
const WAITING_URLS = ['https://one.example/', 'https://two.example/'];

beforeEach(useEnglish);

/**
 * Draws the options of a connected service. The service has two more keys: one of the same
 * account, and one of another account.
 */
async function openOptions() {
  const extension = await openAtService([{ url: 'https://kept.example/' }], {
    otherKeys: { [SAME_ACCOUNT_KEY]: 7, [OTHER_ACCOUNT_KEY]: 8 },
  });
  await extension.openOptions();
  return extension;
}

async function connectWith(apiKey: string): Promise<void> {
  await type('API key', apiKey);
  await press('Connect');
}

/** Connects a service for the first time, with the account 7. */
async function connectFirst(behaviour: Behaviour | null = null) {
  const extension = await openOptions();
  await extension.api.disconnect(extension.connectionId, true);
  extension.service.behave(behaviour);
  const { firstSteps } = await extension.openOptions();
  await type('Base URL', extension.service.baseUrl);
  await connectWith(extension.service.apiKey);
  return { extension, firstSteps };
}

describe('a new key', () => {
  it('of the same account needs no confirmation', async () => {
    const extension = await openOptions();
    extension.service.behave({ fail: failures.keyRefused });
    await extension.createAll(...WAITING_URLS);
    await extension.untilBackoff();
    extension.service.behave(null);
    await connectWith(SAME_ACCOUNT_KEY);
    await waitUntil(() => expect(extension.service.reports(SAME_ACCOUNT_KEY)).toHaveLength(3));
    expect(new Set(extension.service.reports(SAME_ACCOUNT_KEY).map(({ url }) => url))).toEqual(
      new Set(['https://kept.example/', ...WAITING_URLS]),
    );
    expect(document.body.textContent).not.toContain('You still have');
  });

  it('of another account can keep waiting reports until their own account is used again', async () => {
    const extension = await openOptions();
    extension.service.behave({ fail: failures.keyRefused });
    await extension.createAll(...WAITING_URLS);
    await extension.untilBackoff();
    extension.service.behave(null);
    await connectWith(OTHER_ACCOUNT_KEY);
    await says('You still have 2 waiting reports. If you select Keep waiting reports, sending');
    await press('Keep waiting reports');
    await says('Grace Okafor');
    expect(extension.service.reports(OTHER_ACCOUNT_KEY)).toEqual([]);
    await press('Use');
    await waitUntil(() => expect(extension.service.reports(SAME_ACCOUNT_KEY)).toHaveLength(3));
    expect(extension.service.reports(OTHER_ACCOUNT_KEY)).toEqual([]);
  });

  it('of an unknown account needs an answer about its account', async () => {
    const extension = await openOptions();
    extension.service.behave({ on: { path: /account/ }, fail: failures.forbidden });
    await connectWith(OTHER_ACCOUNT_KEY);
    await says('Is this API key from the account');
    await one('button', 'Same account');
    await press('Another account');
    await says('Connected to');
    await waitUntil(async () => {
      const register = await connectionsItem.read();
      expect(register?.connections).toMatchObject([{ account: { id: '7' } }, { account: null }]);
    });
  });

  it('drops waiting reports and deletions only after a confirmation with their numbers', async () => {
    const extension = await openOptions();
    extension.service.behave({ fail: failures.keyRefused });
    await extension.createAll(...WAITING_URLS);
    await extension.untilBackoff();
    await extension.remove('1');
    await connectWith(OTHER_ACCOUNT_KEY);
    await says('refused');
    extension.service.behave(null);
    await press('Connect');
    await says('You still have 2 waiting reports and 1 waiting deletion.');
    const before = JSON.stringify(await fakeBrowser.storage.local.get());
    for (const url of WAITING_URLS) expect(before).toContain(url);
    await press('Drop waiting reports');
    await says('Grace Okafor');
    expect((await extension.queue()).singles).toEqual([]);
    const stored = JSON.stringify(await fakeBrowser.storage.local.get());
    for (const url of WAITING_URLS) expect(stored).not.toContain(url);
    expect(extension.service.reports(OTHER_ACCOUNT_KEY)).toEqual([]);
    expect(extension.service.reports()).toHaveLength(1);
  });

  it('leaves the connection unchanged when it is refused', async () => {
    await openOptions();
    await says('as Rosa Lindqvist');
    await connectWith('another-key');
    await says('The service refused this API key.');
    await says(/Not changed\. Still connected to .* as Rosa Lindqvist\./);
    await connectWith(OTHER_ACCOUNT_KEY);
    await says('Grace Okafor');
  });
});

describe('two accounts of one service', () => {
  it('are two services, of which the second is in use until the first is used', async () => {
    const extension = await openOptions();
    await press('Connect another service');
    await type('Base URL', extension.service.baseUrl);
    await connectWith(OTHER_ACCOUNT_KEY);
    const { host } = new URL(extension.service.baseUrl);
    await says('Grace Okafor');
    const facts = () => all('group', host).map(({ textContent }) => textContent);
    expect(facts()).toMatchObject([
      expect.not.stringContaining('In use'),
      expect.stringContaining('In use'),
    ]);
    await press('Use');
    await says('Rosa Lindqvist');
    expect(facts()).toMatchObject([
      expect.stringContaining('In use'),
      expect.not.stringContaining('In use'),
    ]);
  });

  it('leave no service in use after Disconnect of the one in use', async () => {
    const extension = await openOptions();
    await press('Connect another service');
    await type('Base URL', extension.service.baseUrl);
    await connectWith(OTHER_ACCOUNT_KEY);
    await says('Grace Okafor');
    const { host } = new URL(extension.service.baseUrl);
    const [, second] = all('group', host);
    (await one('button', 'Disconnect', second)).click();
    await says('No service is in use. Choose one.');
    expect(all('region', 'Account')).toEqual([]);
    expect(await connectionsItem.read()).toMatchObject({
      connections: [{ account: { id: '7' } }],
      inUse: null,
    });
    await press('Use');
    await says('as Rosa Lindqvist');
    await saysNoMore('No service is in use.');
  });
});

describe('the options of a connection', () => {
  it('offer Check connection until a person types', async () => {
    await openOptions();
    await press('Check connection');
    await says('The connection works.');
    await says('Saved. Leave empty to keep it.');
    await type('API key', 'k');
    await one('button', 'Connect');
    await saysNoMore('Saved. Leave empty to keep it.');
    await saysNoMore('The connection works.');
    await press('Show key');
    await one('button', 'Hide key');
    expect(await one('textbox', 'API key')).toMatchObject({ type: 'text', value: 'k' });
  });

  it('name the account after the first connection, and have buttons to clients and form', async () => {
    const { extension, firstSteps } = await connectFirst();
    await says('Connected as Rosa Lindqvist');
    expect(timesShown('Connected')).toBe(1);
    expect(await one('textbox', 'API key')).toHaveProperty('value', '');
    await press('See your clients');
    expect(firstSteps.onSeeClients).toHaveBeenCalledOnce();
    await press('Report a page');
    expect(firstSteps.onReportPage).toHaveBeenCalledOnce();
    await press('Check connection');
    await says('The connection works.');
    expect(timesShown('Connected as Rosa Lindqvist')).toBe(1);
    await extension.openOptions();
    await says(`Connected to ${new URL(extension.service.baseUrl).host} as Rosa Lindqvist`);
    expect(all('button', 'See your clients')).toEqual([]);
  });

  it('name the host after the first connection if the service does not show the account', async () => {
    const { extension } = await connectFirst({ on: { path: /account/ }, fail: failures.forbidden });
    await one('button', 'See your clients');
    await one('region', 'Account');
    await says(`Connected to ${new URL(extension.service.baseUrl).host}`);
    expect(timesShown('Connected')).toBe(1);
  });

  it('show an unavailable service once', async () => {
    const extension = await openOptions();
    extension.service.behave({ fail: failures.serverError });
    await extension.openOptions();
    await says('The service is unavailable (500).');
    await press('Check connection');
    await waitUntil(() => expect(itemsOf('Connection check').join()).toContain('failed'));
    expect(timesShown('is unavailable')).toBe(1);
  });

  it('show a refused key once', async () => {
    const extension = await openOptions();
    extension.service.behave({ fail: failures.keyRefused });
    await extension.createAll('https://waits.example/');
    await extension.untilBackoff();
    await extension.openOptions();
    await says('The service refused this API key.');
    expect(all('region', 'Account')).toEqual([]);
    await press('Check connection');
    await says('API key: failed');
    expect(timesShown('refused this API key.')).toBe(1);
    expect(timesShown('Connected to')).toBe(0);
    extension.service.behave({ on: { method: 'POST' }, fail: failures.keyRefused });
    await connectWith(OTHER_ACCOUNT_KEY);
    await says('You still have 1 waiting report.');
    await saysNoMore('refused this API key');
  });
});

describe('Disconnect', () => {
  it('states how many reports stay in this browser, and can delete them', async () => {
    useDatabases();
    onTestFinished(removeDatabases);
    const extension = await openOptions();
    await waitUntil(async () =>
      expect(await extension.api.getReportsById(extension.connectionId, ['1'])).toMatchObject({
        value: [{ id: '1' }],
      }),
    );
    await press('Disconnect');
    await says('Disconnected. All API keys');
    await says(
      'This browser still stores 1 report. To use this history again, connect the same account.',
    );
    expect(await extension.api.listDetachedHistories()).toMatchObject({
      value: [{ connectionId: extension.connectionId }],
    });
    await press('Delete the history too');
    await says('The history was deleted too.');
    expect(all('button', 'Delete the history too')).toEqual([]);
    expect(await indexedDB.databases()).toEqual([]);
  });

  it('offers no deletion if no history is stored', async () => {
    await openOptions();
    await press('Disconnect');
    await says('Disconnected. All API keys');
    expect(all('button', 'Delete the history too')).toEqual([]);
  });
});

describe('the options with full storage', () => {
  it('do not show an unstored preference as chosen', async () => {
    await openOptions();
    makeStorageFull();
    await press('Public', 'radio');
    await says('Browser storage is full. Free up disk space and try again.');
    expect(await one('radio', 'Public')).toHaveProperty('checked', false);
    expect((await preferencesItem.read())?.defaultPrivacy).not.toBe(0);
  });

  it('show that Connect stored no connection', async () => {
    const extension = await openOptions();
    await extension.api.disconnect(extension.connectionId, true);
    makeStorageFull();
    await extension.openOptions();
    await type('Base URL', extension.service.baseUrl);
    await connectWith(extension.service.apiKey);
    await says('Browser storage is full. Free up disk space and select Connect again.');
  });
});
