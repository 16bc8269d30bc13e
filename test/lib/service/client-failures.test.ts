import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { type Client, createClient } from '@/lib/service/client';
import { failures, invalidFields } from '../../service/served-failure';
import { type Service, startService } from '../../service/service';
import { CALLS, draft } from '../../support/every-client-call';

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService();
  client = createClient(service);
});
afterEach(() => service.behave(null));
afterAll(() => service.close());

const soon = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

const serviceDown = { code: 'serviceDown', retryAt: null, message: null } as const;
const tooMany = {
  code: 'tooManyRequests',
  retryAt: soon,
  message: 'Too many requests.',
} as const;
const KEY_REFUSED = 'The API key is missing or is not known to this service.';

/** What each way to fail is read as, whichever call meets it. */
const FAILURES: [keyof typeof failures, Failure][] = [
  ['cutBeforeWork', { code: 'unreachable' }],
  ['cutBody', { code: 'unreachable' }],
  ['keyRefused', { code: 'keyRefused', message: KEY_REFUSED }],
  ['forbidden', { code: 'notAllowed', message: 'This key may not do that.' }],
  ['badRequest', { code: 'invalid', message: 'The request could not be understood.', fields: [] }],
  ['tooManyRequests', tooMany],
  ['tooManyRequestsUntilDate', tooMany],
  ['protectionPage', { code: 'protectionPage' }],
  ['protectionPageTooMany', { code: 'protectionPage' }],
  ['serverError', { ...serviceDown, status: 500, message: 'Something went wrong on our side.' }],
  ['badGateway', { ...serviceDown, status: 502 }],
  ['unavailable', { ...serviceDown, status: 503, retryAt: soon, message: 'Down for maintenance.' }],
  ['gatewayTimeout', { ...serviceDown, status: 504 }],
  ['html', { code: 'unexpectedAnswer', problem: 'html' }],
  ['brokenJson', { code: 'unexpectedAnswer', problem: 'notJson' }],
  ['hugeBody', { code: 'unexpectedAnswer', problem: 'tooLarge' }],
  ['endlessBody', { code: 'unexpectedAnswer', problem: 'tooLarge' }],
];

