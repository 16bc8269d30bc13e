import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import type { ConnectRequest } from '@/lib/connection/connection';
import { connectionInUse, connectionsItem } from '@/lib/connection/connection-register';
import type { Account } from '@/lib/report/extra-fields';
import type { ReportList } from '@/lib/report/report';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';
import { queueItem } from '@/lib/shared-state/shared-items';
import { SCHEMA_VERSION } from '@/lib/storage/schema-version';
import { removeDatabases, useDatabases } from '../../support/databases';
import { createDeferredCalls } from '../../support/deferred-calls';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient, listOf } from '../../support/fake-client';
import { FAILURES } from '../../support/sample-failures';
import { sampleReport } from '../../support/sample-report';
import { storeReports } from '../../support/stored-history';
import { createTestBackground } from '../../support/test-background';
import { settle, waitUntil } from '../../support/wait-until';

const baseUrl = 'https://host.example/s';
const HOST = 'https://host.example';
const firstRequest: ConnectRequest = {
  connectionId: null,
  baseUrl,
  apiKey: 'typed-key',
  allowsUnencrypted: false,
};
const request = { ...firstRequest, connectionId: 'id-1' };
const otherKey = { ...request, apiKey: 'other-key' };
const otherService = { ...request, baseUrl: 'https://other.example' };
const passed = { state: 'passed', baseUrl };
const failedAt = (at: string, failure: object) => ({ state: 'failed', at, failure });
const question = { code: 'openJobs', creations: 1, changes: 0, deletions: 0 };
const throwIoError = async () => {
  throw new Error('I/O error');
};

const { local } = fakeBrowser.storage;

const NOTHING = { 'schema-version': SCHEMA_VERSION };

/**
 * Returns a connection, by default the connection in use, with its key, its number of jobs, and whether it
 * has read data.
 */
async function storedConnection(connectionId?: string) {
  const all = await local.get();
  const register = connectionsItem.parse(all.connections);
  const wantedId = connectionId ?? register?.inUse;
  const { id, baseUrl } = register?.connections.find((one) => one.id === wantedId) ?? {};
  const prefix = `connection/${id}/`;
  const jobs = Object.keys(all).filter((key) => key.startsWith(`${prefix}job/`));
  const hasRead = `${prefix}full-reading` in all;
  return { baseUrl, id, key: all[`${prefix}bearer-key`], jobs: jobs.length, hasRead };
}

const first = { id: 'id-1', baseUrl, key: 'typed-key', jobs: 0, hasRead: true };

const accountOf = (id: number): Result<Account> => ({
  value: { fields: [{ name: 'id', value: id }], isCut: false },
});

/** The background is connected and offline. With open work, a creation is queued. */
async function startBackground(hasOpenJobs = false) {
  const permissions = {
    has: async () => true,
    remove: vi.fn(async (_: string) => {}),
    allowedHosts: async () => [],
  };
  const client = createFakeClient();
  client.account.mockImplementation(async () => accountOf(7));
  let ids = 0;
  const { api, resume } = createTestBackground({
    permissions,
    clientFor: () => client,
    isOnline: () => false,
    newId: () => `id-${++ids}`,
  });
  await api.connect(firstRequest);
  await local.set({ 'connection/id-1/full-reading': { beganAt: 0, difference: 0 } });
  const subjects = [{ kind: 'create', url: 'https://page.example/', privacy: 1 }] as const;
  if (hasOpenJobs) await api.createJob('id-1', { id: 'new', subjects });
  return { ...api, resume, client, permissions };
}

beforeEach(emptyBrowser);
afterEach(() => void vi.restoreAllMocks());

it('Connect returns the note about PHP messages without storing the note', async () => {
  const { connect, client } = await startBackground();
  client.list.mockResolvedValue({ value: { ...listOf(), printsMessages: true } });
  expect(await connect(otherService)).toMatchObject({ state: 'passed', printsMessages: true });
  expect(JSON.stringify(await local.get())).not.toContain('printsMessages');
});

