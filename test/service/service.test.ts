import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGate } from './gate';
import { failures } from './served-failure';
import { type Service, startService } from './service';
import { call } from './test-client';

let service: Service;
beforeEach(async () => {
  service = await startService({ path: '/s', apiKey: 'another-key' });
});
afterEach(() => service.close());

const reports = '/api/v1/reports';

test('it lives below its own path, and nowhere else', async () => {
  expect(service.baseUrl).toBe(`${service.origin}/s`);
  expect((await call(service, 'GET', reports)).status).toBe(200);
  expect((await fetch(service.origin + reports)).status).toBe(404);
  expect(service.requests).toHaveLength(1);
});

test('a request is recorded as it was sent, with the status it got', async () => {
  await call(service, 'GET', `${reports}?search=a+b&search=%C3%BC`);
  await call(service, 'POST', reports, { form: { url: 'https://example.com/', privacy: '0' } });
  const query = [
    ['search', 'a b'],
    ['search', 'ü'],
  ];
  const form = [
    ['url', 'https://example.com/'],
    ['privacy', '0'],
  ];
  const body = 'url=https%3A%2F%2Fexample.com%2F&privacy=0';
  const headers = { authorization: 'Bearer another-key' };
  expect(service.requests).toMatchObject([
    { method: 'GET', path: reports, search: 'search=a+b&search=%C3%BC', query, status: 422 },
    { method: 'POST', path: reports, headers, body, form, status: 201 },
  ]);
});

test('the first fitting behaviour applies until it is used up', async () => {
  service.behave([
    { on: { method: 'DELETE' }, fail: failures.forbidden },
    { on: { path: /\/reports$/ }, times: 2, fail: failures.serverError },
    { on: { method: 'GET', path: reports }, times: 1, fail: failures.badGateway },
  ]);
  const statusOf = async (method: string, path: string) =>
    (await call(service, method, path)).status;
  expect(await statusOf('GET', `${reports}/1`)).toBe(200);
  expect(await statusOf('DELETE', `${reports}/1`)).toBe(403);
  expect(await statusOf('GET', reports)).toBe(500);
  expect(await statusOf('GET', reports)).toBe(500);
  expect(await statusOf('GET', reports)).toBe(502);
  expect(await statusOf('GET', reports)).toBe(200);
  service.behave(null);
  expect(await statusOf('DELETE', `${reports}/1`)).toBe(200);
});

test('a request whose work is repeated makes two reports, and is answered with the second', async () => {
  service.behave({ on: { method: 'POST' }, times: 1, isRepeated: true });
  const form = { url: 'https://example.com/' };
  const answer = await call(service, 'POST', reports, { form });
  const [second, first] = service.reports();
  expect(first).toMatchObject(form);
  expect(second).toMatchObject(form);
  expect(await answer.json()).toMatchObject({ data: { id: second?.id } });
});

test('a delay comes before the work, and spares the work when the client leaves', async () => {
  const started = performance.now();
  service.behave({ delayMs: 60 });
  expect((await call(service, 'GET', reports)).status).toBe(200);
  // Timers may fire a millisecond early.
  expect(performance.now() - started).toBeGreaterThanOrEqual(58);

  const held = service.reports().length;
  service.behave({ delayMs: 100 });
  const client = new AbortController();
  const form = { url: 'https://example.com/never' };
  const left = call(service, 'POST', reports, { form, signal: client.signal });
  const refused = expect(left).rejects.toThrow('abort');
  await vi.waitFor(() => expect(service.requests.at(-1)?.body).toBeTruthy());
  client.abort();
  await refused;
  await call(service, 'GET', reports);
  expect(service.reports()).toHaveLength(held);
  expect(service.requests.at(-2)?.status).toBeNull();
});

test('a gate holds requests up until it is opened', async () => {
  const gate = createGate();
  service.behave({ on: { method: 'POST' }, gate });
  const form = { url: 'https://example.com/held' };
  const held = call(service, 'POST', reports, { form });
  await call(service, 'GET', reports);
  expect(service.reports().map(({ url }) => url)).not.toContain(form.url);
  gate.open();
  await held;
  expect(service.reports().map(({ url }) => url)).toContain(form.url);
});

test('closing cuts waiting connections, frees the port and can be repeated', async () => {
  service.behave({ fail: failures.silence });
  const cut = expect(call(service, 'GET', reports)).rejects.toThrow('fetch failed');
  await vi.waitFor(() => expect(service.requests).toHaveLength(1));
  await service.close();
  await service.close();
  await cut;
  const port = Number(new URL(service.origin).port);
  const successor = await startService({ port, keepAlive: false });
  expect(successor.origin).toBe(service.origin);
  expect((await fetch(successor.samplePages.good)).headers.get('connection')).toBe('close');
  await expect(startService({ port })).rejects.toThrow('EADDRINUSE');
  await successor.close();
});
