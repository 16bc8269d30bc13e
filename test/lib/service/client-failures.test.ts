import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { type Client, createClient } from '@/lib/service/client';
import type { Shape } from '../../service/report-json';
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
const location = 'https://www.a.example/in?back=reports#top';
const NO_URL = '{"message":"No.","errors":{"url":["Too long."]}}';
const fields = [{ field: 'url', messages: ['Too long.'] }];

/** A status, a body and headers; and what they are read as, whatever is read or written. */
const FAILURES: [string, number, string | null, Record<string, string>, Failure][] = [
  ['a web page', 200, HTML, {}, { code: 'unexpectedAnswer', problem: 'html' }],
  ['half an answer', 200, '{"data":[{"i', {}, { code: 'unexpectedAnswer', problem: 'notJson' }],
  ['a bot check', 200, HTML, challenge, { code: 'protectionPage' }],
  ['a bot check', 403, HTML, challenge, { code: 'protectionPage' }],
  ['a bot check', 429, HTML, challenge, { code: 'protectionPage' }],
  ['a redirect', 302, '', { location }, { code: 'redirected', to: 'https://www.a.example/in' }],
  [
    'a path',
    307,
    '',
    { location: '/in' },
    { code: 'redirected', to: 'https://service.example/in' },
  ],
  ['no place', 304, null, {}, { code: 'redirected', to: null }],
  ['a sentence', 400, NO, {}, { code: 'invalid', message, fields: [] }],
  ['words on a field', 422, NO_URL, {}, { code: 'invalid', message, fields }],
  ['a sentence', 401, NO, {}, { code: 'keyRefused', message }],
  ['a sentence', 403, NO, {}, { code: 'notAllowed', message }],
  ['a sentence', 418, NO, {}, { code: 'refused', status: 418, message }],
  ['a sentence', 429, NO, {}, { code: 'tooManyRequests', retryAt: null, message }],
  ['a sentence', 503, NO, {}, { ...down, status: 503, message }],
  ['a web page', 502, HTML, {}, { ...down, status: 502 }],
];

describe.each(CALLS)('the call %s', (name, call) => {
  it.each(FAILURES)(
    'reads %s with the status %i as its failure',
    async (_, status, body, headers, failure) => {
      const from = clientOf(() => new Response(body, { status, headers }));
      expect(await call(from)).toEqual({ failure });
    },
  );

  it.each([404, 410])('reads %i as a report or interface that is gone', async (status) => {
    const what = ['get', 'update', 'remove'].includes(name) ? 'report' : 'interface';
    const gone = clientOf(() => new Response(NO, { status }));
    expect(await call(gone)).toEqual({ failure: { code: 'gone', what, message } });
  });

  it('times out when the service stays silent', async () => {
    service.behave({ fail: failures.silence });
    const limit = new AbortController();
    const timeLimit = vi.fn((_milliseconds: number) => limit.signal);
    const asked = service.requests.length;
    const waiting = call(createClient(service, { timeLimit }));
    await vi.waitUntil(() => service.requests.length > asked);
    limit.abort();
    const seconds = name === 'create' || name === 'update' ? 180 : 60;
    expect(await waiting).toEqual({ failure: { code: 'timedOut', seconds } });
    expect(timeLimit).toHaveBeenCalledWith(seconds * 1000);
  });
});

/** A 500 about a page, as newer installations answer a creation (real-service.md). */
const NOT_FETCHED = '{"message":"cURL error 6: Could not resolve host.","status":500}';
const PAGE_FAILED = { code: 'pageFailed', message: 'cURL error 6: Could not resolve host.' };

describe('an answer of 500 with words', () => {
  const answering = (body: string) => clientOf(() => new Response(body, { status: 500 }));

  it('is about the page if the service was asked to fetch a page', async () => {
    const client = answering(NOT_FETCHED);
    expect(await client.create(draft)).toEqual({ failure: PAGE_FAILED });
    expect(await client.update('7', { results: 1 })).toEqual({ failure: PAGE_FAILED });
  });

  it('is about the service if no page had to be fetched', async () => {
    const client = answering(NOT_FETCHED);
    const failure = { ...down, status: 500, message: PAGE_FAILED.message };
    expect(await client.update('7', { privacy: 1 })).toEqual({ failure });
    expect(await client.get('7')).toEqual({ failure });
    expect(await client.remove('7')).toEqual({ failure });
  });

  it.each(['{"message":"Server Error"}', '{"message":"Internal Server Error."}', '{}', HTML])(
    'is about the service if its body is only %s',
    async (body) => {
      const outcome = await answering(body).create(draft);
      expect(outcome).toMatchObject({ failure: { code: 'serviceDown', status: 500 } });
    },
  );
});