describe('Connect to the same service', () => {
  it('with the same API key drops nothing', async () => {
    const { connect } = await startBackground(true);
    expect(await connect({ ...request, apiKey: '' })).toEqual(passed);
    expect(await storedConnection()).toEqual({ ...first, jobs: 1 });
  });

  it.each([
    ['other headers', [{ name: 'X-Pass', value: 'other' }]],
    ['no headers', []],
  ])('with %s keeps open jobs and data of reads', async (_, headers) => {
    const { connect, client } = await startBackground(true);
    const secrets = async () => (await local.get())['connection/id-1/request-headers'];
    await connect({ ...request, headers: [{ name: 'X-Pass', value: 'typed' }] });
    expect(await secrets()).toEqual([{ name: 'X-Pass', value: 'typed' }]);
    expect(await connect({ ...request, apiKey: '', headers })).toEqual(passed);
    expect(await storedConnection()).toEqual({ ...first, jobs: 1 });
    expect(await secrets()).toEqual(headers);
    const databaseNames = headers.map(({ name }) => name);
    expect((await connectionInUse.read())?.headerNames ?? []).toEqual(databaseNames);
    expect(JSON.stringify((await local.get()).connections)).not.toContain('typed');
    expect(client.list).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['the same API key', { ...request, apiKey: '' }],
    ['another API key of the same account', otherKey],
  ])('with %s sends the probe of a backoff after the check has passed', async (_, again) => {
    const client = createFakeClient();
    client.account.mockImplementation(async () => accountOf(7));
    const { api } = createTestBackground({ clientFor: () => client, newId: () => 'id-1' });
    await api.connect(firstRequest);
    client.create.mockResolvedValueOnce({ failure: FAILURES['401'] });
    const subjects = [{ kind: 'create', url: 'https://page.example/', privacy: 1 }] as const;
    await api.createJob('id-1', { id: 'new', subjects });
    await waitUntil(async () =>
      expect(await queueItem('id-1').read()).toMatchObject({ backoff: { kind: 'needsPerson' } }),
    );
    expect(client.create).toHaveBeenCalledOnce();
    expect(await api.connect(again)).toEqual(passed);
    await waitUntil(() => expect(client.create).toHaveBeenCalledTimes(2));
  });

  it('with headers that fail the check does not change the stored headers', async () => {
    const { connect, client } = await startBackground();
    const before = await local.get();
    client.list.mockResolvedValue({ failure: { code: 'proxySignIn' } });
    const headers = [{ name: 'X-Pass', value: 'wrong' }];
    const failed = failedAt('reachable', { code: 'proxySignIn' });
    expect(await connect({ ...request, headers })).toEqual(failed);
    expect(await local.get()).toEqual(before);
  });

  it('with another API key of the same account keeps open jobs and data of reads', async () => {
    const { connect } = await startBackground(true);
    expect(await connect(otherKey)).toEqual(passed);
    expect(await storedConnection()).toEqual({ ...first, key: 'other-key', jobs: 1 });
  });
});

