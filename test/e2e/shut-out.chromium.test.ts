import { describe, expect, it } from 'vitest';

import { SERVICE_HOST } from '../browser/test-browser';
import { sleepUntil } from '../endurance/computer-sleep';
import { createGate } from '../service/gate';
import { app, byRole, creation, failures, type Screen, until, useService } from './app';
import { untilTab } from './browser-ui/tabs';

const URLS = ['https://one.example/', 'https://two.example/', 'https://three.example/'];

useService({ keepAlive: false });

it('a refused key has one message for all waiting reports, and is probed only at Retry now', async () => {
  const popup = await app.popup();
  app.service.behave({ fail: failures.keyRefused });
  await popup.create();
  const sentences = [
    'The service refused the API key.',
    'Stored in this browser. Sending continues after you close this.',
  ];
  await until('both sentences are announced', async () => {
    const { status } = await popup.announcements();
    return sentences.every((sentence) => status.includes(sentence));
  });
  await app.worker.createJobs(...URLS.map((url) => creation(url)));
  await popup.says('Waiting: three.example/');
  const text = await popup.mainText();
  expect(text.split('The service refused the API key.')).toHaveLength(2);
  expect(text).not.toContain('Retrying at');
  expect(await popup.$$(byRole('button', 'Send again'))).toEqual([]);
  const before = app.service.requests.length;
  // A newly started worker sends no request.
  await app.worker.stop();
  await app.worker.wake();
  await app.worker.callBackground('markSeen');
  expect(app.service.requests.length).toBe(before);
  app.service.behave(null);
  await popup.press('Retry now');
  await popup.queueEnds();
  const urls = app.service.reports().map(({ url }) => url);
  expect(urls.toSorted()).toEqual([app.service.samplePages.good, ...URLS].toSorted());
});

it('a firewall has one message, and is probed only at Retry now', async () => {
  const reason = 'A firewall in front of the service blocked this request (403).';
  const advice =
    "The API key alone isn't enough: add headers under Request headers, or allow /api/ in the proxy.";
  const popup = await app.popup();
  app.service.behave({ fail: failures.firewall });
  await popup.press('Refresh');
  await popup.says(`${reason} ${advice}`);
  await popup.create();
  await popup.shows('button', 'Retry now');
  await popup.says(advice);
  const text = await popup.mainText();
  expect(text.split(reason)).toHaveLength(2);
  for (const word of ['API key.', 'Retrying at']) expect(text).not.toContain(word);
  expect(app.requests('POST')).toEqual([]);
  app.service.behave(null);
  await popup.press('Retry now');
  await popup.queueEnds();
  expect(app.service.reports()).toHaveLength(1);
});

it('a report is created once if the host permission is removed before a lost answer', async () => {
  const statuses = async () => (await app.worker.operations()).map(({ status }) => status);
  const gate = createGate();
  app.service.behave({ on: { method: 'POST' }, gate, fail: failures.cutAfterWork });
  await app.worker.createJobs(creation('https://one.example/'));
  await until('the request is sent', () => app.requests('POST').length === 1);
  await app.worker.removeHostPermission(SERVICE_HOST);
  gate.open();
  await until('the creation is unverified', async () => (await statuses()).join() === 'unverified');
  app.service.behave(null);
  await app.testBrowser.grantHost(SERVICE_HOST);
  await sleepUntil(
    'the report is found',
    ({ operations }) => operations.length === 0,
    app.testBrowser,
    app.service,
  );
  expect(app.requests('POST')).toHaveLength(1);
  expect(app.service.reports()).toHaveLength(1);
});

it('the options page explains how to allow the host, and then reads the account', async () => {
  await app.worker.removeHostPermission(SERVICE_HOST);
  const options = await app.options();
  await options.says("wasn't allowed. Try again and select Allow in the browser's dialog.");
  await app.testBrowser.grantHost(SERVICE_HOST);
  await options.says('Rosa Lindqvist');
});

describe('a report that waits for a permission', () => {
  async function pressAllowAccess(): Promise<void> {
    await app.worker.removeHostPermission(SERVICE_HOST);
    const popup = await app.popup();
    await popup.create();
    expect(app.requests('POST')).toEqual([]);
    await popup.press('Allow access');
  }

  async function untilCheckHasFocus(page: Screen): Promise<void> {
    // Evaluation fails while the page loads.
    const focused = () => page.evaluate(() => document.activeElement?.outerHTML).catch(String);
    const isCheck = /^<button type="submit".*>(?:Check connection|Connect)</;
    await until('the check has the focus', async () => isCheck.test((await focused()) ?? ''));
  }

  it('leads to Connect in the options, and is sent when the host is allowed', async () => {
    await pressAllowAccess();
    await untilCheckHasFocus(await untilTab('/options.html'));
    await app.testBrowser.grantHost(SERVICE_HOST);
    await until('the report is created', () => app.service.reports().length === 1);
    expect(app.requests('POST')).toHaveLength(1);
  });

  it('leads to Connect in an options page that was opened before the connection', async () => {
    await app.disconnect();
    const options = await app.options();
    await app.connect();
    await pressAllowAccess();
    await untilCheckHasFocus(options);
  });
});
