import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { createClient, type ServiceClient } from '@/lib/service/client';
import type { RecordedRequest } from '../../service/recorded-request';
import { type Service, startService } from '../../service/service';
import { CALLS } from '../../support/every-client-call';

let service: Service;
let client: ServiceClient;
/** The number of requests before the test. */
let countBefore: number;

beforeAll(async () => {
  service = await startService({ path: '/s' });
  client = createClient(service);
});
beforeEach(() => {
  countBefore = service.requests.length;
});
afterAll(() => service.close());

/** Returns the requests of a test. Expects each request to have the key, no cookie and no referrer. */
function checkedRequests(): RecordedRequest[] {
  const requests = service.requests.slice(countBefore);
  for (const { headers } of requests) {
    expect(headers.authorization).toBe('Bearer demo-key-1f3a');
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('referer');
  }
  return requests;
}

function newestId(): string {
  return String(service.reports()[0]?.id);
}

const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';
const read = { method: 'GET', headers: { accept: 'application/json' }, body: '', status: 200 };
const write = { search: '', headers: { accept: 'application/json', 'content-type': FORM } };
const url = 'https://shop.example/?q=a+b%20c&x=%C3%A4';

const fullQuery = {
  search: ' clinic.example/ä & b ',
  project: ' Müller & Co ',
  result: 'decent',
  sortBy: 'generated_at',
  sort: 'asc',
  perPage: 100,
} as const;

describe('each call of the client', () => {
  it.each([
    [RECENT_REPORTS_QUERY, 'sort_by=id&sort=desc&per_page=10'],
    [
      fullQuery,
      'search=clinic.example/ä & b&search_by=url&project=Müller & Co&result=decent&sort_by=generated_at&sort=asc&per_page=100',
    ],
  ])('lists with the parameters of %j, and no empty parameter', async (query, text) => {
    await client.list(query);
    const [request] = checkedRequests();
    expect(request).toMatchObject({ ...read, path: '/api/v1/reports' });
    expect(request?.query.map((pair) => pair.join('=')).join('&')).toBe(text);
    expect(request?.headers).not.toHaveProperty('content-type');
  });

  it('gets a report by its id', async () => {
    const id = newestId();
    await client.get(id);
    expect(checkedRequests()).toMatchObject([
      { ...read, path: `/api/v1/reports/${id}`, search: '' },
    ]);
  });

  const passwords = ['   ', '🔑🗝️ñ', 'x'.repeat(128), 'a&b=c+d%20e', ' padded '];
  it.each<[Privacy, string, object]>([
    [Privacy.Public, 'unused', {}],
    [Privacy.Private, 'unused', {}],
    ...passwords.map((password): [Privacy, string, object] => [2, password, { password }]),
  ])('creates a report of privacy %i, given the password %j', async (privacy, password, more) => {
    await client.create({ url, privacy, password });
    const form = Object.entries({ url, privacy: String(privacy), ...more });
    const request = { ...write, method: 'POST', path: '/api/v1/reports', form, status: 201 };
    expect(checkedRequests()).toMatchObject([request]);
    expect(service.reports()[0]).toMatchObject({ url, privacy, ...more });
  });

  it.each([
    [{ privacy: Privacy.Public }, 'privacy=0'],
    [{ privacy: Privacy.Password, password: 'secret' }, 'privacy=2&password=secret'],
    [{ privacy: Privacy.Private, password: 'unused' }, 'privacy=1'],
    [{ results: 1 }, 'results=1'],
    [{ results: 0 }, 'results=0'],
    [{}, ''],
  ] as const)('updates a report with %j', async (change, body) => {
    const id = newestId();
    await client.update(id, change);
    const request = { ...write, method: 'PUT', path: `/api/v1/reports/${id}`, body, status: 200 };
    expect(checkedRequests()).toMatchObject([request]);
  });

  it('deletes a report without the headers Content-Type and Accept', async () => {
    const id = newestId();
    await client.remove(id);
    const request = { method: 'DELETE', path: `/api/v1/reports/${id}`, search: '', body: '' };
    const [{ headers } = { headers: {} }] = checkedRequests();
    expect(checkedRequests()).toMatchObject([{ ...request, status: 200 }]);
    expect(headers).toMatchObject({ accept: '*/*' });
    expect(headers).not.toHaveProperty('content-type');
    expect(service.reports().map((report) => String(report.id))).not.toContain(id);
  });

  it('gets the account', async () => {
    await client.account();
    expect(checkedRequests()).toMatchObject([{ ...read, path: '/api/v1/account', search: '' }]);
  });
});

const PASS = [
  { name: 'X-Pass-Id', value: 'an id' },
  { name: 'X-Pass-Secret', value: 'é secret' },
];

it.each(CALLS)(
  "%s sends each of the person's headers, and follows no redirect",
  async (_, call) => {
    const fetchFrom = vi.fn<typeof fetch>((...request) => fetch(...request));
    await call(createClient({ ...service, headers: PASS }, { fetchFrom }));
    expect(fetchFrom.mock.calls.map(([, init]) => init?.redirect)).toEqual(['manual']);
    // HTTP sends header values as Latin-1.
    const headers = { 'x-pass-id': 'an id', 'x-pass-secret': 'é secret' };
    expect(checkedRequests().map((request) => request.headers)).toMatchObject([headers]);
  },
);

it.each(CALLS)('%s sends no cookies, and does not read from a cache', async (name, call) => {
  const fetchFrom = vi.fn<typeof fetch>((...request) => fetch(...request));
  await call(createClient(service, { fetchFrom }));
  const options = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' };
  // A write that follows a redirect would be repeated at another address.
  const redirect = ['list', 'get', 'account'].includes(name) ? 'follow' : 'manual';
  expect(fetchFrom.mock.lastCall?.[1]).toMatchObject({ ...options, redirect });
});