describe('Connect with the API key of another account', () => {
  const second = { id: 'id-2', baseUrl, key: 'other-key', jobs: 0, hasRead: false };

  async function startAtOther(hasOpenJobs = false) {
    const started = await startBackground(hasOpenJobs);
    started.client.account.mockImplementation(async () => accountOf(8));
    return started;
  }

  it('uses another connection, and leaves the former connection in the register', async () => {
    const { connect, getAccount, permissions } = await startAtOther();
    expect(await connect(otherKey)).toEqual(passed);
    expect([await storedConnection(), await storedConnection('id-1')]).toEqual([second, first]);
    expect(await getAccount('id-1')).toEqual({ failure: { code: 'notConnected' } });
    expect(permissions.remove).not.toHaveBeenCalled();
  });

  it('asks about open jobs', async () => {
    const { connect } = await startAtOther(true);
    expect(await connect(otherKey)).toEqual(
      failedAt('reports', { ...question, change: 'otherAccount' }),
    );
    expect(await storedConnection()).toEqual({ ...first, jobs: 1 });
  });

  it.each([
    ['keeps', { keepsOpenJobs: true }, 1],
    ['drops', { dropsOpenJobs: true }, 0],
  ])('%s open jobs with consent, and sends none', async (_, consent, jobs) => {
    const { connect, client } = await startAtOther(true);
    expect(await connect({ ...otherKey, ...consent })).toEqual(passed);
    expect([await storedConnection(), await storedConnection('id-1')]).toEqual([
      second,
      { ...first, jobs },
    ]);
    expect(client.create).not.toHaveBeenCalled();
  });

  it('drops the jobs before the register changes, so that Connect can be pressed again', async () => {
    const { connect } = await startAtOther(true);
    const set = local.set.bind(local);
    vi.spyOn(local, 'set').mockImplementation((values) =>
      'connections' in values ? throwIoError() : set(values),
    );
    await connect({ ...otherKey, dropsOpenJobs: true });
    vi.restoreAllMocks();
    expect(await storedConnection()).toEqual(first);
    expect(await connect(otherKey)).toEqual(passed);
    expect([await storedConnection(), await storedConnection('id-1')]).toEqual([
      { ...second, id: 'id-3' },
      first,
    ]);
  });

  it('keeps the jobs of the first account until the first account is connected again', async () => {
    const { connect, client } = await startAtOther(true);
    await connect({ ...otherKey, keepsOpenJobs: true });
    client.account.mockImplementation(async () => accountOf(7));
    const thirdKey = { ...request, connectionId: 'id-2', apiKey: 'third-key' };
    expect(await connect(thirdKey)).toEqual(passed);
    expect(await storedConnection()).toEqual({ ...first, key: 'third-key', jobs: 1 });
    expect(await storedConnection('id-2')).toEqual(second);
  });
});

describe('Connect when the account of the API key or of the service is uncertain', () => {
  const unknown = { failure: { code: 'notAllowed', message: null } } as const;
  const accountQuestion = (hasMoved = false) =>
    failedAt('reports', {
      code: 'whichAccount',
      connectionId: 'id-1',
      baseUrl,
      account: { id: '7', email: null },
      hasMoved,
    });

  async function startAtUnknown() {
    const started = await startBackground(true);
    started.client.account.mockResolvedValue(unknown);
    return started;
  }

  it('keeps the account if the service lists the newest stored reports', async () => {
    const { connect } = await startAtUnknown();
    expect(await connect(otherKey)).toEqual(passed);
    expect(await storedConnection()).toEqual({ ...first, key: 'other-key', jobs: 1 });
  });

  it('compares a longer list if the newest stored reports are not among the first ten', async () => {
    const { connect, client } = await startAtUnknown();
    const older = [sampleReport('2'), sampleReport('1')];
    const newer = Array.from({ length: 10 }, (_, at) => sampleReport(`${12 - at}`));
    client.list.mockImplementation(async ({ perPage }) => ({
      value: {
        ...listOf(...[...newer, ...older].slice(0, perPage)),
        next: perPage < 12 ? 2 : null,
      },
    }));
    expect(await connect(otherKey)).toEqual(passed);
    expect((await storedConnection()).id).toBe('id-1');
  });

  it.each([
    ['lists other reports', listOf(sampleReport('2', { url: 'https://other.example/' }))],
    ['lists no reports', listOf()],
  ])('asks whose key it is if the service %s', async (_, list) => {
    const { connect, client } = await startAtUnknown();
    client.list.mockImplementation(async () => ({ value: list }));
    expect(await connect(otherKey)).toEqual(accountQuestion());
    expect(await storedConnection()).toEqual({ ...first, jobs: 1 });
    expect(await connect({ ...otherKey, sameAs: 'id-1' })).toEqual(passed);
    expect(await storedConnection()).toEqual({ ...first, key: 'other-key', jobs: 1 });
  });

  it('asks about open jobs after the answer Another account', async () => {
    const { connect, client } = await startAtUnknown();
    client.list.mockImplementation(async () => ({ value: listOf() }));
    const others = ['id-1'];
    expect(await connect({ ...otherKey, others })).toEqual(
      failedAt('reports', { ...question, change: 'otherAccount' }),
    );
    expect(await connect({ ...otherKey, others, keepsOpenJobs: true })).toEqual(passed);
    expect(await storedConnection()).toMatchObject({ id: 'id-2', key: 'other-key', jobs: 0 });
    expect(await storedConnection('id-1')).toEqual({ ...first, jobs: 1 });
  });

  it('asks about a move if another base URL shows the same account and reports', async () => {
    const { connect } = await startBackground(true);
    expect(await connect(otherService)).toEqual(accountQuestion(true));
    expect(await connect({ ...otherService, sameAs: 'id-1' })).toMatchObject({ state: 'passed' });
    expect(await storedConnection()).toEqual({ ...first, baseUrl: otherService.baseUrl, jobs: 1 });
  });

  it.each([
    { code: 'unreachable' } as const,
    { code: 'tooManyRequests', retryAt: null, message: null } as const,
    { code: 'serviceDown', status: 500, retryAt: null, message: null } as const,
  ])(
    'fails at API key if reports are stored and the account request meets no answer: $code',
    async (failure) => {
      const { connect, client } = await startBackground(true);
      client.account.mockResolvedValueOnce({ failure });
      expect(await connect(otherKey)).toEqual(failedAt('apiKey', { code: 'accountUnanswered' }));
      expect(await storedConnection()).toEqual({ ...first, jobs: 1 });
      expect(await connect(otherKey)).toEqual(passed);
    },
  );

  it('stores the account later if nothing is stored for the base URL', async () => {
    const { connect, client, getAccount } = await startBackground();
    client.account.mockResolvedValueOnce({ failure: { code: 'unreachable' } });
    expect(await connect(otherService)).toMatchObject({ state: 'passed' });
    expect(await connectionInUse.read()).toMatchObject({ id: 'id-2', account: null });
    client.account.mockResolvedValue({
      value: { fields: [{ name: 'email', value: 'Ann@Example.com' }], isCut: false },
    });
    await getAccount('id-2');
    const account = { id: null, email: 'ann@example.com' };
    expect(await connectionInUse.read()).toMatchObject({ account });
    // A known account is not replaced by another account.
    client.account.mockResolvedValue({
      value: { fields: [{ name: 'email', value: 'bo@example.com' }], isCut: false },
    });
    await getAccount('id-2');
    expect(await connectionInUse.read()).toMatchObject({ account });
  });
});

