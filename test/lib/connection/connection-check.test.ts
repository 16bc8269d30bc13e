import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ConnectRequest } from '@/lib/connection/connection';
import { checkConnection } from '@/lib/connection/connection-check';
import type { RequestHeader } from '@/lib/connection/request-headers';
import type { Failure } from '@/lib/failure';
import type { ReportList } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import type { Result } from '@/lib/result';
import { createClient, type ServiceClient } from '@/lib/service/client';
import type { Credentials } from '@/lib/service/request';
import { startService } from '../../service/service';
import { listOf } from '../../support/fake-client';
import { sampleReport } from '../../support/sample-report';

const NOW = '2026-11-02T12:00:00.000Z';

const TYPED: ConnectRequest = {
  connectionId: null,
  baseUrl: 'https://host.example/s',
  apiKey: 'key',
  allowsUnencrypted: false,
};
const TYPED_CREDENTIALS = { baseUrl: TYPED.baseUrl, apiKey: 'key' };
const TWICE = { name: 'X-Three', value: '3' };
const STORED = {
  baseUrl: TYPED.baseUrl,
  apiKey: 'stored-key',
  headers: [
    { name: 'X-One', value: '1' },
    { name: 'X-Two', value: '2' },
  ],
};
const found: Result<ReportList> = { value: listOf(sampleReport('2'), sampleReport('1')) };

/** Prepares checks of a service that answers list calls with the given result. */
function startCheck(listed: Result<ReportList> = found) {
  const list = vi.fn(async (_: ReportQuery) => listed);
  const tools = {
    clientFor: vi.fn((_: Credentials) => ({ list }) as Partial<ServiceClient> as ServiceClient),
    hasPermission: vi.fn(async (_: string) => true),
    stored: vi.fn(
      async (_: ConnectRequest, _baseUrl: string): Promise<Credentials | undefined> => undefined,
    ),
    now: () => Date.parse(NOW),
  };
  const check = (typed: Partial<ConnectRequest> = {}) =>
    checkConnection({ ...TYPED, ...typed }, tools);
  return { list, check, ...tools };
}

describe('a connection check with typed values', () => {
  it('reads the newest reports with the key, and sends nothing else', async () => {
    const { check, list, clientFor } = startCheck();
    const credentials = { baseUrl: 'https://host.example/s', apiKey: 'key', headers: [] };
    const typed = { baseUrl: ' https://host.example/s/api/v1/ ', apiKey: ' key\n' };
    const read = {
      reports: [sampleReport('2'), sampleReport('1')],
      unreadable: 0,
      total: 2,
      next: null,
    };
    await expect(check(typed)).resolves.toEqual({
      passed: { credentials, list: read, requestedAt: Date.parse(NOW) },
    });
    expect(clientFor).toHaveBeenCalledExactlyOnceWith(credentials);
    expect(list).toHaveBeenCalledExactlyOnceWith(RECENT_REPORTS_QUERY);
  });

  it.each([
    ['', 'stored-key'],
    ['new-key', 'new-key'],
  ])('with a stored key and the typed key %j uses %j', async (apiKey, used) => {
    const { check, clientFor, stored } = startCheck();
    stored.mockImplementation(async (_, baseUrl) =>
      baseUrl === STORED.baseUrl ? STORED : undefined,
    );
    await check({ apiKey });
    expect(clientFor).toHaveBeenCalledWith({ ...STORED, apiKey: used });
  });

  it.each<[what: string, typed: RequestHeader[] | undefined, sent: RequestHeader[]]>([
    ['the stored headers if none are given', undefined, STORED.headers],
    ['no headers if the given list is empty', [], []],
    [
      'the stored value if the given value is empty',
      [{ name: 'x-one', value: '' }],
      [{ name: 'x-one', value: '1' }],
    ],
    [
      'a new value and a new header',
      [
        { name: 'X-One', value: ' other ' },
        { name: 'X-Three', value: '3' },
      ],
      [
        { name: 'X-One', value: 'other' },
        { name: 'X-Three', value: '3' },
      ],
    ],
  ])('sends these headers: %s', async (_, headers, sent) => {
    const { check, clientFor, stored } = startCheck();
    stored.mockResolvedValue(STORED);
    await check(headers ? { headers } : {});
    expect(clientFor).toHaveBeenCalledWith({ ...TYPED_CREDENTIALS, headers: sent });
  });

  it.each([
    [[{ name: 'X-Three', value: '' }], 'valueEmpty'],
    [[{ name: 'Cookie', value: 'a=b' }], 'nameForbidden'],
    [[TWICE, TWICE], 'nameRepeated'],
  ] as const)('fails before it sends anything with the headers %j', async (headers, problem) => {
    const { check, clientFor, stored } = startCheck();
    stored.mockResolvedValue(STORED);
    const failure = { code: 'requestHeader', problem };
    expect(await check({ headers })).toEqual({ failed: { at: 'reachable', failure } });
    expect(clientFor).not.toHaveBeenCalled();
  });

  it('passes for another computer over plain http with consent', async () => {
    const typed = { baseUrl: 'http://host.example', allowsUnencrypted: true };
    await expect(startCheck().check(typed)).resolves.toHaveProperty('passed');
  });
});