describe('the words of a refusal', () => {
  const [url, password] = ['This address cannot be analysed.', 'This password is too short.'];
  const about = (field: string, ...messages: string[]) => ({ field, messages });
  const said = { message: null, fields: [about('url', url), about('password', password)] };
  const [limit, none] = ['The limit of your plan is reached.', { fields: [] }];

  it.each([
    ['a list', failures.listedErrors, said],
    ['an answer of 200', failures.reportedIn200, { message: limit, ...none }],
    ['an answer behind messages of PHP', failures.listedErrors, said, { phpMessages: true }],
  ])('are read of %s, whatever was asked for', async (_, fail, words, shape: Shape = {}) => {
    service.behave({ fail, shape });
    for (const [name, call] of CALLS) {
      if (name === 'account') continue;
      expect(await call(client), name).toEqual({ failure: { code: 'invalid', ...words } });
    }
  });
});

it.each(['Basic realm="Staging"', 'Negotiate', 'basic'])(
  'a 401 that wants the sign-in %s is not about the key',
  async (wanted) => {
    const headers = { 'www-authenticate': wanted };
    const client = clientOf(() => new Response(HTML, { status: 401, headers }));
    expect(await client.get('7')).toEqual({ failure: { code: 'proxySignIn' } });
  },
);

/** Addresses at which portals before services ask to sign in (LinkAce-Extension#2). */
it.each([
  'https://auth.host.example/?rd=https%3A%2F%2Fservice.example%2F',
  'https://team.cloudflareaccess.com/cdn-cgi/access/login/service.example?kid=1',
  'https://id.host.example/realms/staff/protocol/openid-connect/auth',
  'https://host.example/oauth2/sign_in',
  'https://login.host.example/4f2/oauth2/v2.0/authorize',
  'https://host.example/idp/profile/SAML2/Redirect/SSO',
])('a redirect to %s is a sign-in before the service', async (target) => {
  const client = clientOf(() => new Response('', { status: 302, headers: { location: target } }));
  expect(await client.get('7')).toEqual({ failure: { code: 'proxySignIn' } });
});

it.each([
  ['the same host', 'https://service.example/login'],
  ['the same path elsewhere', 'https://sso-tools.example/api/v1/reports/7'],
  ['words that only look alike', 'https://authors.example/blogging/signing'],
])('a redirect to %s is no sign-in before the service', async (_, target) => {
  const client = clientOf(() => new Response('', { status: 302, headers: { location: target } }));
  expect(await client.get('7')).toEqual({ failure: { code: 'redirected', to: target } });
});

describe('a read and a write', () => {
  const both = CALLS.filter(([name]) => name === 'list' || name === 'create');

  it.each(both)(
    'fail as unreachable when the connection is cut without an answer: %s',
    async (_, call) => {
      service.behave({ fail: failures.cutBeforeWork });
      expect(await call(client)).toEqual({ failure: { code: 'unreachable' } });
    },
  );

  it.each(both)(
    'fail as unreachable when the connection is cut within the answer: %s',
    async (_, call) => {
      const cut = () => {
        const pull = (body: ReadableStreamDefaultController) => body.error(new TypeError('cut'));
        return new Response(new ReadableStream({ pull }));
      };
      expect(await call(clientOf(cut))).toEqual({ failure: { code: 'unreachable' } });
    },
  );

  it.each(both)('do not wait for the end of an endless body: %s', async (_, call) => {
    service.behave({ fail: failures.endlessBody });
    const failure = { code: 'unexpectedAnswer', problem: 'tooLarge' };
    expect(await call(client)).toEqual({ failure });
  });

  it.each(both)(
    'tell a redirect hidden by the browser from a dead connection: %s',
    async (_, call) => {
      const hidden: typeof fetch = async (_, init) => {
        if (init?.redirect === 'follow') throw new TypeError('Failed to fetch');
        const shown = { type: { value: 'opaqueredirect' }, status: { value: 0 } };
        return Object.defineProperties(new Response(null), shown);
      };
      const failure = { code: 'redirected', to: null };
      expect(await call(createClient(service, { fetchFrom: hidden }))).toEqual({ failure });
    },
  );

  it.each(['list', 'get', 'account'])(
    'differ in that a read fails on an empty or too deep answer: %s',
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

it('a call that its caller aborts ends as interrupted', async () => {
  service.behave({ fail: failures.stalledBody });
  const caller = new AbortController();
  const asked = service.requests.length;
  const waiting = client.create(draft, caller.signal);
  await vi.waitUntil(() => service.requests.length > asked);
  caller.abort();
  expect(await waiting).toEqual({ failure: { code: 'interrupted' } });
});

it('a creation is never sent twice, even if its answer is cut off', async () => {
  service.behave({ fail: failures.cutAfterWork });
  const held = service.reports().length;
  expect(await client.create(draft)).toEqual({ failure: { code: 'unreachable' } });
  expect(service.reports()).toHaveLength(held + 1);
});

it('a read follows a redirect within the service', async () => {
  const location = 'api/v1/reports?per_page=25';
  service.behave({ times: 1, fail: { ...failures.found, location } });
  const list = await client.list(RECENT_REPORTS_QUERY);
  expect('value' in list && list.value.reports.length).toBeGreaterThan(10);
});

it('the Location header of a created report is not taken for a redirect', async () => {
  const created = () => Response.json({ id: 7 }, { status: 201, headers: { location } });
  expect(await clientOf(created).create(draft)).toMatchObject({ value: { id: '7' } });
});
