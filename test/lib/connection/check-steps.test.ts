import { describe, expect, it, vi } from 'vitest';
import { checkConnection } from '@/lib/connection/check-steps';
import type { ConnectRequest } from '@/lib/connection/connection';
import type { Failure } from '@/lib/failure';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { Credentials } from '@/lib/service/request';
import { createFakeClient, listOf } from '../../support/fake-client';
import { sampleReport } from '../../support/sample-report';

const NOW = '2026-11-02T12:00:00.000Z';

function startCheck() {
  const client = createFakeClient();
  const tools = {
    clientFor: vi.fn((_: Credentials) => client),
    hasPermission: vi.fn(async (_: string) => true),
    storedKey: vi.fn(async (_: string): Promise<string | undefined> => undefined),
    now: () => Date.parse(NOW),
  };
  const check = (request: Partial<ConnectRequest> = {}) =>
    checkConnection(
      { baseUrl: 'https://host.example/s', apiKey: 'key', allowsUnencrypted: false, ...request },
      tools,
    );
  return { client, check, ...tools };
}

describe('a check that passes', () => {
  it('has read the newest reports with the key', async () => {
    const { check, client, clientFor } = startCheck();
    const credentials = { baseUrl: 'https://host.example/s', apiKey: 'key' };
    await expect(
      check({ baseUrl: ' https://host.example/s/api/v1/ ', apiKey: ' key\n' }),
    ).resolves.toEqual({
      passed: {
        credentials,
        list: {
          ...listOf(sampleReport('2'), sampleReport('1')),
          query: RECENT_REPORTS_QUERY,
          readAt: NOW,
        },
      },
    });
    expect(clientFor).toHaveBeenCalledExactlyOnceWith(credentials);
    expect(client.list).toHaveBeenCalledExactlyOnceWith(RECENT_REPORTS_QUERY);
  });

  it('has found the service above the page whose address was pasted', async () => {
    const { check, client, clientFor } = startCheck();
    client.list.mockResolvedValueOnce({
      failure: { code: 'gone', what: 'interface', message: null },
    });
    const credentials = { baseUrl: 'https://host.example/s', apiKey: 'key' };
    await expect(check({ baseUrl: 'host.example/s/developers' })).resolves.toMatchObject({
      passed: { credentials },
    });
    expect(clientFor).toHaveBeenLastCalledWith(credentials);
  });

  it('does not ask for the account, which many keys may not see', async () => {
    const { check, client } = startCheck();
    await check();
    expect(client.account).not.toHaveBeenCalled();
  });

  it.each([
    ['', 'kept-key'],
    ['new-key', 'new-key'],
  ])('uses, with a kept key and %j typed, %j', async (apiKey, used) => {
    const { check, clientFor, storedKey } = startCheck();
    const baseUrl = 'https://host.example/s';
    storedKey.mockImplementation(async (asked) => (asked === baseUrl ? 'kept-key' : undefined));
    await check({ apiKey });
    expect(clientFor).toHaveBeenCalledWith({ baseUrl, apiKey: used });
  });

  it('reaches another machine over plain http only with consent', async () => {
    const { check } = startCheck();
    const baseUrl = 'http://host.example';
    await expect(check({ baseUrl })).resolves.toEqual({
      failed: { at: 'address', failure: { code: 'baseUrl', problem: 'unencrypted' } },
    });
    await expect(check({ baseUrl, allowsUnencrypted: true })).resolves.toHaveProperty('passed');
  });
});

describe('a check that fails', () => {
  it.each([
    ['', 'empty'],
    ['/host.example', 'notAbsolute'],
    ['ftp://host.example', 'notWeb'],
  ])('does so at the address for %j, before it asks the browser', async (baseUrl, problem) => {
    const { check, clientFor, hasPermission } = startCheck();
    await expect(check({ baseUrl })).resolves.toEqual({
      failed: { at: 'address', failure: { code: 'baseUrl', problem } },
    });
    expect(hasPermission).not.toHaveBeenCalled();
    expect(clientFor).not.toHaveBeenCalled();
  });

  it('does so at the permission, naming the origin, before it sends anything', async () => {
    const { check, clientFor, hasPermission } = startCheck();
    hasPermission.mockResolvedValue(false);
    await expect(check({ baseUrl: 'https://host.example:8443/s' })).resolves.toEqual({
      failed: {
        at: 'permission',
        failure: { code: 'noPermission', origin: 'https://host.example:8443' },
      },
    });
    expect(clientFor).not.toHaveBeenCalled();
  });

  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['abc\n123', 'unusableCharacters'],
  ])('does so at the key for %j, before it sends anything', async (apiKey, problem) => {
    const { check, clientFor } = startCheck();
    await expect(check({ apiKey })).resolves.toEqual({
      failed: { at: 'apiKey', failure: { code: 'apiKey', problem } },
    });
    expect(clientFor).not.toHaveBeenCalled();
  });

  it.each<[string, Failure]>([
    ['reachable', { code: 'unreachable' }],
    ['reachable', { code: 'redirected', to: 'https://www.host.example/' }],
    ['reachable', { code: 'timedOut', seconds: 60 }],
    ['reachable', { code: 'gone', what: 'interface', message: null }],
    ['reachable', { code: 'serviceDown', status: 502, retryAt: null, message: null }],
    ['reachable', { code: 'unexpectedAnswer', problem: 'html' }],
    ['apiKey', { code: 'keyRefused', message: 'Unauthenticated.' }],
    ['apiKey', { code: 'notAllowed', message: null }],
    ['reports', { code: 'unexpectedAnswer', problem: 'wrongShape' }],
    ['reports', { code: 'unexpectedAnswer', problem: 'notJson' }],
  ])('does so at the step %s when the list answers %j', async (at, failure) => {
    const { check, client } = startCheck();
    client.list.mockResolvedValue({ failure });
    await expect(check()).resolves.toEqual({ failed: { at, failure } });
  });
});
