import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failures } from './failure';
import { type Service, startService } from './service';
import { call } from './test-client';

let service: Service;
beforeEach(async () => {
  service = await startService({ path: '/s', apiKey: 'another-key' });
});
afterEach(() => service.close());

const reports = '/api/v1/reports';

test('it lives below its own path on the loopback address', async () => {
  expect(service.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/s$/);
  expect(service.origin).toBe(service.baseUrl.slice(0, -2));
  expect((await call(service, 'GET', reports)).status).toBe(200);
  const beside = await fetch(service.origin + reports);
  expect(beside.status).toBe(404);
  expect(service.requests).toHaveLength(1);
});

test('a request is recorded as it was sent, with the status it got', async () => {
  await call(service, 'GET', `${reports}?search=a+b&search=%C3%BC`, {
    headers: { 'x-trace': '1' },
  });
  await call(service, 'POST', reports, { form: { url: 'https://example.com/', privacy: '0' } });
  expect(service.requests).toMatchObject([
    {
      method: 'GET',
      path: reports,
      search: 'search=a+b&search=%C3%BC',
      query: [
        ['search', 'a b'],
        ['search', 'ü'],
      ],
      headers: { authorization: 'Bearer another-key', 'x-trace': '1' },
      body: '',
      form: [],
      status: 422,
    },
    {
      method: 'POST',
      body: 'url=https%3A%2F%2Fexample.com%2F&privacy=0',
      form: [
        ['url', 'https://example.com/'],
        ['privacy', '0'],
      ],
      status: 201,
    },
  ]);
});

test('sample pages are shown to anyone, set a cookie and are not recorded', async () => {
  for (const url of Object.values(service.samplePages)) {
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toContain('visitor=');
    expect(await response.text()).toContain('<h1>');
  }
  const good = await fetch(`${service.samplePages.good}?utm_source=x`);
  expect(await good.text()).toContain(`<link rel="canonical" href="${service.samplePages.good}">`);
  expect(service.requests).toEqual([]);
});

test('the first fitting behaviour applies until it is used up', async () => {
  service.behave([
    { on: { method: 'DELETE' }, fail: failures.forbidden },
    { on: { path: /\/reports$/g }, times: 2, fail: failures.serverError },
    { on: { path: '/api/v1/account' }, fail: failures.expertOnly },
    { on: { method: 'GET', path: reports }, times: 1, fail: failures.badGateway },
  ]);
  const statusOf = async (method: string, path: string) =>
    (await call(service, method, path)).status;
  expect(await statusOf('GET', `${reports}/1`)).toBe(200);
  expect(await statusOf('GET', '/api/v1/account')).toBe(403);
  expect(await statusOf('DELETE', `${reports}/1`)).toBe(403);
  expect(await statusOf('GET', reports)).toBe(500);
  expect(await statusOf('GET', reports)).toBe(500);
  expect(await statusOf('GET', reports)).toBe(502);
  expect(await statusOf('GET', reports)).toBe(200);
  service.behave(null);
  expect(await statusOf('GET', '/api/v1/account')).toBe(200);
});

test('a behaviour that is set again counts from the start', async () => {
  const once = { times: 1, fail: failures.serverError };
  service.behave(once);
  await call(service, 'GET', reports);
  service.behave(once);
  expect((await call(service, 'GET', reports)).status).toBe(500);
});

test('a delay comes before the work, and spares the work when the client leaves', async () => {
  const started = performance.now();
  service.behave({ delayMs: 60 });
  expect((await call(service, 'GET', reports)).status).toBe(200);
  // Timers may fire a millisecond early.
  expect(performance.now() - started).toBeGreaterThanOrEqual(58);

  service.behave({ delayMs: 3_600_000 });
  const client = new AbortController();
  const form = { url: 'https://example.com/never' };
  const left = call(service, 'POST', reports, { form, signal: client.signal });
  const refused = expect(left).rejects.toThrow('abort');
  await vi.waitFor(() => expect(service.requests.at(-1)?.body).toBeTruthy());
  client.abort();
  await refused;
  service.behave(null);
  await call(service, 'GET', reports);
  expect(service.reports()).toHaveLength(24);
});

test('closing cuts idle and waiting connections, frees the port and can be repeated', async () => {
  service.behave({ delayMs: 3_600_000, on: { method: 'DELETE' } });
  const cut = expect(call(service, 'DELETE', `${reports}/1`)).rejects.toThrow('socket hang up');
  await fetch(service.samplePages.good);
  await vi.waitFor(() => expect(service.requests).toHaveLength(1));
  await service.close();
  await service.close();
  await cut;
  const port = Number(new URL(service.origin).port);
  const successor = await startService({ port });
  expect(successor.origin).toBe(service.origin);
  await successor.close();
});

test('a taken port and a malformed path are refused', async () => {
  const port = Number(new URL(service.origin).port);
  await expect(startService({ port })).rejects.toThrow('EADDRINUSE');
  await expect(startService({ path: 's/' })).rejects.toThrow('/s');
});

test('connections are kept, or closed after each answer on request', async () => {
  const connectionOf = async (kept: Service) =>
    (await fetch(kept.samplePages.good)).headers.get('connection');
  expect(await connectionOf(service)).toBe('keep-alive');
  const brief = await startService({ keepAlive: false });
  expect(await connectionOf(brief)).toBe('close');
  await brief.close();
});