describe('Connect to another service', () => {
  const second = { ...first, id: 'id-2', baseUrl: otherService.baseUrl, hasRead: false };

  async function startAtOther(hasOpenJobs = false) {
    const started = await startBackground(hasOpenJobs);
    started.client.account.mockImplementation(async () => accountOf(8));
    return started;
  }

  it('leaves the data and the permission of the former service', async () => {
    const { connect, permissions } = await startAtOther();
    expect(await connect(otherService)).toMatchObject({ state: 'passed' });
    expect([await storedConnection(), await storedConnection('id-1')]).toEqual([second, first]);
    expect(permissions.remove).not.toHaveBeenCalled();
  });

  it('asks about open jobs, and keeps the jobs with consent', async () => {
    const { connect } = await startAtOther(true);
    expect(await connect(otherService)).toEqual(
      failedAt('reports', { ...question, change: 'otherService' }),
    );
    expect(await storedConnection()).toEqual({ ...first, jobs: 1 });
    await connect({ ...otherService, keepsOpenJobs: true });
    expect([await storedConnection(), await storedConnection('id-1')]).toEqual([
      second,
      { ...first, jobs: 1 },
    ]);
  });

  it('keeps the permission of a host while another check needs it', async () => {
    const { client, connect, permissions } = await startAtOther();
    const lists = createDeferredCalls<Result<ReportList>>();
    client.list.mockImplementationOnce(lists.call);
    const checking = connect(otherService);
    await lists.untilCount(1);
    client.list.mockResolvedValueOnce({ failure: { code: 'unreachable' } });
    await connect(otherService);
    expect(permissions.remove).not.toHaveBeenCalled();
    lists.answer(0, { failure: { code: 'unreachable' } });
    await checking;
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(otherService.baseUrl);
  });
});

