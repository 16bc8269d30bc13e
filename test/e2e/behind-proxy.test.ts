import { afterEach, beforeEach, expect, it } from 'vitest';
import { SERVICE_HOST } from '../browser/test-browser';
import { type AccessProxy, startAccessProxy } from '../service/access-proxy';
import { app, type Screen, until, useService } from './app';

const CLIENT_ID = '88bf3b6d86161464f6509f7219099e57.access';
const SECRET = 'the-first-secret-of-the-token';
const NEWER_SECRET = 'the-secret-that-came-after-it';
const BLOCKED =
  "Something in front of the service blocks the request. It may require signing in. The API key alone isn't enough: add headers under Request headers, or allow /api/ in the proxy.";
const REPLACE = 'under Request headers in Settings.';

let proxy: AccessProxy;
let options: Screen;

useService({ connects: false, reports: [{ url: 'https://older.example/' }] });
beforeEach(async () => {
  proxy = await startAccessProxy(app.service.baseUrl, {
    'cf-access-client-id': CLIENT_ID,
    'cf-access-client-secret': SECRET,
  });
  await app.testBrowser.approveHost(SERVICE_HOST);
  options = await app.options();
});
afterEach(async () => {
  await proxy.close();
});

const connect = () => options.connect({ baseUrl: proxy.baseUrl, apiKey: app.service.apiKey });

async function connectWithHeaders(): Promise<void> {
  await options.locator('summary').click();
  await options.press('Cloudflare Access');
  await options.fill('Value of header 1', `CF-Access-Client-Id: ${CLIENT_ID}`);
  await options.fill('Value of header 2', SECRET);
  expect((await connect()).alert).toBe('');
  await options.says('Saved');
}

it('the extension works behind a proxy that requires two headers, until the headers expire', async () => {
  expect((await connect()).alert).toBe(BLOCKED);
  expect(proxy.forwardedRequests).toBe(0);
  await connectWithHeaders();
  const { good, bad } = app.service.samplePages;
  const popup = await app.popup(good);
  await popup.untilRows((rows) => rows.length === 1);
  expect(await popup.create()).toContain('Report created');
  await popup.untilRows((rows) => rows.length === 2);
  await popup.row('older.example').open();
  await popup.untilReportIsRead();
  await popup.choose('Public');
  await popup.press('Save changes');
  await popup.untilStatus('Changes saved · older.example/');
  await popup.pressInMenu('Delete report');
  await popup.untilRows((rows) => rows.length === 1);
  await app.passUndoTime();
  await until('the report is deleted', () => app.requests('DELETE')[0]?.status === 200);

  proxy.requiredHeaders = { ...proxy.requiredHeaders, 'cf-access-client-secret': NEWER_SECRET };
  const passed = proxy.forwardedRequests;
  await popup.fill('URL', bad);
  await popup.press('Create report');
  await popup.says(REPLACE);
  await popup.says('CF-Access-Client-Secret');
  expect(proxy.forwardedRequests).toBe(passed);
  await options.bringToFront();
  await options.fill('Value of header 2', NEWER_SECRET);
  await options.press('Connect');
  await until('the report is created', () => app.service.reports().some(({ url }) => url === bad));
  expect(app.requests('POST')).toHaveLength(2);
  expect(proxy.signInRequests).toEqual([]);
});

it('a redirect to the sign-in page of a proxy causes a message, and the page gets no headers', async () => {
  proxy.refusesBy = 'redirect';
  // A read without headers follows the redirect, but without the key.
  expect((await connect()).alert).toContain('add headers under Request headers');
  for (const headers of proxy.signInRequests.splice(0))
    expect(headers).not.toHaveProperty('authorization');
  await connectWithHeaders();
  proxy.requiredHeaders = { ...proxy.requiredHeaders, 'cf-access-client-secret': NEWER_SECRET };
  const popup = await app.popup();
  await popup.press('Refresh');
  await popup.says(REPLACE);
  await popup.press('Create report');
  await popup.shows('button', 'Retry now');
  expect(app.requests('POST')).toEqual([]);
  await options.bringToFront();
  await options.fill('Value of header 2', NEWER_SECRET);
  await options.press('Connect');
  await until('the report is created', () => app.service.reports().length === 2);
  expect(proxy.signInRequests).toEqual([]);
});
