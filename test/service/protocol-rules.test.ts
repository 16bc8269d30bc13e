import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from './service';
import { type CallOptions, call, callJson } from './test-client';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const reports = '/api/v1/reports';
const page = { url: 'https://example.com/new' };
const protocolMistakes: readonly [
  sentence: string,
  method: string,
  path: string,
  options: CallOptions,
  status: number,
  message: string,
][] = [
  ['an unknown path', 'GET', '/api/v1/pages', {}, 404, 'nothing'],
  ['an unknown version', 'GET', '/api/v2/reports', {}, 404, 'nothing'],
  ['a trailing slash behind the list', 'GET', `${reports}/`, {}, 404, 'nothing'],
  ['a trailing slash behind a report', 'GET', `${reports}/1/`, {}, 404, 'nothing'],
  ['a trailing slash behind the account', 'GET', '/api/v1/account/', {}, 404, 'nothing'],
  ['an encoded path', 'GET', '/api/v1/%72eports', {}, 404, 'nothing'],
  ['an unknown report', 'GET', `${reports}/4711`, {}, 404, 'no report'],
  ['an id with leading zeros', 'GET', `${reports}/01`, {}, 404, 'no report'],
  ['a deletion of an unknown report', 'DELETE', `${reports}/4711`, {}, 404, 'no report'],
  ['an update of an unknown report', 'PUT', `${reports}/4711`, {}, 404, 'no report'],
  ['PUT on the list', 'PUT', reports, {}, 405, 'GET, POST'],
  ['DELETE on the list', 'DELETE', reports, {}, 405, 'GET, POST'],
  ['POST on a report', 'POST', `${reports}/1`, {}, 405, 'GET, PUT, DELETE'],
  ['PATCH on a report', 'PATCH', `${reports}/1`, {}, 405, 'GET, PUT, DELETE'],
  ['OPTIONS, which a preflight would send', 'OPTIONS', reports, {}, 405, 'GET, POST'],
  ['POST on the account', 'POST', '/api/v1/account', {}, 405, 'only GET'],
  ['no key', 'GET', reports, { headers: { authorization: null } }, 401, 'key'],
  ['a wrong key', 'GET', reports, { headers: { authorization: 'Bearer wrong' } }, 401, 'key'],
  [
    'bearer in lower case',
    'GET',
    reports,
    { headers: { authorization: 'bearer demo-key-1f3a' } },
    401,
    'key',
  ],
  [
    'two spaces before the key',
    'GET',
    reports,
    { headers: { authorization: 'Bearer  demo-key-1f3a' } },
    401,
    'key',
  ],
  [
    'a wrong key on a deletion',
    'DELETE',
    `${reports}/1`,
    { headers: { authorization: 'Bearer x' } },
    401,
    'key',
  ],
  ['a cookie', 'GET', reports, { headers: { cookie: 'visitor=41' } }, 400, 'cookies'],
  ['no Accept on a list', 'GET', reports, { headers: { accept: null } }, 400, 'Accept'],
  ['any Accept on a report', 'GET', `${reports}/1`, { headers: { accept: '*/*' } }, 400, 'Accept'],
  [
    'a list of types in Accept',
    'GET',
    reports,
    { headers: { accept: 'application/json, */*' } },
    400,
    'Accept',
  ],
  [
    'no Accept on the account',
    'GET',
    '/api/v1/account',
    { headers: { accept: null } },
    400,
    'Accept',
  ],
  [
    'no Accept on a creation',
    'POST',
    reports,
    { form: page, headers: { accept: null } },
    400,
    'Accept',
  ],
  ['no Accept on an update', 'PUT', `${reports}/1`, { headers: { accept: '*/*' } }, 400, 'Accept'],
  ['a GET with a body', 'GET', reports, { body: 'search=x' }, 400, 'body'],
  [
    'JSON instead of a form',
    'POST',
    reports,
    { body: '{}', headers: { 'content-type': 'application/json' } },
    400,
    'Content-Type',
  ],
  [
    'a form without its content type',
    'POST',
    reports,
    { form: page, headers: { 'content-type': null } },
    400,
    'Content-Type',
  ],
  [
    'a multipart form',
    'PUT',
    `${reports}/1`,
    { body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    400,
    'Content-Type',
  ],
  [
    'a charset other than UTF-8',
    'POST',
    reports,
    {
      form: page,
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=latin1' },
    },
    400,
    'UTF-8',
  ],
  ['query parameters on a creation', 'POST', `${reports}?privacy=1`, { form: page }, 400, 'query'],
  ['query parameters on an update', 'PUT', `${reports}/1?results=1`, {}, 400, 'query'],
  ['a broken escape in the query', 'GET', `${reports}?search=%E4`, {}, 400, 'percent-encoded'],
  [
    'a broken escape in the body',
    'POST',
    reports,
    { body: 'url=https%3A%2F%2Fexample.com%2F100%' },
    400,
    'percent-encoded',
  ],
  ['a deletion with a body', 'DELETE', `${reports}/1`, { body: 'id=1' }, 400, 'body'],
  [
    'a deletion with a content type',
    'DELETE',
    `${reports}/1`,
    { headers: { 'content-type': 'application/json' } },
    400,
    'Content-Type',
  ],
  [
    'a deletion that wants JSON',
    'DELETE',
    `${reports}/1`,
    { headers: { accept: 'application/json' } },
    400,
    'Accept',
  ],
  [
    'a body of more than 256 KiB',
    'POST',
    reports,
    { body: `url=${'x'.repeat(300_000)}` },
    413,
    'too large',
  ],
];

test.each(protocolMistakes)('refuses %s', async (_, method, path, options, status, message) => {
  const before = service.reports();
  const answer = await callJson(service, method, path, options);
  expect(answer).toEqual({ status, json: { message: expect.stringContaining(message) } });
  expect(service.reports()).toEqual(before);
});

test('names the possible methods in a 405', async () => {
  const { headers } = await call(service, 'PATCH', `${reports}/1`);
  expect(headers.allow).toBe('GET, PUT, DELETE');
});

test.each([
  ['a form without charset', 'application/x-www-form-urlencoded'],
  ['a charset in any case', 'application/x-www-form-urlencoded; charset=Utf-8'],
])('accepts %s', async (_, type) => {
  const options = { body: 'results=0', headers: { 'content-type': type } };
  expect((await call(service, 'PUT', `${reports}/1`, options)).status).toBe(200);
});

test('accepts a deletion with the Accept of a plain fetch', async () => {
  const { id } = service.add({ url: 'https://example.com/gone' });
  const options = { headers: { accept: '*/*' } };
  expect((await call(service, 'DELETE', `${reports}/${id}`, options)).status).toBe(200);
});

test('judges a real fetch without credentials as correct', async () => {
  const authorization = `Bearer ${service.apiKey}`;
  const headers = { authorization, accept: 'application/json' };
  const created = await fetch(service.baseUrl + reports, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ ...page, privacy: '0' }),
  });
  expect(created.status).toBe(201);
  const removed = await fetch(`${service.baseUrl}${reports}/2`, {
    method: 'DELETE',
    headers: { authorization },
  });
  expect(removed.status).toBe(200);
});

test('sends no header that would let other origins read its answers', async () => {
  const { headers } = await call(service, 'GET', reports, {
    headers: { origin: 'https://elsewhere.example' },
  });
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});