describe('Connect when storage fails', () => {
  it.each([otherKey, otherService])(
    'keeps the former connection when a write fails: %j',
    async (wantedRequest) => {
      const { connect, client, permissions } = await startBackground(
        wantedRequest !== otherService,
      );
      const { id, key, jobs } = await storedConnection();
      vi.spyOn(local, 'set').mockImplementation(throwIoError);
      client.account.mockImplementation(async () => accountOf(8));
      const outcome = await connect({ ...wantedRequest, keepsOpenJobs: true });
      expect(outcome).toEqual(failedAt('reports', { code: 'notStored' }));
      expect(await storedConnection()).toMatchObject({ id, key, jobs });
      expect(permissions.remove).not.toHaveBeenCalled();
    },
  );

  it.each([otherKey, otherService])(
    'drops nothing when storage cannot be read: %j',
    async (wantedRequest) => {
      const { connect } = await startBackground(true);
      const reading = vi.spyOn(local, 'get').mockImplementation(throwIoError);
      expect(await connect(wantedRequest)).toEqual(failedAt('apiKey', { code: 'storeUnreadable' }));
      reading.mockRestore();
      expect(await storedConnection()).toEqual({ ...first, jobs: 1 });
    },
  );
});

describe('Disconnect', () => {
  it('asks about open jobs, and drops them with consent', async () => {
    const { getAccount, disconnect } = await startBackground(true);
    expect(await disconnect('id-1', false)).toEqual({
      failure: { ...question, change: 'disconnect' },
    });
    expect(await storedConnection()).toEqual({ ...first, jobs: 1 });
    expect(await disconnect('id-1', true)).toEqual({ value: [] });
    expect(await getAccount('id-1')).toEqual({ failure: { code: 'notConnected' } });
    expect(await local.get()).toEqual(NOTHING);
  });

  it('changes nothing and fails when storage cannot be read', async () => {
    const { disconnect, permissions } = await startBackground(true);
    const reading = vi.spyOn(local, 'get').mockImplementation(throwIoError);
    expect(await disconnect('id-1', true)).toEqual({ failure: { code: 'storeUnreadable' } });
    reading.mockRestore();
    expect(await storedConnection()).toEqual({ ...first, jobs: 1 });
    expect(permissions.remove).not.toHaveBeenCalled();
  });

  it('removes the host permission and fails when storage cannot be changed', async () => {
    const { disconnect, permissions } = await startBackground();
    vi.spyOn(local, 'remove').mockImplementation(throwIoError);
    expect(await disconnect('id-1', false)).toEqual({ failure: { code: 'storeUnreadable' } });
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(HOST);
  });
});

describe('Disconnect during a check', () => {
  async function startChecking(hasOpenJobs: boolean) {
    const started = await startBackground(hasOpenJobs);
    const lists = createDeferredCalls<Result<ReportList>>();
    started.client.list.mockImplementation(lists.call);
    const checking = started.connect(request);
    await lists.untilCount(1);
    return { ...started, checking, lists };
  }

  it('prevents the check from connecting', async () => {
    const { checking, disconnect, lists, permissions } = await startChecking(false);
    await disconnect('id-1', false);
    lists.answer(0, { value: listOf() });
    expect(await checking).toEqual(failedAt('reachable', { code: 'interrupted' }));
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(HOST);
    expect(await local.get()).toEqual(NOTHING);
  });

  it('does not end the check by a question about open jobs', async () => {
    const { checking, disconnect, lists } = await startChecking(true);
    await disconnect('id-1', false);
    lists.answer(0, { value: listOf() });
    expect(await checking).toEqual(passed);
  });

  it('does not affect a check that starts later', async () => {
    const { connect, disconnect, permissions } = await startBackground();
    const disconnecting = disconnect('id-1', false);
    expect(await connect(firstRequest)).toEqual(passed);
    await disconnecting;
    expect(await storedConnection()).toEqual({ ...first, id: 'id-2', hasRead: false });
    expect(permissions.remove).not.toHaveBeenCalled();
  });
});

