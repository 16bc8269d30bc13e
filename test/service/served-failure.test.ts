import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failures } from './served-failure';
import { type Service, startService } from './service';
import { call } from './test-client';

let service: Service;
beforeEach(async () => {
  service = await startService({ sampleReports: false });
});
afterEach(() => service.close());

const reports = '/api/v1/reports';
const creation = { form: { url: 'https://example.com/' } };
const json = 'application/json';
const html = 'text/html; charset=utf-8';

test.each<[name: keyof typeof failures, status: number, type: string, text: RegExp]>([
  ['invalid', 422, json, /"errors":{"url":\["[^"]+","[^"]+"\],"password":\["/],
  ['protectionPage', 403, html, /<h1>/],
  ['html', 200, html, /^<!doctype html>/],
  ['emptyBody', 200, json, /^$/],
])('%s answers so and does no work', async (name, status, type, text) => {
  service.behave({ fail: failures[name] });
  const answer = await call(service, 'POST', reports, creation);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe(type);
  expect(await answer.text()).toMatch(text);
  expect(service.reports()).toEqual([]);
  expect(service.requests).toMatchObject([{ status }]);
});

test('a refusal tells when to come back, in seconds or by date', async () => {
  const retryAfter = async () =>
    (await call(service, 'GET', reports)).headers.get('retry-after') ?? '';
  service.behave({ fail: failures.tooManyRequests });
  expect(await retryAfter()).toBe('30');
  service.behave({ fail: failures.tooManyRequestsUntilDate });
  const date = await retryAfter();
  expect(date).toBe(new Date(date).toUTCString());
  // The header counts whole seconds.
  expect(Math.abs(Date.parse(date) - Date.now() - 30_000)).toBeLessThan(5_000);
});

test('a connection can be cut before the work or after it', async () => {
  service.behave([
    { fail: failures.cutBeforeWork, times: 1 },
    { fail: failures.cutAfterWork, times: 1 },
  ]);
  await expect(call(service, 'POST', reports, creation)).rejects.toThrow('fetch failed');
  expect(service.reports()).toEqual([]);
  await expect(call(service, 'POST', reports, creation)).rejects.toThrow('fetch failed');
  expect(service.reports()).toMatchObject([{ url: creation.form.url, result: 'good' }]);
  expect(service.requests).toMatchObject([{ status: null }, { status: null }]);
});

test.each([
  ['silence', 0],
  ['silenceAfterWork', 1],
] as const)('%s lasts until the client leaves', async (name, held) => {
  service.behave({ fail: failures[name] });
  const client = new AbortController();
  const answer = call(service, 'POST', reports, { ...creation, signal: client.signal });
  const left = expect(answer).rejects.toThrow('abort');
  await vi.waitFor(() => expect(service.requests[0]?.body).toBeTruthy());
  await vi.waitFor(() => expect(service.reports()).toHaveLength(held));
  expect(service.underWay()).toBe(1);
  client.abort();
  await left;
  await vi.waitFor(() => expect(service.underWay()).toBe(0));
  expect(service.requests).toMatchObject([{ status: null }]);
});

test('a body can stall, and a body can be cut', async () => {
  service.behave({ fail: failures.stalledBody });
  const stalled = (await call(service, 'GET', reports)).body?.getReader();
  const first = await stalled?.read();
  expect(new TextDecoder().decode(first?.value)).toContain('{"data":[');
  await stalled?.cancel();
  service.behave({ fail: failures.cutBody });
  const cut = await call(service, 'GET', reports);
  await expect(cut.text()).rejects.toThrow('terminated');
});
