import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { type Client, createClient } from '@/lib/service/client';
import { failures } from '../../service/served-failure';
import { type Service, startService } from '../../service/service';
import { CALLS, clientOf, draft } from '../../support/every-client-call';

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService();
  client = createClient(service);
});
afterEach(() => service.behave(null));
afterAll(() => service.close());

const HTML = '<!doctype html><title>Just a moment…</title>';
const NO = '{"message":"No."}';
const message = 'No.';
const down = { code: 'serviceDown', retryAt: null, message: null } as const;
const challenge = { 'cf-mitigated': 'challenge' };
const location = 'https://www.service.example/login?back=reports#top';

/** A status, a body and headers; and what they are read as, whatever is read or written. */
const FAILURES: [number, string, Record<string, string>, Failure][] = [
  [200, HTML, {}, { code: 'unexpectedAnswer', problem: 'html' }],
  [
    200,
    '{"data":[{"id":1,"url":"https://exa',
    {},
    { code: 'unexpectedAnswer', problem: 'notJson' },
  ],
  [200, 'x'.repeat(5_000_001), {}, { code: 'unexpectedAnswer', problem: 'tooLarge' }],
  [200, HTML, challenge, { code: 'protectionPage' }],
  [302, '', { location }, { code: 'redirected', to: 'https://www.service.example/login' }],
  [307, '', { location: '/login' }, { code: 'redirected', to: 'https://service.example/login' }],
  [304, '', {}, { code: 'redirected', to: null }],
  [400, NO, {}, { code: 'invalid', message, fields: [] }],
  [
    422,
    '{"message":"No.","errors":{"url":["Too long."]}}',
    {},
    { code: 'invalid', message, fields: [{ field: 'url', messages: ['Too long.'] }] },
  ],
  [401, NO, {}, { code: 'keyRefused', message }],
  [403, NO, {}, { code: 'notAllowed', message }],
  [403, HTML, challenge, { code: 'protectionPage' }],
  [418, NO, {}, { code: 'refused', status: 418, message }],
  [429, NO, {}, { code: 'tooManyRequests', retryAt: null, message }],
  [429, HTML, challenge, { code: 'protectionPage' }],
  [500, NO, {}, { ...down, status: 500, message }],
  [502, HTML, {}, { ...down, status: 502 }],
];

describe.each(CALLS)('%s', (name, call) => {
  it.each(FAILURES)(
    'reads the status %i with %.20s and %j',
    async (status, body, headers, failure) => {
      const hasNoBody = status === 304;
      const from = clientOf(() => new Response(hasNoBody ? null : body, { status, headers }));
      expect(await call(from)).toEqual({ failure });
    },
  );

  it.each([404, 410])('reads %i as what is gone', async (status) => {
    const what = ['get', 'update', 'remove'].includes(name) ? 'report' : 'interface';
    const gone = clientOf(() => new Response(NO, { status }));
    expect(await call(gone)).toEqual({ failure: { code: 'gone', what, message } });
  });

  it('gives up on silence at its time limit', async () => {
    service.behave({ fail: failures.silence });
    const limit = new AbortController();
    const timeLimit = vi.fn((_milliseconds: number) => limit.signal);
    const asked = service.requests.length;
    const waiting = call(createClient(service, fetch, timeLimit));
    await vi.waitUntil(() => service.requests.length > asked);
    limit.abort();
    const seconds = name === 'create' || name === 'update' ? 180 : 60;
    expect(await waiting).toEqual({ failure: { code: 'timedOut', seconds } });
    expect(timeLimit).toHaveBeenCalledWith(seconds * 1000);
  });
});

describe('a read and a write', () => {
  const both = CALLS.filter(([name]) => name === 'list' || name === 'create');

  it.each(both)('find a line that is cut without an answer dead: %s', async (_, call) => {
    service.behave({ fail: failures.cutBeforeWork });
    expect(await call(client)).toEqual({ failure: { code: 'unreachable' } });
  });

  it.each(both)('find a line that is cut within the answer dead: %s', async (_, call) => {
    const cut = () => {
      const pull = (body: ReadableStreamDefaultController) => body.error(new TypeError('cut'));
      return new Response(new ReadableStream({ pull }));
    };
    expect(await call(clientOf(cut))).toEqual({ failure: { code: 'unreachable' } });
  });

  it.each(both)('do not wait for the end of a body without end: %s', async (_, call) => {
    service.behave({ fail: failures.endlessBody });
    const failure = { code: 'unexpectedAnswer', problem: 'tooLarge' };
    expect(await call(client)).toEqual({ failure });
  });

  it.each(both)('tell a redirect that the browser hides from a dead line: %s', async (_, call) => {
    const hidden: typeof fetch = async (_, init) => {
      if (init?.redirect === 'follow') throw new TypeError('Failed to fetch');
      const shown = { type: { value: 'opaqueredirect' }, status: { value: 0 } };
      return Object.defineProperties(new Response(null), shown);
    };
    const failure = { code: 'redirected', to: null };
    expect(await call(createClient(service, hidden))).toEqual({ failure });
  });

  it.each(['list', 'get', 'account'])(
    'are told apart by an answer without data: %s',
    async (name) => {
      const read = CALLS.find(([one]) => one === name)?.[1] ?? expect.fail();
      for (const [body, problem] of [
        [' \n', 'empty'],
        ['['.repeat(20_000) + ']'.repeat(20_000), 'wrongShape'],
      ]) {
        const failure = { code: 'unexpectedAnswer', problem };
        expect(await read(clientOf(() => new Response(body)))).toEqual({ failure });
      }
    },
  );
});

it('answers with an interruption when the caller aborts', async () => {
  service.behave({ fail: failures.stalledBody });
  const caller = new AbortController();
  const asked = service.requests.length;
  const waiting = client.create(draft, caller.signal);
  await vi.waitUntil(() => service.requests.length > asked);
  caller.abort();
  expect(await waiting).toEqual({ failure: { code: 'interrupted' } });
});

it('never sends a creation twice, whatever becomes of it', async () => {
  service.behave({ fail: failures.cutAfterWork });
  const held = service.reports().length;
  expect(await client.create(draft)).toEqual({ failure: { code: 'unreachable' } });
  expect(service.reports()).toHaveLength(held + 1);
});

it('follows a read inside the service itself', async () => {
  const location = 'api/v1/reports?per_page=25';
  service.behave({ times: 1, fail: { ...failures.found, location } });
  const list = await client.list(RECENT_REPORTS_QUERY);
  expect('value' in list && list.value.reports.length).toBeGreaterThan(10);
});

it('is not misled by the Location of a created report', async () => {
  const created = () => Response.json({ id: 7 }, { status: 201, headers: { location } });
  expect(await clientOf(created).create(draft)).toMatchObject({ value: { id: '7' } });
});
