import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { decide } from '@/lib/background/connection-changes';
import type { ConnectRequest, OpenWorkConsent } from '@/lib/connection/connection';
import type { ReportList } from '@/lib/report/report';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';
import { connectionItem, queueItem } from '@/lib/shared-state/shared-items';
import { SCHEMA_VERSION } from '@/lib/storage/schema-version';
import { removeDatabases, useDatabases } from '../../support/databases';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient, listOf } from '../../support/fake-client';
import { holdAnswers } from '../../support/held-answers';
import { sampleReport } from '../../support/sample-report';
import { storeReports } from '../../support/stored-history';
import { createTestBackground } from '../../support/test-background';
import { settle, waitUntil } from '../../support/wait-until';

const baseUrl = 'https://host.example/s';
const request: ConnectRequest = { baseUrl, apiKey: 'typed-key', allowsUnencrypted: false };
const otherKey = { ...request, apiKey: 'other-key' };
const otherService = { ...request, baseUrl: 'https://other.example' };
const passed = { state: 'passed', baseUrl };
const failedAt = (at: string, failure: object) => ({ state: 'failed', at, failure });
const question = { code: 'openWork', creations: 1, changes: 0, deletions: 0 };
const ioError = async () => {
  throw new Error('I/O error');
};

const { local } = fakeBrowser.storage;

/** The content of storage without a connection. */
const NOTHING = { 'schema-version': SCHEMA_VERSION };

/** Returns the stored connection, its API key, its number of jobs, and whether it has data of reads. */
async function stored() {
  const all = await local.get();
  const { id, baseUrl } = connectionItem.parse(all.connection) ?? {};
  const own = `connection/${id}/`;
  const jobs = Object.keys(all).filter((key) => key.startsWith(`${own}job/`));
  const hasRead = `${own}full-reading` in all;
  return { baseUrl, id, key: all[`${own}bearer-key`], jobs: jobs.length, hasRead };
}

const first = { id: 'id-1', baseUrl, key: 'typed-key', jobs: 0, hasRead: true };

/** Starts a background that is connected and offline. With open work, a creation is queued. */
async function start(hasOpenWork = false) {
  const permissions = {
    has: async () => true,
    remove: vi.fn(async (_: string) => {}),
    allowedHosts: async () => [],
  };
  const client = createFakeClient();
  let ids = 0;
  const { api, resume } = createTestBackground({
    permissions,
    clientFor: () => client,
    isOnline: () => false,
    newId: () => `id-${++ids}`,
  });
  await api.connect(request);
  await local.set({ 'connection/id-1/full-reading': { beganAt: 0, difference: 0 } });
  const subjects = [{ kind: 'create', url: 'https://page.example/', privacy: 1 }] as const;
  if (hasOpenWork) await api.createJob('id-1', { id: 'new', subjects });
  return { ...api, resume, client, permissions };
}

beforeEach(emptyBrowser);
afterEach(() => void vi.restoreAllMocks());

it('Connect returns that the service prints PHP messages, and does not store it', async () => {
  const { connect, client } = await start();
  client.list.mockResolvedValue({ value: { ...listOf(), printsMessages: true } });
  expect(await connect(otherService)).toMatchObject({ state: 'passed', printsMessages: true });
  expect(JSON.stringify(await local.get())).not.toContain('printsMessages');
});

