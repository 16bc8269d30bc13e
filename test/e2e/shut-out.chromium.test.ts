import { describe, expect, it } from 'vitest';
import { createGate } from '../service/gate';
import { app, byRole, creation, failures, type Screen, until, useService } from './app';
import { screenOf } from './screen';
import { SERVICE_HOST } from './stage';

useService({ keepAlive: false });

const URLS = ['one', 'two', 'three', 'four', 'five', 'six'].map(
  (name) => `https://${name}.example/`,
);

/** Six reports wait since nothing is allowed any more. */
async function waitShutOut(): Promise<void> {
  app.service.behave({ fail: failures.keyRefused });
  await app.worker.add(...URLS.map((url) => creation(url)));
  await app.untilAtGate();
}

const states = async () => (await app.worker.tasks()).tasks.map(({ state }) => state);

describe('reports that wait while the key is refused', () => {
  it('go out at Retry now when the key works again, and not before', async () => {
    await waitShutOut();
    const popup = await app.popup();
    await popup.says('The service refused the API key. Enter a valid one in Settings.');
    expect(await popup.mainText()).toContain('6 reports waiting');
    expect(await popup.mainText()).not.toContain('retrying at');
    expect(await popup.$$(byRole('button', 'Send again'))).toEqual([]);
    const before = app.service.requests.length;
    // A worker that is started anew tries nothing.
    await app.worker.stop();
    await app.worker.wake();
    await app.worker.ask('markSeen');
    expect(app.service.requests.length).toBe(before);
    app.service.behave(null);
    await popup.press('Retry now');
    await popup.queueEnds();
    expect(
      app.service
        .reports()
        .map(({ url }) => url)
        .toSorted(),
    ).toEqual(URLS.toSorted());
  });

  it('go out at Refresh', async () => {
    await waitShutOut();
    const popup = await app.popup();
    await popup.says('The service refused the API key.');
    app.service.behave(null);
    await popup.press('Refresh');
    await popup.queueEnds();
    expect(app.service.reports()).toHaveLength(6);
  });

  it('go out when the connection is made again', async () => {
    await waitShutOut();
    app.service.behave(null);
    await app.connect();
    await until('all are there', () => app.service.reports().length === 6);
  });
});

describe('a report that is created while the key is refused', () => {
  it('is said at once to wait, and why, in one place', async () => {
    const popup = await app.popup();
    app.service.behave({ fail: failures.keyRefused });
    const said = await popup.create();
    expect(said).toContain('The service refused the API key. Enter a valid one in Settings.');
    expect(said).toContain('The report is saved and will be sent then.');
    await popup.says('1 report waiting');
    expect((await popup.mainText()).split('The service refused the API key.')).toHaveLength(2);
  });
});

async function untilConnectHasFocus(page: Screen): Promise<void> {
  // The page may be loading just now.
  const focused = () => page.evaluate(() => document.activeElement?.outerHTML).catch(String);
  await expect.poll(focused, { timeout: 30_000 }).toMatch(/^<button.*>Connect</);
}

describe('a report that is being sent', () => {
  it('is made once where the host is taken back before its answer is lost', async () => {
    const gate = createGate();
    app.service.behave({ on: { method: 'POST' }, gate, fail: failures.cutAfterWork });
    const [url = ''] = URLS;
    await app.worker.add(creation(url));
    await until('it is sent', () => app.requests('POST').length === 1);
    await app.worker.giveHostBack(SERVICE_HOST);
    gate.open();
    await until('nobody knows of it', async () => (await states()).join() === 'unknown');
    app.service.behave(null);
    await app.stage.grantHost(SERVICE_HOST);
    await until('it is found', async () => (await states()).length === 0);
    expect(app.requests('POST')).toHaveLength(1);
    expect(app.service.reports()).toHaveLength(1);
  });
});

describe('the account on the options page', () => {
  it('says how to allow the host, and is read again when that is done', async () => {
    await app.worker.giveHostBack(SERVICE_HOST);
    const options = await app.options();
    await options.says("wasn't allowed. Select Connect again, then Allow.");
    await app.stage.grantHost(SERVICE_HOST);
    await options.says('Rosa Lindqvist');
  });
});

describe('a report that waits for a permission', () => {
  it('leads to Connect on the options page, and goes out when the host is allowed', async () => {
    await app.worker.giveHostBack(SERVICE_HOST);
    const popup = await app.popup();
    await popup.create();
    expect(app.requests('POST')).toEqual([]);
    const optionsPage = app.stage.browser.waitForTarget((target) =>
      target.url().includes('options'),
    );
    await popup.press('Allow access');
    const page = await (await optionsPage).page();
    if (page === null) throw new Error('The options page is not there.');
    await page.bringToFront();
    await untilConnectHasFocus(screenOf(page));
    await app.stage.grantHost(SERVICE_HOST);
    await until('it has arrived', () => app.service.reports().length === 1);
    expect(app.requests('POST')).toHaveLength(1);
  });

  it('leads to Connect in an options page that has been open all the time', async () => {
    const options = await app.options();
    await app.worker.giveHostBack(SERVICE_HOST);
    const popup = await app.popup();
    await popup.create();
    await popup.press('Allow access');
    await untilConnectHasFocus(options);
  });

  it('leads to Connect in an options page that was there before the connection', async () => {
    await app.disconnect();
    const options = await app.options();
    await app.connect();
    await app.worker.giveHostBack(SERVICE_HOST);
    const popup = await app.popup();
    await popup.create();
    await popup.press('Allow access');
    await untilConnectHasFocus(options);
  });
});