describe.each(CALLS)('%s', (name, call) => {
  it.each(FAILURES)('reads %s', async (kind, failure) => {
    service.behave({ fail: failures[kind] });
    expect(await call(client)).toEqual({ failure });
  });

  it.each(['silence', 'stalledBody'] as const)('gives up on %s at its time limit', async (kind) => {
    service.behave({ fail: failures[kind] });
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

describe('giving up', () => {
  it('answers with an interruption when the caller aborts', async () => {
    service.behave({ fail: failures.silence });
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
});

describe('what is no longer there', () => {
  it('reads a 404 for a report as a report that is gone', async () => {
    const failure = { code: 'gone', what: 'report', message: expect.any(String) };
    for (const call of [client.get('999'), client.update('999', {}), client.remove('999')]) {
      expect(await call).toEqual({ failure });
    }
  });

  it('reads a 404 for anything else as no interface at this address', async () => {
    const lost = createClient({ ...service, baseUrl: `${service.baseUrl}/elsewhere` });
    const failure = { code: 'gone', what: 'interface' };
    for (const call of [lost.list(RECENT_REPORTS_QUERY), lost.create(draft), lost.account()]) {
      expect(await call).toMatchObject({ failure });
    }
  });
});

describe('refused fields', () => {
  it("carries the service's sentences on each field", async () => {
    service.behave({ fail: failures.invalid });
    expect(await client.create(draft)).toMatchObject({
      failure: {
        code: 'invalid',
        fields: [
          {
            field: 'url',
            messages: ['This address cannot be analysed.', 'Its host does not exist.'],
          },
          { field: 'password', messages: ['This password is too short.'] },
        ],
      },
    });
  });
});

describe('answers of the wrong shape', () => {
  it.each(['wrongShape', 'deepNesting'] as const)('reads %s where data is needed', async (name) => {
    service.behave({ fail: failures[name] });
    const failure = { code: 'unexpectedAnswer', problem: 'wrongShape' };
    expect(await client.list(RECENT_REPORTS_QUERY)).toEqual({ failure });
    expect(await client.get('1')).toEqual({ failure });
  });
});

describe('the key', () => {
  it("is taken out of the service's words", async () => {
    const { apiKey } = service;
    service.behave({ fail: invalidFields({ url: [`Key ${apiKey} may not report this.`] }) });
    const created = JSON.stringify(await client.create(draft));
    expect(created).toContain('may not report this.');
    expect(created).not.toContain(apiKey);
  });

  it('is taken out of accounts and reports that quote it', async () => {
    const { apiKey } = service;
    const quoting = async () =>
      Response.json({ id: 1, token: apiKey, nested: { key: `k:${apiKey}` } });
    const from = createClient(service, quoting);
    expect(JSON.stringify(await from.account())).not.toContain(apiKey);
    expect(JSON.stringify(await from.get('1'))).not.toContain(apiKey);
  });

  it('is taken out however JSON escapes it', async () => {
    const apiKey = 'key/"\\\\"-\u00e9-1f3a';
    const escaped = (letters: RegExp) =>
      JSON.stringify(apiKey).replace(
        letters,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    for (const letters of [/[a-z]/g, /[^\\"]/g, /\d/g, /\u00e9/g, /\//g]) {
      const quoting = async () => new Response(`{"id":1,"token":${escaped(letters)}}`);
      const from = createClient({ ...service, apiKey }, quoting);
      expect(await from.get('1')).toMatchObject({
        value: { extraFields: { fields: [{ name: 'token', value: '•••' }] } },
      });
    }
  });

  it('leaves every other escape as it was', async () => {
    const text = '\\u0061 \\\\u0061 "\\n\t\u0000\u2028\ud83d\ude00/';
    const from = createClient(service, async () => Response.json({ id: 1, text }));
    expect(await from.get('1')).toMatchObject({
      value: { extraFields: { fields: [{ name: 'text', value: text }] } },
    });
  });

  it('is taken out of the address that a read was sent on to', async () => {
    const location = `https://elsewhere.example/${service.apiKey}/`;
    service.behave({ fail: { ...failures.found, location } });
    const outcome = await createClient(service, (url, init) =>
      fetch(url, { ...init, redirect: 'manual' }),
    ).account();
    expect(outcome).toEqual({
      failure: { code: 'redirected', to: 'https://elsewhere.example/•••/' },
    });
  });

  it('is taken out of such an address percent-encoded', async () => {
    const apiKey = '1|aB3/key';
    const part = encodeURIComponent(apiKey);
    const location = `https://elsewhere.example/of/${part}/?k=${part}`;
    const sentOn = async () => new Response(null, { status: 302, headers: { location } });
    expect(await createClient({ ...service, apiKey }, sentOn).create(draft)).toEqual({
      failure: { code: 'redirected', to: 'https://elsewhere.example/of/•••/' },
    });
  });

  it('is taken out of names, and leaves what stands under them', async () => {
    const { apiKey } = service;
    const quoting = async () => Response.json({ id: 1, quoted: { [apiKey]: 'kept' } });
    expect(await createClient(service, quoting).get('1')).toMatchObject({
      value: {
        extraFields: {
          fields: [{ name: 'quoted', value: { fields: [{ name: '•••', value: 'kept' }] } }],
        },
      },
    });
  });

  it('is not in the failure when fetch refuses the request and quotes it', async () => {
    const refusing = async () => {
      throw new TypeError(`Header value Bearer ${service.apiKey} is not allowed`);
    };
    const outcome = await createClient(service, refusing).account();
    expect(outcome).toEqual({ failure: { code: 'unreachable' } });
  });
});

describe('a report password', () => {
  const password = 'correct horse "7"';
  const change = { privacy: Privacy.Password, password };

  it('is taken out of a refusal, which is stored', async () => {
    service.behave({ fail: invalidFields({ password: [`${password} is too common.`] }) });
    const refused = { code: 'invalid', fields: [{ messages: ['••• is too common.'] }] };
    expect(await client.create({ ...draft, ...change })).toMatchObject({ failure: refused });
    expect(await client.update('1', change)).toMatchObject({ failure: refused });
  });

  it('leaves an answer readable that contains it as a word', async () => {
    const quoting = async () => Response.json({ data: { id: 1, url: draft.url } });
    const outcome = await createClient(service, quoting).update('1', {
      ...change,
      password: 'data',
    });
    expect(outcome).toMatchObject({ value: { id: '1' } });
  });
});