describe('Connect to the same service', () => {
  it('with the same API key drops nothing', async () => {
    const { connect } = await start(true);
    expect(await connect({ ...request, apiKey: '' })).toEqual(passed);
    expect(await stored()).toEqual({ ...first, jobs: 1 });
  });

  it.each([
    ['other headers', [{ name: 'X-Pass', value: 'other' }]],
    ['no headers', []],
  ])('with %s keeps open jobs and data of reads', async (_, headers) => {
    const { connect, client } = await start(true);
    const secrets = async () => (await local.get())['connection/id-1/request-headers'];
    await connect({ ...request, headers: [{ name: 'X-Pass', value: 'typed' }] });
    expect(await secrets()).toEqual([{ name: 'X-Pass', value: 'typed' }]);
    expect(await connect({ ...request, apiKey: '', headers })).toEqual(passed);
    expect(await stored()).toEqual({ ...first, jobs: 1 });
    expect(await secrets()).toEqual(headers);
    const names = headers.map(({ name }) => name);
    expect((await connectionItem.read())?.headerNames ?? []).toEqual(names);
    expect(JSON.stringify((await local.get()).connection)).not.toContain('typed');
    expect(client.list).toHaveBeenCalledTimes(3);
  });

  it('with headers that fail the check does not change the stored headers', async () => {
    const { connect, client } = await start();
    const before = await local.get();
    client.list.mockResolvedValue({ failure: { code: 'proxySignIn' } });
    const headers = [{ name: 'X-Pass', value: 'wrong' }];
    const failed = failedAt('reachable', { code: 'proxySignIn' });
    expect(await connect({ ...request, headers })).toEqual(failed);
    expect(await local.get()).toEqual(before);
  });

  it('with another API key drops data of reads', async () => {
    const { connect } = await start();
    expect(await connect(otherKey)).toEqual(passed);
    expect(await stored()).toEqual({ ...first, key: 'other-key', hasRead: false });
  });

  it('with another API key asks about open jobs', async () => {
    const { connect } = await start(true);
    expect(await connect(otherKey)).toEqual(failedAt('reports', { ...question, canBeKept: true }));
    expect(await stored()).toEqual({ ...first, jobs: 1 });
  });

  it.each([
    ['keeps', { keepsOpenWork: true }, 1],
    ['drops', { dropsOpenWork: true }, 0],
  ])('with another API key %s open jobs with consent', async (_, consent, jobs) => {
    const { connect } = await start(true);
    expect(await connect({ ...otherKey, ...consent })).toEqual(passed);
    expect(await stored()).toEqual({ ...first, key: 'other-key', jobs, hasRead: false });
  });
});

describe('Connect to another service', () => {
  const second = { ...first, id: 'id-2', baseUrl: otherService.baseUrl, hasRead: false };

  it('removes all data and the permission of the former service', async () => {
    const { connect, permissions } = await start();
    expect(await connect(otherService)).toMatchObject({ state: 'passed' });
    expect(await stored()).toEqual(second);
    expect(JSON.stringify(await local.get())).not.toContain('id-1');
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(baseUrl);
  });

  it('leaves no data of the former service, even if the worker was stopped during the change', async () => {
    const { resume } = await start();
    await local.set({ 'connection/former/bearer-key': 'former-key' });
    await resume();
    await waitUntil(async () =>
      expect(await local.get('connection/former/bearer-key')).toEqual({}),
    );
    expect(await stored()).toEqual(first);
  });

  it('keeps the permission if the other service is on the same host', async () => {
    const { connect, permissions } = await start();
    await connect({ ...request, baseUrl: 'https://host.example/t' });
    expect((await stored()).id).toBe('id-2');
    expect(permissions.remove).not.toHaveBeenCalled();
  });

  it('keeps the permission of the former host while another check needs it', async () => {
    const { client, connect, permissions } = await start();
    const lists = holdAnswers<Result<ReportList>>();
    client.list.mockImplementationOnce(lists.call);
    const checking = connect(request);
    await lists.asked(1);
    await connect(otherService);
    expect(permissions.remove).not.toHaveBeenCalled();
    lists.answer(0, { value: listOf() });
    expect(await checking).toEqual(passed);
  });

  it('drops open jobs only with consent to drop them, not with consent to keep them', async () => {
    const { connect } = await start(true);
    expect(await connect({ ...otherService, keepsOpenWork: true })).toEqual(
      failedAt('reports', { ...question, canBeKept: false }),
    );
    expect(await stored()).toEqual({ ...first, jobs: 1 });
    await connect({ ...otherService, dropsOpenWork: true });
    expect(await stored()).toEqual(second);
  });
});