it.each([
  [{}, undefined],
  [{ phpMessages: true }, true],
])(
  'a connection check of a service with the shape %j passes, and notes PHP messages: %s',
  async (shape, printsMessages) => {
    const service = await startService({ shape });
    onTestFinished(() => service.close());
    const tools = { ...startCheck(), clientFor: createClient };
    const checked = await checkConnection(
      { ...service, connectionId: null, allowsUnencrypted: true },
      tools,
    );
    const { list } = 'passed' in checked ? checked.passed : expect.fail();
    expect(list.reports).toHaveLength(10);
    expect(list.printsMessages).toBe(printsMessages);
  },
);

describe('a connection check', () => {
  it.each([
    [{ baseUrl: '' }, 'address', 'baseUrl', 'empty'],
    [{ baseUrl: '/host.example' }, 'address', 'baseUrl', 'notAbsolute'],
    [{ baseUrl: 'http://host.example' }, 'address', 'baseUrl', 'unencrypted'],
    [{ apiKey: '' }, 'apiKey', 'apiKey', 'empty'],
    [{ apiKey: 'abc\n123' }, 'apiKey', 'apiKey', 'unusableCharacters'],
  ])('with %j fails at the step %s, before it sends anything', async (typed, at, code, problem) => {
    const { check, clientFor, hasPermission } = startCheck();
    await expect(check(typed)).resolves.toEqual({ failed: { at, failure: { code, problem } } });
    expect(hasPermission).toHaveBeenCalledTimes(at === 'address' ? 0 : 1);
    expect(clientFor).not.toHaveBeenCalled();
  });

  it('fails at the permission with the origin, before it sends anything', async () => {
    const { check, clientFor, hasPermission } = startCheck();
    hasPermission.mockResolvedValue(false);
    const failure = { code: 'noPermission', origin: 'https://host.example:8443' };
    await expect(check({ baseUrl: 'https://host.example:8443/s' })).resolves.toEqual({
      failed: { at: 'permission', failure },
    });
    expect(clientFor).not.toHaveBeenCalled();
  });

  it.each<[string, Failure]>([
    ['reachable', { code: 'unreachable' }],
    ['reachable', { code: 'redirected', to: 'https://www.host.example/' }],
    ['reachable', { code: 'serviceDown', status: 502, retryAt: null, message: null }],
    ['reachable', { code: 'firewall', status: 403 }],
    ['apiKey', { code: 'keyRefused', message: 'Unauthenticated.' }],
    ['apiKey', { code: 'notAllowed', message: null }],
    ['reports', { code: 'gone', what: 'interface', message: null }],
    ['reports', { code: 'webServerAnswer', status: 404 }],
    ['reports', { code: 'refused', status: 405, message: null }],
    ['reports', { code: 'unexpectedAnswer', problem: 'html' }],
    ['reports', { code: 'unexpectedAnswer', problem: 'wrongShape' }],
    ['reports', { code: 'unexpectedAnswer', problem: 'notJson' }],
    ['reports', { code: 'invalid', message: 'Not in your plan.', fields: [] }],
  ])(
    'fails at the step %s when the list answers %j, and tries no other address',
    async (at, failure) => {
      const { check, clientFor } = startCheck({ failure });
      const typed = { baseUrl: 'https://host.example/s/developers/reports' };
      await expect(check(typed)).resolves.toEqual({ failed: { at, failure } });
      expect(clientFor).toHaveBeenCalledExactlyOnceWith({ ...typed, apiKey: 'key', headers: [] });
    },
  );
});
