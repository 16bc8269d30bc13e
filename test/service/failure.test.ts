import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Failure, failures, invalidFields } from './failure';
import { type Service, startService } from './service';
import { call, open } from './test-client';

let service: Service;
beforeEach(async () => {
  service = await startService({ sampleReports: false });
});
afterEach(() => service.close());

const reports = '/api/v1/reports';
const creation = { form: { url: 'https://example.com/' } };
const json = 'application/json';
const html = 'text/html; charset=utf-8';

test.each<[name: string, failure: Failure, status: number, type: string, text: RegExp]>([
  ['badRequest', failures.badRequest, 400, json, /^{"message":/],
  ['keyRefused', failures.keyRefused, 401, json, /^{"message":"The API key/],
  ['forbidden', failures.forbidden, 403, json, /^{"message":/],
  ['expertOnly', failures.expertOnly, 403, json, /expert level/],
  ['notFound', failures.notFound, 404, json, /^{"message":/],
  ['invalid', failures.invalid, 422, json, /"errors":{"url":\["[^"]+","[^"]+"\],"password":\["/],
  [
    'invalidFields',
    invalidFields({ url: ['No.'] }),
    422,
    json,
    /^{"message":"No.","errors":{"url":\["No."\]}}$/,
  ],
  ['tooManyRequests', failures.tooManyRequests, 429, json, /^{"message":/],
  ['protectionPage', failures.protectionPage, 403, html, /<h1>/],
  ['protectionPageTooMany', failures.protectionPageTooMany, 429, html, /<h1>/],
  ['serverError', failures.serverError, 500, json, /^{"message":/],
  ['badGateway', failures.badGateway, 502, html, /502/],
  ['unavailable', failures.unavailable, 503, json, /^{"message":/],
  ['gatewayTimeout', failures.gatewayTimeout, 504, html, /504/],
  ['html', failures.html, 200, html, /^<!doctype html>/],
  ['emptyBody', failures.emptyBody, 200, json, /^$/],
  ['brokenJson', failures.brokenJson, 200, json, /^{"data":\[{/],
  ['wrongShape', failures.wrongShape, 200, json, /^{"status":/],
  ['deepNesting', failures.deepNesting, 200, json, /^\[{20000}\]{20000}$/],
])('%s answers so and does no work', async (_, fail, status, type, text) => {
  service.behave({ fail });
  const answer = await call(service, 'POST', reports, creation);
  expect(answer).toMatchObject({ status, text: expect.stringMatching(text) });
  expect(answer.headers['content-type']).toBe(type);
  expect(service.reports()).toEqual([]);
  expect(service.requests).toMatchObject([{ status }]);
});

test.each<[failure: Failure, status: number]>([
  [failures.movedPermanently, 301],
  [failures.found, 302],
  [failures.seeOther, 303],
  [failures.temporaryRedirect, 307],
  [failures.permanentRedirect, 308],
])('a redirect with %o leads to a sign-in page', async (fail, status) => {
  service.behave({ fail });
  const { status: answered, headers } = await call(service, 'GET', reports);
  expect(answered).toBe(status);
  expect(headers.location).toBe(`${service.baseUrl}/pages/sign-in`);
  expect((await call(service, 'GET', '/pages/sign-in')).text).toContain('Sign in');
});

test('a redirect can lead anywhere', async () => {
  service.behave({ fail: { ...failures.found, location: 'https://elsewhere.example/x' } });
  const { headers } = await call(service, 'GET', reports);
  expect(headers.location).toBe('https://elsewhere.example/x');
});

test('too many requests tell when to come back, in seconds or by date', async () => {
  service.behave({ fail: failures.tooManyRequests });
  const { headers } = await call(service, 'GET', reports);
  expect(headers).toMatchObject({
    'retry-after': '30',
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/),
  });

  service.behave({ fail: failures.tooManyRequestsUntilDate });
  const started = Date.now();
  const date = (await call(service, 'GET', reports)).headers['retry-after'] ?? '';
  expect(date).toBe(new Date(date).toUTCString());
  // The header counts whole seconds.
  expect(Date.parse(date)).toBeGreaterThan(started + 29_000 - 1);
  expect(Date.parse(date)).toBeLessThanOrEqual(Date.now() + 30_000);
});

test('a service under maintenance tells when to come back, a protection page shows itself', async () => {
  service.behave({ fail: failures.unavailable });
  expect((await call(service, 'GET', reports)).headers['retry-after']).toBe('120');
  service.behave({ fail: failures.protectionPage });
  expect((await call(service, 'GET', reports)).headers['cf-mitigated']).toBe('challenge');
});

test('a connection can be cut before the work or after it', async () => {
  service.behave([
    { fail: failures.cutBeforeWork, times: 1 },
    { fail: failures.cutAfterWork, times: 1 },
  ]);
  await expect(call(service, 'POST', reports, creation)).rejects.toThrow('socket hang up');
  expect(service.reports()).toEqual([]);
  await expect(call(service, 'POST', reports, creation)).rejects.toThrow('socket hang up');
  expect(service.reports()).toMatchObject([{ url: creation.form.url, result: 'good' }]);
  expect(service.requests).toMatchObject([{ status: null }, { status: null }]);
});

test('any failure can hide work that was done', async () => {
  service.behave({ fail: { ...failures.gatewayTimeout, afterWork: true } });
  expect(await call(service, 'POST', reports, creation)).toMatchObject({ status: 504 });
  expect(service.reports()).toHaveLength(1);
});

test('a failure after the work does not hide that the request was wrong', async () => {
  service.behave({ fail: failures.cutAfterWork });
  expect(await call(service, 'POST', reports, { form: {} })).toMatchObject({ status: 422 });
});

describe('an answer that never ends', () => {
  test.each([
    ['silence', failures.silence, 0],
    ['silenceAfterWork', failures.silenceAfterWork, 1],
  ])('%s lasts until the client leaves', async (_, fail, held) => {
    service.behave({ fail });
    const client = new AbortController();
    const answer = call(service, 'POST', reports, { ...creation, signal: client.signal });
    const left = expect(answer).rejects.toThrow('abort');
    await vi.waitFor(() => expect(service.requests[0]?.body).toBeTruthy());
    await vi.waitFor(() => expect(service.reports()).toHaveLength(held));
    client.abort();
    await left;
    expect(service.requests).toMatchObject([{ status: null }]);
  });

  test('silence lasts until the service closes', async () => {
    service.behave({ fail: failures.silence });
    const cut = expect(call(service, 'GET', reports)).rejects.toThrow('socket hang up');
    await vi.waitFor(() => expect(service.requests).toHaveLength(1));
    await service.close();
    await cut;
  });

  test('a body can stall, and a body can be cut', async () => {
    service.behave({ fail: failures.stalledBody });
    const stalled = await open(service, 'GET', reports);
    const [chunk] = await once(stalled, 'data');
    expect(String(chunk)).toContain('{"data":[');
    stalled.destroy();
    service.behave({ fail: failures.cutBody });
    const cut = await open(service, 'GET', reports);
    await expect(cut.toArray()).rejects.toThrow('aborted');
  });

  test('an endless body goes on past any sensible size', async () => {
    service.behave({ fail: failures.endlessBody });
    const endless = await open(service, 'GET', reports);
    let size = 0;
    for await (const chunk of endless) {
      size += chunk.length;
      if (size > 2 * 1024 * 1024) break;
    }
    expect(endless.complete).toBe(false);
  });
});

test('a huge body is 30 MiB of valid JSON', async () => {
  service.behave({ fail: failures.hugeBody });
  const { text } = await call(service, 'GET', reports);
  expect(text.length).toBeGreaterThan(30 * 1024 * 1024);
  expect(JSON.parse(text)).toMatchObject({ data: [] });
});