describe('Connect when storage fails', () => {
  it.each([otherKey, otherService])(
    'keeps the former connection when a write fails: %j',
    async (wanted) => {
      const { connect, permissions } = await start(wanted !== otherService);
      const { id, key, jobs } = await stored();
      vi.spyOn(local, 'set').mockImplementation(ioError);
      const outcome = await connect({ ...wanted, keepsOpenWork: true });
      expect(outcome).toEqual(failedAt('reports', { code: 'notStored' }));
      expect(await stored()).toMatchObject({ id, key, jobs });
      expect(permissions.remove).not.toHaveBeenCalled();
    },
  );

  it.each([otherKey, otherService])(
    'drops nothing when storage cannot be read: %j',
    async (wanted) => {
      const { connect } = await start(true);
      const reading = vi.spyOn(local, 'get').mockImplementation(ioError);
      expect(await connect(wanted)).toEqual(failedAt('apiKey', { code: 'storeUnreadable' }));
      reading.mockRestore();
      expect(await stored()).toEqual({ ...first, jobs: 1 });
    },
  );
});

describe('Disconnect', () => {
  it('asks about open jobs, and drops them with consent', async () => {
    const { getAccount, disconnect } = await start(true);
    expect(await disconnect(false)).toEqual({ failure: { ...question, canBeKept: false } });
    expect(await stored()).toEqual({ ...first, jobs: 1 });
    expect(await disconnect(true)).toEqual({ value: null });
    expect(await getAccount('id-1')).toEqual({ failure: { code: 'notConnected' } });
    expect(await local.get()).toEqual(NOTHING);
  });

  it('changes nothing and fails when storage cannot be read', async () => {
    const { disconnect, permissions } = await start(true);
    const reading = vi.spyOn(local, 'get').mockImplementation(ioError);
    expect(await disconnect(true)).toEqual({ failure: { code: 'storeUnreadable' } });
    reading.mockRestore();
    expect(await stored()).toEqual({ ...first, jobs: 1 });
    expect(permissions.remove).not.toHaveBeenCalled();
  });

  it('removes the host permission and fails when storage cannot be changed', async () => {
    const { disconnect, permissions } = await start();
    vi.spyOn(local, 'remove').mockImplementation(ioError);
    expect(await disconnect(false)).toEqual({ failure: { code: 'storeUnreadable' } });
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(baseUrl);
  });
});

describe('Disconnect during a check', () => {
  async function startChecking(hasOpenWork: boolean) {
    const started = await start(hasOpenWork);
    const lists = holdAnswers<Result<ReportList>>();
    started.client.list.mockImplementation(lists.call);
    const checking = started.connect(request);
    await lists.asked(1);
    return { ...started, checking, lists };
  }

  it('prevents the check from connecting', async () => {
    const { checking, disconnect, lists, permissions } = await startChecking(false);
    await disconnect(false);
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(baseUrl);
    lists.answer(0, { value: listOf() });
    expect(await checking).toEqual(failedAt('reachable', { code: 'interrupted' }));
    expect(await local.get()).toEqual(NOTHING);
  });

  it('does not end the check if it only asks about open jobs', async () => {
    const { checking, disconnect, lists } = await startChecking(true);
    await disconnect(false);
    lists.answer(0, { value: listOf() });
    expect(await checking).toEqual(passed);
  });

  it('does not affect a check that starts later', async () => {
    const { connect, disconnect, permissions } = await start();
    const disconnecting = disconnect(false);
    expect(await connect(request)).toEqual(passed);
    await disconnecting;
    expect(await stored()).toEqual({ ...first, id: 'id-2', hasRead: false });
    expect(permissions.remove).not.toHaveBeenCalled();
  });
});

