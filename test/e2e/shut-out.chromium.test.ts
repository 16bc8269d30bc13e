import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { byRole, press } from '../browser/roles';
import { createGate } from '../service/gate';
import { failures } from '../service/served-failure';
import { insider, openPopup, requestsBy, service, stage, untilAtGate, useService } from './fixture';
import { creation } from './insider';
import { create, mainText, untilNothingIsOnItsWay, untilSaid } from './popup-reading';
import { connectAtOnce, disconnect } from './scene';
import { SERVICE_HOST } from './stage';

useService({ keepAlive: false });

const URLS = ['one', 'two', 'three', 'four', 'five', 'six'].map(
  (name) => `https://${name}.example/`,
);

/** Six reports wait since nothing is allowed any more. */
async function waitShutOut(): Promise<void> {
  service.behave({ fail: failures.keyRefused });
  await insider.add(...URLS.map((url) => creation(url)));
  await untilAtGate();
}

const states = async () => (await insider.tasks()).tasks.map(({ state }) => state);

describe('reports that wait while the key is refused', () => {
  it('go out at Retry now when the key works again, and not before', async () => {
    await waitShutOut();
    const popup = await openPopup();
    await untilSaid(popup, 'The service refused the API key. Enter a valid one in Settings.');
    expect(await mainText(popup)).toContain('6 reports waiting');
    expect(await mainText(popup)).not.toContain('retrying at');
    expect(await popup.$$(byRole('button', 'Send again'))).toEqual([]);
    const before = service.requests.length;
    // A worker that is started anew tries nothing.
    await stage.stopWorker();
    await insider.wake();
    await insider.ask('markSeen');
    expect(service.requests.length).toBe(before);
    service.behave(null);
    await press(popup, 'Retry now');
    await untilNothingIsOnItsWay(popup);
    expect(
      service
        .reports()
        .map(({ url }) => url)
        .toSorted(),
    ).toEqual(URLS.toSorted());
  });

  it('go out at Refresh', async () => {
    await waitShutOut();
    const popup = await openPopup();
    await untilSaid(popup, 'The service refused the API key.');
    service.behave(null);
    await press(popup, 'Refresh');
    await untilNothingIsOnItsWay(popup);
    expect(service.reports()).toHaveLength(6);
  });

  it('go out when the connection is made again', async () => {
    await waitShutOut();
    service.behave(null);
    await connectAtOnce(stage, service);
    await until('all are there', () => service.reports().length === 6);
  });
});

describe('a report that is created while the key is refused', () => {
  it('is said at once to wait, and why, in one place', async () => {
    const popup = await openPopup();
    service.behave({ fail: failures.keyRefused });
    const said = await create(popup);
    expect(said).toContain('The service refused the API key. Enter a valid one in Settings.');
    expect(said).toContain('The report is saved and will be sent then.');
    await untilSaid(popup, '1 report waiting');
    expect((await mainText(popup)).split('The service refused the API key.')).toHaveLength(2);
  });
});

async function untilConnectHasFocus(page: Page): Promise<void> {
  // The page may be loading just now.
  const focused = () => page.evaluate(() => document.activeElement?.outerHTML).catch(String);
  await expect.poll(focused, { timeout: 30_000 }).toMatch(/^<button.*>Connect</);
}

describe('a report that is being sent', () => {
  it('is made once where the host is taken back before its answer is lost', async () => {
    const gate = createGate();
    service.behave({ on: { method: 'POST' }, gate, fail: failures.cutAfterWork });
    const [url = ''] = URLS;
    await insider.add(creation(url));
    await until('it is sent', () => requestsBy('POST').length === 1);
    await insider.giveHostBack(SERVICE_HOST);
    gate.open();
    await until('nobody knows of it', async () => (await states()).join() === 'unknown');
    service.behave(null);
    await stage.grantHost(SERVICE_HOST);
    await until('it is found', async () => (await states()).length === 0);
    expect(requestsBy('POST')).toHaveLength(1);
    expect(service.reports()).toHaveLength(1);
  });
});

describe('the account on the options page', () => {
  it('says how to allow the host, and is read again when that is done', async () => {
    await insider.giveHostBack(SERVICE_HOST);
    const options = await stage.openOptions();
    await untilSaid(options, "wasn't allowed. Select Connect again, then Allow.");
    await stage.grantHost(SERVICE_HOST);
    await untilSaid(options, 'Rosa Lindqvist');
  });
});

describe('a report that waits for a permission', () => {
  it('leads to Connect on the options page, and goes out when the host is allowed', async () => {
    await insider.giveHostBack(SERVICE_HOST);
    const popup = await openPopup();
    await create(popup);
    expect(requestsBy('POST')).toEqual([]);
    const optionsPage = stage.browser.waitForTarget((target) => target.url().includes('options'));
    await press(popup, 'Allow access');
    const page = await (await optionsPage).page();
    if (page === null) throw new Error('The options page is not there.');
    await page.bringToFront();
    await untilConnectHasFocus(page);
    await stage.grantHost(SERVICE_HOST);
    await until('it has arrived', () => service.reports().length === 1);
    expect(requestsBy('POST')).toHaveLength(1);
  });

  it('leads to Connect in an options page that has been open all the time', async () => {
    const options = await stage.openOptions();
    await insider.giveHostBack(SERVICE_HOST);
    const popup = await openPopup();
    await create(popup);
    await press(popup, 'Allow access');
    await untilConnectHasFocus(options);
  });

  it('leads to Connect in an options page that was there before the connection', async () => {
    await disconnect(stage);
    const options = await stage.openOptions();
    await connectAtOnce(stage, service);
    await insider.giveHostBack(SERVICE_HOST);
    const popup = await openPopup();
    await create(popup);
    await press(popup, 'Allow access');
    await untilConnectHasFocus(options);
  });
});