describe('the database of a connection', () => {
  beforeEach(useDatabases);
  afterEach(removeDatabases);

  const databaseNames = async () => (await indexedDB.databases()).map(({ name }) => name);

  /** Starts a background whose history has a report that the service no longer lists. */
  async function startWithReport() {
    const started = await startBackground();
    await storeReports('id-1', sampleReport('7'));
    const isKnown = async () => {
      const result = await started.getReportsById('id-1', ['7']);
      return hasFailed(result) ? result : result.value[0] !== null;
    };
    expect([await databaseNames(), await isKnown()]).toEqual([['history/id-1'], true]);
    return { ...started, isKnown };
  }

  it('is not changed by Connect with the same API key', async () => {
    const { connect, isKnown } = await startWithReport();
    expect(await connect(request)).toEqual(passed);
    expect(await isKnown()).toBe(true);
  });

  it('is not changed by Connect with another API key of the same account', async () => {
    const { connect, isKnown } = await startWithReport();
    expect(await connect(otherKey)).toEqual(passed);
    expect(await isKnown()).toBe(true);
  });

  it('stays when another account is connected', async () => {
    const { connect, client } = await startWithReport();
    client.account.mockImplementation(async () => accountOf(8));
    await connect(otherKey);
    await waitUntil(async () =>
      expect(await databaseNames()).toEqual(['history/id-1', 'history/id-2']),
    );
  });

  it('is detached by Disconnect with its identity, even while an answer is being stored', async () => {
    const { disconnect, listReports, listDetachedHistories } = await startWithReport();
    const reading = listReports('id-1', NEWEST_QUERY);
    const account = { id: '7', email: null };
    const identity = { baseUrl, account, label: null, usedAt: '1970-01-01T00:00:00.000Z' };
    const detached = [{ connectionId: 'id-1', identity, results: 0, marks: 0 }];
    expect(await disconnect('id-1', false)).toMatchObject({ value: detached });
    await reading;
    await settle();
    expect(await listDetachedHistories()).toMatchObject({ value: detached });
  });

  it('is deleted by a person only after the connection is removed', async () => {
    const { disconnect, deleteHistory } = await startWithReport();
    expect(await deleteHistory('id-1')).toEqual({ failure: { code: 'notStored' } });
    expect(await databaseNames()).toEqual(['history/id-1']);
    await disconnect('id-1', false);
    expect(await deleteHistory('id-1')).toEqual({ value: null });
    expect(await databaseNames()).toEqual([]);
  });

  it('is deleted by Disconnect if it is empty', async () => {
    const { client, connect, disconnect } = await startBackground();
    client.list.mockImplementation(async () => ({ value: listOf() }));
    client.account.mockImplementation(async () => accountOf(8));
    await connect(otherKey);
    await waitUntil(async () => expect(await databaseNames()).toContain('history/id-2'));
    expect(await disconnect('id-2', false)).toEqual({ value: [] });
    expect(await databaseNames()).toEqual(['history/id-1']);
  });

  it('stays at the next start even without its connection', async () => {
    const { resume } = await startWithReport();
    await storeReports('former', sampleReport('1'));
    await resume();
    await settle();
    expect(await databaseNames()).toEqual(['history/id-1', 'history/former']);
  });

  it('is not necessary for Connect and Disconnect', async () => {
    const throwUnavailable = () => {
      throw new DOMException('A mutation operation was attempted', 'InvalidStateError');
    };
    for (const name of ['open', 'databases', 'deleteDatabase'] as const) {
      vi.spyOn(indexedDB, name).mockImplementation(throwUnavailable);
    }
    const { connect, disconnect, getReportsById, changeMarks } = await startBackground();
    expect(await connect(otherKey)).toEqual(passed);
    expect((await storedConnection()).id).toBe('id-1');
    expect(await getReportsById('id-1', ['2'])).toEqual({ value: [null] });
    expect(await changeMarks('id-1', { kind: 'star', page: 'host.example' })).toEqual({
      failure: { code: 'notStored' },
    });
    await waitUntil(async () =>
      expect(await queueItem('id-1').read()).toMatchObject({ historyState: 'unavailable' }),
    );
    expect(await disconnect('id-1', false)).toEqual({ value: [] });
    expect(await local.get()).toEqual(NOTHING);
  });
});