describe('decide', () => {
  const connection = { id: 'id-1', baseUrl };
  const wanted = { baseUrl, apiKey: 'key', headers: [{ name: 'X-Pass', value: 'pass' }] };
  const same = { connection, credentials: wanted };
  const otherHeaders = { connection, credentials: { ...wanted, headers: [] } };
  const otherApiKey = { connection, credentials: { ...wanted, apiKey: 'other' } };
  const withoutApiKey = { connection, credentials: undefined };
  const none = { connection: undefined, credentials: undefined };
  const atOther = { baseUrl: 'https://other.example' };
  const elsewhere = {
    connection: { ...connection, ...atOther },
    credentials: { ...wanted, ...atOther },
  };

  it.each([
    ['nothing', 'the same credentials', same],
    ['headers', 'other headers', otherHeaders],
  ])('changes %s after %s, without a question', (change, _, former) => {
    for (const consent of [{}, { keepsOpenWork: true }, { dropsOpenWork: true }]) {
      const decision = { change, asksAboutOpenJobs: false, dropsJobs: false };
      expect(decide(former, wanted, consent)).toEqual(decision);
    }
  });

  it.each<[change: string, string, former: typeof none | typeof same | typeof withoutApiKey]>([
    ['apiKey', 'another API key', otherApiKey],
    ['apiKey', 'a lost API key', withoutApiKey],
    ['service', 'another service', elsewhere],
    ['service', 'no connection', none],
  ])('changes the %s after %s, and asks without consent', (change, _, former) => {
    const decisions: [OpenWorkConsent, asksAboutOpenJobs: boolean, dropsJobs: boolean][] = [
      [{}, true, false],
      [{ keepsOpenWork: true }, change === 'service', false],
      [{ dropsOpenWork: true }, false, true],
    ];
    for (const [consent, asksAboutOpenJobs, dropsJobs] of decisions) {
      const decision = { change, asksAboutOpenJobs, dropsJobs };
      expect(decide(former, wanted, consent)).toEqual(decision);
    }
  });
});

describe('the database of a connection', () => {
  beforeEach(useDatabases);
  afterEach(removeDatabases);

  const names = async () => (await indexedDB.databases()).map(({ name }) => name);

  /** Starts a background whose history has a report that the service no longer lists. */
  async function startWithReport() {
    const started = await start();
    await storeReports('id-1', sampleReport('7'));
    const isKnown = async () => {
      const result = await started.getReportsById('id-1', ['7']);
      return hasFailed(result) ? result : result.value[0] !== null;
    };
    expect([await names(), await isKnown()]).toEqual([['history/id-1'], true]);
    return { ...started, isKnown };
  }

  it('is not changed by Connect with the same API key', async () => {
    const { connect, isKnown } = await startWithReport();
    expect(await connect(request)).toEqual(passed);
    expect(await isKnown()).toBe(true);
  });

  it('is emptied by Connect with another API key', async () => {
    const { connect, isKnown, getReportsById } = await startWithReport();
    expect(await connect(otherKey)).toEqual(passed);
    expect(await isKnown()).toBe(false);
    // The history has the list of the check at once.
    await waitUntil(async () =>
      expect(await getReportsById('id-1', ['2'])).toMatchObject({ value: [{ id: '2' }] }),
    );
  });

  it('is deleted by Connect to another service', async () => {
    const { connect } = await startWithReport();
    await connect(otherService);
    await waitUntil(async () => expect(await names()).toEqual(['history/id-2']));
  });

  it('is deleted by Disconnect, also while an answer is being stored', async () => {
    const { disconnect, listReports } = await startWithReport();
    const reading = listReports('id-1', NEWEST_QUERY);
    expect(await disconnect(false)).toEqual({ value: null });
    await reading;
    await settle();
    expect(await names()).toEqual([]);
  });

  it('of a former connection is deleted at the next start', async () => {
    const { resume, isKnown } = await startWithReport();
    await storeReports('former', sampleReport('1'));
    expect(await names()).toHaveLength(2);
    await resume();
    await waitUntil(async () => expect(await names()).toEqual(['history/id-1']));
    expect(await isKnown()).toBe(true);
  });

  it('is not necessary: Connect and Disconnect work in a browser without databases', async () => {
    const unavailable = () => {
      throw new DOMException('A mutation operation was attempted', 'InvalidStateError');
    };
    for (const name of ['open', 'databases', 'deleteDatabase'] as const) {
      vi.spyOn(indexedDB, name).mockImplementation(unavailable);
    }
    const { connect, disconnect, getReportsById, changeMarks } = await start();
    expect(await connect(otherKey)).toEqual(passed);
    expect(await getReportsById('id-1', ['2'])).toEqual({ value: [null] });
    expect(await changeMarks('id-1', { kind: 'star', page: 'host.example' })).toEqual({
      failure: { code: 'notStored' },
    });
    await waitUntil(async () =>
      expect(await queueItem.read()).toMatchObject({ historyState: 'unavailable' }),
    );
    expect(await disconnect(false)).toEqual({ value: null });
    expect(await local.get()).toEqual(NOTHING);
  });
});
