import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from './service';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const reports = '/api/v1/reports';
const firstReport = `${reports}/1`;
const account = '/api/v1/account';
const url = 'https://example.com/new';
const header = (name: string, value: string | null) => ({ headers: { [name]: value } });

/** Differences from a correct request. A header with the value null is left out. */
interface Differences {
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: string;
}

function sendRequest(
  method: string,
  path: string,
  { body, headers }: Differences = {},
): Promise<Response> {
  const sendsForm = method === 'POST' || method === 'PUT';
  const usualHeaders = {
    authorization: `Bearer ${service.apiKey}`,
    ...(method !== 'DELETE' && { accept: 'application/json' }),
    ...(sendsForm && { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }),
  };
  const allHeaders = Object.entries({ ...usualHeaders, ...headers });
  return fetch(service.baseUrl + path, {
    method,
    headers: allHeaders.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    body: body ?? null,
  });
}

async function expectRefusal(answer: Promise<Response>, status: number, json: object) {
  const reportsBefore = service.reports();
  expect((await answer).status).toBe(status);
  expect(await (await answer).json()).toMatchObject(json);
  expect(service.reports()).toEqual(reportsBefore);
}

test.each<
  [what: string, method: string, path: string, Differences, status: number, message: string]
>([
  [
    'a request without a key',
    'GET',
    account,
    header('authorization', null),
    401,
    'Unauthenticated',
  ],
  ['a change of a deleted report', 'PUT', `${reports}/99`, {}, 403, 'This action is unauthorized.'],
  ['a cookie', 'GET', reports, header('cookie', 'visitor=41'), 400, 'cookies'],
  ['a body without a type', 'PUT', firstReport, header('content-type', null), 400, 'Content-Type'],
  ['a query beside a form', 'POST', `${reports}?privacy=1`, { body: `url=${url}` }, 400, 'query'],
  ['a deletion with a body', 'DELETE', firstReport, { body: 'id=1' }, 400, 'body'],
  ['a deletion with Accept', 'DELETE', firstReport, header('accept', 'text/html'), 400, 'Accept'],
])('the test service refuses %s', async (_, method, path, differences, status, message) => {
  const json = { message: expect.stringContaining(message) };
  await expectRefusal(sendRequest(method, path, differences), status, json);
});

test.each<[what: string, method: string, parameters: string, field: string, reason: string]>([
  ['an undocumented parameter', 'GET', 'offset=2', 'offset', 'no such parameter'],
  ['an empty parameter', 'GET', 'search=', 'search', 'empty'],
  ['a repeated parameter', 'GET', 'sort=asc&sort=asc', 'sort', 'repeated'],
  ['a URL that is too long', 'POST', `url=${url}/${'x'.repeat(2048)}`, 'url', '2048'],
  ['a URL of another scheme', 'POST', 'url=ftp://example.com/', 'url', 'absolute'],
  ['a URL with user info', 'POST', 'url=https://me:pw@example.com/', 'url', 'user name'],
  ['a password beside privacy 1', 'POST', `url=${url}&privacy=1&password=x`, 'password', '2'],
  ['privacy 2 without password', 'POST', `url=${url}&privacy=2`, 'password', 'required'],
  ['a password without privacy', 'PUT', 'password=x', 'password', 'only goes'],
  ['privacy 2 for a report without a password', 'PUT', 'privacy=2', 'password', 'required'],
])('the test service refuses %s', async (_, method, parameters, field, reason) => {
  const json = { message: { [field]: [expect.stringContaining(reason)] }, status: 422 };
  const path = method === 'PUT' ? firstReport : reports;
  const answer =
    method === 'GET'
      ? sendRequest(method, `${path}?${parameters}`)
      : sendRequest(method, path, { body: parameters });
  await expectRefusal(answer, 422, json);
});

test('the test service sends no CORS headers', async () => {
  const { headers } = await sendRequest('GET', reports, header('origin', 'https://a.example'));
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});
