import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { ReportList } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { EVERY_CALL } from '../../support/every-background-call';
import { listOf } from '../../support/fake-client';
import { holdAnswers } from '../../support/held-answers';
import { sampleReport } from '../../support/sample-report';
import {
  BASE_URL,
  NOW,
  startBackground,
  startConnectedBackground,
} from '../../support/test-background';

const request = { baseUrl: BASE_URL, apiKey: 'typed-key', allowsUnencrypted: false };
const passed = { state: 'passed', baseUrl: BASE_URL };
const elsewhere = { ...request, baseUrl: 'https://other.example' };
const report = sampleReport('1');

describe.each(EVERY_CALL)('with no connection, %s', (_, call) => {
  it('says so and sends nothing, also where the key is missing', async () => {
    const { background, clientFor, store } = startBackground();
    for (const connection of [null, { id: 'id-0', baseUrl: BASE_URL }]) {
      if (connection !== null) await store.connection.write(connection);
      await expect(call(background)).resolves.toEqual({ failure: { code: 'notConnected' } });
    }
    expect(clientFor).not.toHaveBeenCalled();
  });
});

describe('a store that cannot be read', () => {
  it('is asked again with the next call', async () => {
    const { background, store } = await startConnectedBackground();
    vi.spyOn(store.connection, 'read').mockRejectedValueOnce(new Error('Cannot read'));
    await Promise.allSettled([background.get(report)]);
    await expect(background.get(report)).resolves.toHaveProperty('value');
  });
});

describe('connecting', () => {
  it('keeps the connection, its key and the newest reports', async () => {
    const { background, store } = startBackground();
    await expect(background.connect(request)).resolves.toEqual(passed);
    expect(store.connection.stored).toEqual({ id: 'id-1', baseUrl: BASE_URL });
    expect(store.apiKey('id-1').stored).toBe('typed-key');
    const list = listOf(sampleReport('2'), sampleReport('1'));
    expect(store.lists('id-1').stored).toEqual([
      { ...list, query: RECENT_REPORTS_QUERY, readAt: NOW },
    ]);
  });

  it('does not wait for the account, which is kept when it has come', async () => {
    const { background, client, store } = startBackground();
    const accounts = holdAnswers<Awaited<ReturnType<typeof client.account>>>();
    client.account.mockImplementation(accounts.call);
    await expect(background.connect(request)).resolves.toEqual(passed);
    await accounts.asked(1);
    const account: Outcome<never> = { failure: { code: 'notAllowed', message: null } };
    accounts.answer(0, account);
    await vi.waitFor(() => expect(store.account('id-1').stored).toEqual(account), { interval: 1 });
  });

  it('keeps nothing where the store has no space, says so and gives the host back', async () => {
    const { background, permissions, store } = startBackground();
    vi.spyOn(store, 'save').mockRejectedValue(new Error('No space left'));
    await expect(background.connect(request)).resolves.toEqual({
      state: 'failed',
      at: 'reports',
      failure: { code: 'notStored' },
    });
    expect(store.names()).toEqual([]);
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(BASE_URL);
  });

  it('goes without the list where the store has space for the rest alone', async () => {
    const { background, store } = startBackground();
    vi.spyOn(store.lists('id-1'), 'write').mockRejectedValue(new Error('No space left'));
    await expect(background.connect(request)).resolves.toEqual(passed);
    expect(store.apiKey('id-1').stored).toBe('typed-key');
    expect(store.lists('id-1').stored).toBeUndefined();
  });

  it('removes what was left of connections before it', async () => {
    const { background, client, store } = startBackground();
    client.account.mockImplementation(holdAnswers<never>().call);
    await store.apiKey('left').write('old-key');
    await background.connect(request);
    expect(store.names().toSorted()).toEqual([
      'connection',
      'id-1/apiKey',
      'id-1/lists',
      'id-1/pageIndex',
      'id-1/pages',
    ]);
  });

  it('lets calls reach the service that came while it was being kept', async () => {
    const { background, store } = startBackground();
    const early: Promise<unknown>[] = [];
    store.lists('id-1').watch(() => {
      if (early.length === 0) early.push(background.get(report));
    });
    await background.connect(request);
    expect(early).toHaveLength(1);
    await expect(early[0]).resolves.toHaveProperty('value');
    await expect(background.get(report)).resolves.toHaveProperty('value');
  });

  it('keeps the worker awake while the service is asked', async () => {
    const { background, client, isAwake } = startBackground();
    const lists = holdAnswers<Outcome<ReportList>>();
    client.list.mockImplementation(lists.call);
    const connecting = background.connect(request);
    await lists.asked(1);
    expect(isAwake()).toBe(true);
    lists.answer(0, { value: listOf() });
    await connecting;
    await vi.waitFor(() => expect(isAwake()).toBe(false), { interval: 1 });
  });
});

describe('connecting that fails', () => {
  const noPermission: Failure = { code: 'noPermission', origin: 'https://host.example' };

  it.each<[string, Failure | null, typeof request, string[][]]>([
    ['address', null, { ...request, baseUrl: '/host.example' }, []],
    ['permission', noPermission, request, [[BASE_URL]]],
    ['reachable', { code: 'unreachable' }, request, [[BASE_URL]]],
    ['apiKey', { code: 'keyRefused', message: null }, request, [[BASE_URL]]],
  ])('at the step %s keeps nothing, nor the host', async (at, failure, typed, givenBack) => {
    const { background, client, permissions, store } = startBackground();
    permissions.has.mockResolvedValue(failure !== noPermission);
    if (failure !== null) client.list.mockResolvedValue({ failure });
    await expect(background.connect(typed)).resolves.toMatchObject({
      state: 'failed',
      at,
      ...(failure && { failure }),
    });
    expect(store.names()).toEqual([]);
    expect(permissions.remove.mock.calls).toEqual(givenBack);
    expect(client.account).not.toHaveBeenCalled();
  });

  it.each(['https://host.example', 'https://host.example:8443/s'])(
    'at %s keeps the permission for the host of the connection that stands',
    async (baseUrl) => {
      const { background, client, permissions } = await startConnectedBackground();
      client.list.mockResolvedValueOnce({ failure: { code: 'unreachable' } });
      await background.connect({ ...request, baseUrl });
      expect(permissions.remove).not.toHaveBeenCalled();
    },
  );

  it('leaves the connection that stands as it is', async () => {
    const { background, client, clientFor, permissions, store } = await startConnectedBackground();
    const before = store.names();
    client.list.mockResolvedValueOnce({ failure: { code: 'keyRefused', message: null } });
    await expect(background.connect(elsewhere)).resolves.toHaveProperty('state', 'failed');
    expect(store.names()).toEqual(before);
    expect(store.apiKey('id-0').stored).toBe('kept-key');
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith('https://other.example');
    await background.account();
    expect(clientFor).toHaveBeenLastCalledWith({ baseUrl: BASE_URL, apiKey: 'kept-key' });
  });
});
