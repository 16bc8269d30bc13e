import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { type Client, createClient } from '@/lib/service/client';
import type { RecordedRequest } from '../../service/recorded-request';
import { type Service, startService } from '../../service/service';

let service: Service;
let client: Client;
let firstOfTest: number;

beforeAll(async () => {
  service = await startService({ path: '/s' });
  client = createClient(service);
});
beforeEach(() => {
  service.behave(null);
  firstOfTest = service.requests.length;
});
afterAll(() => service.close());

/** The requests of this test, checked against what all calls have in common. */
function sent(): RecordedRequest[] {
  const requests = service.requests.slice(firstOfTest);
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

describe('the request of each call', () => {
  it('lists the newest reports with sort, direction and page size said explicitly', async () => {
    await client.list(RECENT_REPORTS_QUERY);
    expect(sent()).toMatchObject([
      { ...read, path: '/api/v1/reports', search: 'sort_by=id&sort=desc&per_page=10' },
    ]);
    expect(sent()[0]?.headers).not.toHaveProperty('content-type');
  });

  it('lists with every documented parameter', async () => {
    await client.list({
      search: ' clinic.example/ä & b ',
      project: 'Müller & Co',
      result: 'decent',
      sortBy: 'generated_at',
      sort: 'asc',
      perPage: 100,
    });
    expect(sent()).toMatchObject([
      {
        status: 200,
        query: [
          ['search', 'clinic.example/ä & b'],
          ['search_by', 'url'],
          ['project', 'Müller & Co'],
          ['result', 'decent'],
          ['sort_by', 'generated_at'],
          ['sort', 'asc'],
          ['per_page', '100'],
        ],
      },
    ]);
  });

  it('gets one report', async () => {
    const id = newestId();
    await client.get(id);
    expect(sent()).toMatchObject([{ ...read, path: `/api/v1/reports/${id}`, search: '' }]);
  });

  it('keeps an id with special characters inside its path segment', async () => {
    await client.get('a/b?c#d e');
    expect(sent()).toMatchObject([{ path: '/api/v1/reports/a%2Fb%3Fc%23d%20e' }]);
  });

  it.each([Privacy.Public, Privacy.Private])(
    'creates a report with privacy %s and no password',
    async (privacy) => {
      await client.create({ url, privacy, password: 'unused' });
      const form = Object.entries({ url, privacy: String(privacy) });
      expect(sent()).toMatchObject([
        { ...write, method: 'POST', path: '/api/v1/reports', form, status: 201 },
      ]);
    },
  );

  it.each([['   '], ['🔑🗝️ñ'], ['x'.repeat(1000)], ['a&b=c+d%20e'], [' padded ']])(
    'creates a report with the password %j byte for byte',
    async (password) => {
      await client.create({ url, privacy: Privacy.Password, password });
      const form = Object.entries({ url, privacy: '2', password });
      expect(sent()).toMatchObject([{ form, status: 201 }]);
      expect(service.reports()[0]).toMatchObject({ url, privacy: 2, password });
    },
  );

  it.each([
    [{ privacy: Privacy.Public }, { privacy: '0' }],
    [
      { privacy: Privacy.Password, password: 'secret' },
      { privacy: '2', password: 'secret' },
    ],
    [{ privacy: Privacy.Private, password: 'unused' }, { privacy: '1' }],
    [{ results: 1 }, { results: '1' }],
    [{ results: 0 }, { results: '0' }],
    [{}, {}],
  ] as const)('updates a report with %j', async (change, fields) => {
    const id = newestId();
    await client.update(id, change);
    const form = Object.entries(fields);
    expect(sent()).toMatchObject([
      { ...write, method: 'PUT', path: `/api/v1/reports/${id}`, form, status: 200 },
    ]);
  });

  it('deletes a report without naming a type to send or to accept', async () => {
    const id = newestId();
    await client.remove(id);
    expect(sent()).toMatchObject([
      { method: 'DELETE', path: `/api/v1/reports/${id}`, search: '', body: '', status: 200 },
    ]);
    expect(sent()[0]?.headers).not.toHaveProperty('content-type');
    expect(sent()[0]?.headers.accept).toBe('*/*');
    expect(service.reports().map((report) => String(report.id))).not.toContain(id);
  });

  it('gets the account', async () => {
    await client.account();
    expect(sent()).toMatchObject([{ ...read, path: '/api/v1/account', search: '' }]);
  });
});

describe('the options of each request', () => {
  it.each([
    ['GET', 'follow', () => client.list(RECENT_REPORTS_QUERY)],
    ['POST', 'manual', () => client.create({ url: 'https://a.example/', privacy: 1 })],
    ['PUT', 'manual', () => client.update(newestId(), {})],
    ['DELETE', 'manual', () => client.remove(newestId())],
  ] as const)(
    '%s sends no cookies, takes nothing from a cache, and redirects: %s',
    async (method, redirect, call) => {
      const asked = vi.fn<typeof fetch>((...request) => fetch(...request));
      client = createClient(service, asked);
      await call();
      expect(asked).toHaveBeenCalledWith(
        expect.any(String),
        expect.objectContaining({
          method,
          redirect,
          credentials: 'omit',
          cache: 'no-store',
          referrerPolicy: 'no-referrer',
        }),
      );
    },
  );
});
