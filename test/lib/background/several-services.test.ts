import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { connectionsItem } from '@/lib/connection/connection-register';
import { backoffItem } from '@/lib/jobs/jobs-storage';
import type { NewJob } from '@/lib/jobs/types';
import type { ReportDetails, ReportList } from '@/lib/report/report';
import { NEWEST_QUERY, RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed, type Result } from '@/lib/result';
import { recentOperationsItem } from '@/lib/shared-state/recent-operations';
import { newestListItem, queueItem, readingItem } from '@/lib/shared-state/shared-items';
import { useDatabases } from '../../support/databases';
import { createDeferredCalls } from '../../support/deferred-calls';
import { emptyBrowser, useLocks } from '../../support/empty-browser';
import { createFakeClient, listOf } from '../../support/fake-client';
import { FAILURES } from '../../support/sample-failures';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { createTestBackground } from '../../support/test-background';
import { settle, waitUntil } from '../../support/wait-until';

const { local, session } = fakeBrowser.storage;

const AGENCY = 'https://agency.example';
const CLIENT = 'https://client.example';
const NOT_CONNECTED = { failure: { code: 'notConnected' } };
const CHANGING_SERVICE = { failure: { code: 'changingService' } };
const DONE = { value: null };

/** Makes each call wait for the test's answer, or end as `interrupted` when its signal aborts. */
function abortable<T>(calls: { call(): Promise<Result<T>> }) {
  return (signal: AbortSignal | undefined): Promise<Result<T>> => {
    const interrupted = { failure: { code: 'interrupted' } } as const;
    if (signal?.aborted) return Promise.resolve(interrupted);
    const aborted = new Promise<Result<T>>((resolve) =>
      signal?.addEventListener('abort', () => resolve(interrupted)),
    );
    return Promise.race([calls.call(), aborted]);
  };
}

const request = (baseUrl: string, apiKey: string) => ({
  connectionId: null,
  baseUrl,
  apiKey,
  allowsUnencrypted: false,
});

function creationJob(id: string, overrides: Partial<NewJob> = {}): NewJob {
  const url = `https://page.example/${id}`;
  return { id, subjects: [{ kind: 'create', url, privacy: 1 }], ...overrides };
}

function deletionJob(id: string, overrides: Partial<NewJob> = {}): NewJob {
  return { id, subjects: [{ kind: 'delete', report: referTo(sampleReport('1')) }], ...overrides };
}

/** Starts a worker. Each API key has its own client, with the calls that a test can inspect. */
function startWorker(clients = clientsOfTwoServices()) {
  let ids = 0;
  const clock = { now: Date.parse('2026-11-02T12:00:00.000Z') };
  const wakeAt = vi.fn((_: number | null) => {});
  const remove = vi.fn(async (_: string) => {});
  const background = createTestBackground({
    clientFor: ({ apiKey }) => clients[apiKey as keyof typeof clients],
    permissions: { has: async () => true, allowedHosts: async () => [], remove },
    newId: () => `id-${++ids}`,
    now: () => clock.now,
    wakeAt,
  });
  return { ...background, clients, clock, wakeAt, remove };
}

function clientsOfTwoServices() {
  const agency = createFakeClient();
  const client = createFakeClient();
  agency.account.mockImplementation(async () => accountOf(1));
  client.account.mockImplementation(async () => accountOf(2));
  client.list.mockImplementation(async () => ({ value: listOf(sampleReport('1')) }));
  return { agency, client };
}

const accountOf = (id: number) => ({
  value: { fields: [{ name: 'id', value: id }], isCut: false },
});

/** Starts a worker with two services. The agency (`id-1`) is in use, the client is `id-2`. */
async function startWithTwo() {
  const worker = startWorker();
  const { api } = worker;
  expect(await api.connect(request(AGENCY, 'agency'))).toMatchObject({ state: 'passed' });
  expect(await api.connect(request(CLIENT, 'client'))).toMatchObject({ state: 'passed' });
  expect(await api.useConnection('id-1')).toEqual(DONE);
  return worker;
}

const idInUse = async () => (await connectionsItem.read())?.inUse;

/** Returns the keys of all items of a connection, with the storage area. */
async function keysOf(connectionId: string): Promise<string[]> {
  const areas = { local: await local.get(), session: await session.get() };
  return Object.entries(areas)
    .flatMap(([area, items]) => Object.keys(items).map((key) => `${area}:${key}`))
    .filter((key) => key.includes(`connection/${connectionId}/`))
    .sort();
}

/** Returns the stored chunks of operations of all connections. */
const storedOperations = async (): Promise<unknown[]> =>
  Object.entries(await local.get()).flatMap(([key, value]) =>
    key.includes('/operations/') ? [JSON.parse(String(value))] : [],
  );

const recentIds = async (connectionId: string) =>
  ((await recentOperationsItem(connectionId).read()) ?? []).map(({ jobId }) => jobId);

beforeEach(() => {
  emptyBrowser();
  useDatabases();
});

describe('a change of the connection in use', () => {
  it('waits for a creation in flight, and stores its answer with its own connection', async () => {
    const { api, clients } = await startWithTwo();
    const creations = createDeferredCalls<Result<ReportDetails>>();
    clients.agency.create.mockImplementation(creations.call);
    await api.createJob('id-1', creationJob('sent'));
    await creations.untilCount(1);
    const using = api.useConnection('id-2');
    await settle();
    expect(await idInUse()).toBe('id-1');
    creations.answer(0, { value: sampleDetails('3', { url: 'https://page.example/sent' }) });
    expect(await using).toEqual(DONE);
    expect(await idInUse()).toBe('id-2');
    expect(await recentIds('id-1')).toEqual(['sent']);
    expect(await recentIds('id-2')).toEqual([]);
    expect((await keysOf('id-1')).filter((key) => key.includes('/job/'))).toEqual([]);
    expect(clients.client.create).not.toHaveBeenCalled();
    await api.useConnection('id-1');
    expect(await api.getReportsById('id-1', ['3'])).toMatchObject({ value: [{ id: '3' }] });
  });

  it('sends nothing further, and leaves the other jobs queued without an attempt', async () => {
    const { api, clients } = await startWithTwo();
    const creations = createDeferredCalls<Result<ReportDetails>>();
    clients.agency.create.mockImplementation(creations.call);
    const subjects = [1, 2, 3, 4].map(
      (page) => ({ kind: 'create', url: `https://page.example/${page}`, privacy: 1 }) as const,
    );
    await api.createJob('id-1', { id: 'batch', isBatch: true, subjects });
    await creations.untilCount(2);
    const using = api.useConnection('id-2');
    creations.answer(0, { value: sampleDetails('3') });
    await settle();
    expect(creations.count).toBe(2);
    creations.answer(1, { failure: FAILURES.unreachable });
    expect(await using).toEqual(DONE);
    expect(creations.count).toBe(2);
    const { list } = clients.agency;
    list.mockClear();
    await settle();
    expect(list).not.toHaveBeenCalled();
    expect(await api.countWaitingOperations()).toEqual({
      value: [{ connectionId: 'id-1', waiting: 3, privateWaiting: 0, needsAttention: 0 }],
    });
  });

  it('prevents the request of an operation whose status is being stored', async () => {
    const { api, clients } = await startWithTwo();
    const set = local.set.bind(local);
    let using: Promise<Result<null>> | undefined;
    vi.spyOn(local, 'set').mockImplementation(async (values) => {
      if (/"name[\\"]+:[\\"]+sending/.test(JSON.stringify(values))) {
        using ??= api.useConnection('id-2');
        await settle();
      }
      await set(values);
    });
    await api.createJob('id-1', creationJob('new'));
    await waitUntil(() => expect(using).toBeDefined());
    expect(await using).toEqual(DONE);
    vi.restoreAllMocks();
    expect(clients.agency.create).not.toHaveBeenCalled();
    expect(await storedOperations()).toMatchObject([[{ status: { name: 'queued' }, attempts: 0 }]]);
  });

  it('aborts the read of a page, which begins no backoff and fails with changingService', async () => {
    const { api, clients } = await startWithTwo();
    const lists = createDeferredCalls<Result<ReportList>>();
    const read = abortable(lists);
    clients.agency.list.mockImplementation((_, signal) => read(signal));
    const listing = api.listReports('id-1', RECENT_REPORTS_QUERY);
    await lists.untilCount(1);
    expect(await api.useConnection('id-2')).toEqual(DONE);
    expect(await listing).toEqual(CHANGING_SERVICE);
    expect(await backoffItem('id-1').read()).toBeUndefined();
    expect((await queueItem('id-1').read())?.backoff).toBeNull();
  });

  it('aborts a lookup, which does not count', async () => {
    const { api, clients } = await startWithTwo();
    clients.agency.create.mockResolvedValue({ failure: FAILURES.unreachable });
    const lists = createDeferredCalls<Result<ReportList>>();
    const read = abortable(lists);
    await api.createJob('id-1', creationJob('lost'));
    clients.agency.list.mockImplementation((_, signal) => read(signal));
    await waitUntil(() => expect(clients.agency.create).toHaveBeenCalledOnce());
    await waitUntil(async () =>
      expect((await queueItem('id-1').read())?.singles).toMatchObject([
        { first: { status: { name: 'unverified' } } },
      ]),
    );
    await api.retryNow('id-1');
    await lists.untilCount(1);
    expect(await api.useConnection('id-2')).toEqual(DONE);
    const status = { name: 'unverified', lookups: 0 };
    expect(await storedOperations()).toMatchObject([[{ status }]]);
  });

  it('aborts the read of an edit that was answered unclearly, and the edit is sent again later', async () => {
    const { api, clients } = await startWithTwo();
    clients.agency.update.mockResolvedValueOnce({ failure: FAILURES['403'] });
    const reads = createDeferredCalls<Result<ReportDetails>>();
    const read = abortable(reads);
    clients.agency.get.mockImplementation((_, signal) => read(signal));
    const report = referTo(sampleReport('1'));
    const update = { privacy: 0 } as const;
    await api.createJob('id-1', { id: 'edit', subjects: [{ kind: 'update', report, update }] });
    await reads.untilCount(1);
    expect(await api.useConnection('id-2')).toEqual(DONE);
    expect(await backoffItem('id-1').read()).toBeUndefined();
    expect(clients.agency.update).toHaveBeenCalledOnce();
    expect(await api.useConnection('id-1')).toEqual(DONE);
    await waitUntil(() => expect(clients.agency.update).toHaveBeenCalledTimes(2));
    await waitUntil(async () => expect(await recentIds('id-1')).toEqual(['edit']));
  });

  it('stops the reading of all reports, which continues when the connection is used again', async () => {
    const { api, clients, clock, resume } = await startWithTwo();
    const first = { reports: [sampleReport('2')], unreadable: 0, total: 2, next: 2 };
    clients.agency.list.mockResolvedValueOnce({ value: first });
    await api.listReports('id-1', NEWEST_QUERY);
    const lists = createDeferredCalls<Result<ReportList>>();
    const read = abortable(lists);
    clients.agency.list.mockImplementation((_, signal) => read(signal));
    expect(await api.readAllReports('id-1', true)).toMatchObject({ value: { status: 'reading' } });
    clock.now += 5_000;
    await resume();
    await lists.untilCount(1);
    expect(await api.useConnection('id-2')).toEqual(DONE);
    expect(await readingItem('id-1').read()).toMatchObject({ status: 'reading', failure: null });
    clock.now += 5_000;
    expect(await api.useConnection('id-1')).toEqual(DONE);
    await lists.untilCount(2);
  });

  it('refuses calls of the former connection at once, and stores nothing of them', async () => {
    const { api, clients } = await startWithTwo();
    const creations = createDeferredCalls<Result<ReportDetails>>();
    clients.agency.create.mockImplementation(creations.call);
    await api.createJob('id-1', creationJob('sent'));
    await creations.untilCount(1);
    const using = api.useConnection('id-2');
    await settle();
    expect(await api.createJob('id-1', creationJob('late'))).toEqual(CHANGING_SERVICE);
    expect(await api.updateJob('id-1', 'sent', { kind: 'cancel' })).toEqual(CHANGING_SERVICE);
    expect(await api.changeMarks('id-1', { kind: 'star', page: 'page.example' })).toEqual(
      CHANGING_SERVICE,
    );
    expect(await api.listReports('id-1', RECENT_REPORTS_QUERY)).toEqual(CHANGING_SERVICE);
    creations.answer(0, { value: sampleDetails('3') });
    await using;
    expect((await keysOf('id-1')).filter((key) => key.includes('/job/'))).toEqual([]);
    expect(await api.createJob('id-1', creationJob('later'))).toEqual(NOT_CONNECTED);
  });

  it('stores a press that arrived before the change', async () => {
    const { api, clients } = await startWithTwo();
    clients.agency.create.mockResolvedValue({ failure: FAILURES['429'] });
    const set = local.set.bind(local);
    let using: Promise<Result<null>> | undefined;
    vi.spyOn(local, 'set').mockImplementation(async (values) => {
      using ??= api.useConnection('id-2');
      await settle();
      await set(values);
    });
    expect(await api.createJob('id-1', creationJob('early'))).toEqual(DONE);
    expect(await using).toEqual(DONE);
    vi.restoreAllMocks();
    expect(await keysOf('id-1')).toContain('local:connection/id-1/job/early');
  });

  it('sets no alarm for the jobs of the former connection', async () => {
    const { api, clients, wakeAt } = await startWithTwo();
    clients.agency.create.mockResolvedValue({ failure: FAILURES['429'] });
    await api.createJob('id-1', creationJob('waiting'));
    await waitUntil(async () => expect((await queueItem('id-1').read())?.backoff).not.toBeNull());
    expect(await api.useConnection('id-2')).toEqual(DONE);
    await waitUntil(() => expect(wakeAt.mock.lastCall).toEqual([null]));
    await settle();
    expect(wakeAt.mock.lastCall).toEqual([null]);
  });

  it('to an unknown connection changes nothing', async () => {
    const { api, clients } = await startWithTwo();
    expect(await api.useConnection('id-9')).toEqual(NOT_CONNECTED);
    await api.createJob('id-1', creationJob('new'));
    await waitUntil(() => expect(clients.agency.create).toHaveBeenCalledOnce());
  });

  it('that cannot be stored leaves the former connection in use, and its jobs go on', async () => {
    const { api, clients } = await startWithTwo();
    const creations = createDeferredCalls<Result<ReportDetails>>();
    clients.agency.create.mockImplementationOnce(creations.call);
    await api.createJob('id-1', creationJob('sent'));
    await creations.untilCount(1);
    const using = api.useConnection('id-2');
    await settle();
    const set = local.set.bind(local);
    vi.spyOn(local, 'set').mockImplementation(async (values) => {
      if ('connections' in values) throw new Error('QuotaExceededError');
      await set(values);
    });
    creations.answer(0, { value: sampleDetails('3') });
    expect(await using).toEqual({ failure: { code: 'notStored' } });
    vi.restoreAllMocks();
    expect(await api.createJob('id-1', creationJob('next'))).toEqual(DONE);
    await waitUntil(() => expect(clients.agency.create).toHaveBeenCalledTimes(2));
  });
});

describe('Connect', () => {
  it('of another service waits for the requests in flight in the same way', async () => {
    const { api, clients } = startWorker();
    await api.connect(request(AGENCY, 'agency'));
    const creations = createDeferredCalls<Result<ReportDetails>>();
    clients.agency.create.mockImplementation(creations.call);
    await api.createJob('id-1', creationJob('sent'));
    await creations.untilCount(1);
    const connecting = api.connect(request(CLIENT, 'client'));
    await waitUntil(() => expect(clients.client.account).toHaveBeenCalled());
    await settle();
    expect(await idInUse()).toBe('id-1');
    creations.answer(0, { value: sampleDetails('3') });
    expect(await connecting).toMatchObject({ state: 'passed' });
    expect([await idInUse(), await recentIds('id-1')]).toEqual(['id-2', ['sent']]);
  });

  it('does not add its list to a connection that another check has put in use', async () => {
    const { api, clients } = startWorker();
    const accounts = createDeferredCalls<ReturnType<typeof accountOf>>();
    for (const one of Object.values(clients)) one.account.mockImplementation(accounts.call);
    const connecting = [
      api.connect(request(AGENCY, 'agency')),
      api.connect(request(CLIENT, 'client')),
    ];
    await accounts.untilCount(2);
    accounts.answer(0, accountOf(1));
    accounts.answer(1, accountOf(2));
    const checks = await Promise.all(connecting);
    expect(checks).toMatchObject([{ state: 'passed' }, { state: 'passed' }]);
    await waitUntil(async () =>
      expect(await api.getReportsById('id-2', ['1'])).toMatchObject({ value: [{ id: '1' }] }),
    );
    expect(await api.getReportsById('id-2', ['2'])).toEqual({ value: [null] });
  });

  it('of another service asks nothing about open jobs, which wait', async () => {
    const { api, clients } = startWorker();
    await api.connect(request(AGENCY, 'agency'));
    clients.agency.create.mockResolvedValue({ failure: FAILURES['429'] });
    await api.createJob('id-1', creationJob('waiting'));
    expect(await api.connect(request(CLIENT, 'client'))).toMatchObject({ state: 'passed' });
    expect(await idInUse()).toBe('id-2');
    expect(await api.countWaitingOperations()).toMatchObject({ value: [{ waiting: 1 }] });
  });

  it('with a new key of a connection that is not in use leaves it unused', async () => {
    const { api } = await startWithTwo();
    const check = { ...request(CLIENT, ''), connectionId: 'id-2' };
    expect(await api.connect(check)).toMatchObject({ state: 'passed' });
    expect(await idInUse()).toBe('id-1');
  });
});

describe('a connection that is used again', () => {
  it('continues its jobs at once, with its own key only', async () => {
    const { api, clients } = await startWithTwo();
    await api.useConnection('id-2');
    const creations = createDeferredCalls<Result<ReportDetails>>();
    clients.client.create.mockImplementationOnce(creations.call);
    await api.createJob('id-2', creationJob('first'));
    await creations.untilCount(1);
    await api.createJob('id-2', { ...deletionJob('second') });
    const using = api.useConnection('id-1');
    creations.answer(0, { failure: FAILURES['429'] });
    await using;
    expect(await api.countWaitingOperations()).toMatchObject({
      value: [{ connectionId: 'id-2', waiting: 2 }],
    });
    clients.client.create.mockResolvedValue({ value: sampleDetails('7') });
    await api.useConnection('id-2');
    await api.retryNow('id-2');
    await waitUntil(async () => expect(await recentIds('id-2')).toEqual(['first']));
    expect(clients.agency.create).not.toHaveBeenCalled();
    expect(clients.agency.remove).not.toHaveBeenCalled();
    expect((await newestListItem('id-1').read())?.reports.map(({ id }) => id)).toEqual(['2', '1']);
  });

  it('begins the six seconds of a waiting deletion again', async () => {
    const { api, clients, clock, resume } = await startWithTwo();
    await api.createJob('id-1', deletionJob('deletion'));
    clock.now += 4_000;
    await api.useConnection('id-2');
    clock.now += 60_000;
    await api.useConnection('id-1');
    await settle();
    const notBefore = new Date(clock.now + 6_000).toISOString();
    await waitUntil(async () =>
      expect((await queueItem('id-1').read())?.singles).toMatchObject([{ notBefore }]),
    );
    clock.now += 5_000;
    await resume();
    await settle();
    expect(clients.agency.remove).not.toHaveBeenCalled();
    clock.now += 1_000;
    await resume();
    await waitUntil(() => expect(clients.agency.remove).toHaveBeenCalledOnce());
  });

  it('does not delay a deletion again at a restart of the worker', async () => {
    const { api, clients, clock } = await startWithTwo();
    await api.createJob('id-1', deletionJob('deletion'));
    const restarted = startWorker(clients);
    restarted.clock.now = clock.now + 6_000;
    await restarted.resume();
    await waitUntil(() => expect(clients.agency.remove).toHaveBeenCalledOnce());
  });

  it('has its private jobs, which stayed in memory', async () => {
    const { api, clients } = await startWithTwo();
    clients.agency.create.mockResolvedValueOnce({ failure: FAILURES['429'] });
    const [subject] = creationJob('private').subjects;
    const password = 'hush';
    const subjects = subject ? [{ ...subject, privacy: 2 } as typeof subject] : [];
    await api.createJob('id-1', { id: 'private', isPrivate: true, subjects, password });
    await waitUntil(() => expect(clients.agency.create).toHaveBeenCalledOnce());
    await api.useConnection('id-2');
    expect(await api.countWaitingOperations()).toEqual({
      value: [{ connectionId: 'id-1', waiting: 1, privateWaiting: 1, needsAttention: 0 }],
    });
    expect(JSON.stringify(await local.get())).not.toContain('page.example/private');
    await api.useConnection('id-1');
    await api.retryNow('id-1');
    await waitUntil(() => expect(clients.agency.create).toHaveBeenCalledTimes(2));
    expect(clients.agency.create.mock.lastCall?.[0]).toMatchObject({ password });
  });
});

describe('Disconnect of one of several connections', () => {
  async function startWithJobs() {
    const worker = await startWithTwo();
    const { api, clients } = worker;
    for (const client of Object.values(clients)) {
      client.create.mockResolvedValue({ failure: FAILURES['429'] });
    }
    await api.createJob('id-1', creationJob('agency'));
    await waitUntil(async () => expect((await queueItem('id-1').read())?.backoff).not.toBeNull());
    await api.useConnection('id-2');
    await api.createJob('id-2', creationJob('client'));
    await waitUntil(async () => expect((await queueItem('id-2').read())?.backoff).not.toBeNull());
    await settle();
    worker.remove.mockClear();
    return worker;
  }

  it('that is not in use asks about its open jobs', async () => {
    const { api } = await startWithJobs();
    expect(await api.disconnect('id-1')).toMatchObject({
      failure: { code: 'openJobs', creations: 1, change: 'disconnect' },
    });
    expect(await keysOf('id-1')).toContain('local:connection/id-1/bearer-key');
  });

  it('that is not in use removes only its items, and the other stays in use', async () => {
    const { api, remove } = await startWithJobs();
    const others = await keysOf('id-2');
    expect(await api.disconnect('id-1', true)).toMatchObject({
      value: [{ connectionId: 'id-1' }],
    });
    expect([await keysOf('id-1'), await keysOf('id-2')]).toEqual([[], others]);
    expect(await connectionsItem.read()).toMatchObject({
      inUse: 'id-2',
      connections: [{ id: 'id-2' }],
    });
    expect(remove.mock.calls).toEqual([[AGENCY]]);
    expect(await api.retryNow('id-2')).toEqual(DONE);
  });

  it('that is in use leaves none in use, and the jobs of the other wait', async () => {
    const { api, clients, remove, wakeAt } = await startWithJobs();
    const others = await keysOf('id-1');
    clients.agency.create.mockClear();
    expect(hasFailed(await api.disconnect('id-2', true))).toBe(false);
    expect([await keysOf('id-2'), await keysOf('id-1')]).toEqual([[], others]);
    expect(await connectionsItem.read()).toMatchObject({
      inUse: null,
      connections: [{ id: 'id-1' }],
    });
    expect(remove.mock.calls).toEqual([[CLIENT]]);
    await waitUntil(() => expect(wakeAt.mock.lastCall).toEqual([null]));
    expect(await api.getAccount('id-1')).toEqual(NOT_CONNECTED);
    expect(clients.agency.create).not.toHaveBeenCalled();
    expect(await api.useConnection('id-1')).toEqual(DONE);
  });

  it('leaves the permission for a host that another connection needs', async () => {
    const { api, clients, remove } = startWorker();
    await api.connect(request(AGENCY, 'agency'));
    clients.client.account.mockImplementation(async () => accountOf(2));
    await api.connect(request(`${AGENCY}/other`, 'client'));
    remove.mockClear();
    expect(hasFailed(await api.disconnect('id-2'))).toBe(false);
    expect(remove).not.toHaveBeenCalled();
    expect(hasFailed(await api.disconnect('id-1'))).toBe(false);
    expect(remove.mock.calls).toEqual([[AGENCY]]);
  });

  it('can be repeated after the browser has stopped the worker before the change of the register', async () => {
    const { api, clients } = await startWithJobs();
    const others = await keysOf('id-2');
    const set = local.set.bind(local);
    const stopping = new Promise<void>((resolve) => {
      vi.spyOn(local, 'set').mockImplementation(async (values) => {
        if (!('connections' in values)) return set(values);
        resolve();
        return new Promise<never>(() => {});
      });
    });
    void api.disconnect('id-1', true);
    await stopping;
    vi.restoreAllMocks();
    useLocks();
    const restarted = startWorker(clients);
    expect(hasFailed(await restarted.api.disconnect('id-1', true))).toBe(false);
    expect(await keysOf('id-1')).toEqual([]);
    expect((await keysOf('id-2')).filter((key) => key.startsWith('local'))).toEqual(
      others.filter((key) => key.startsWith('local')),
    );
  });

  it('does not interrupt the check of another connection', async () => {
    const { api, clients } = await startWithTwo();
    const lists = createDeferredCalls<Result<ReportList>>();
    clients.agency.list.mockImplementationOnce(lists.call);
    const checking = api.connect({ ...request(AGENCY, ''), connectionId: 'id-1' });
    await lists.untilCount(1);
    expect(hasFailed(await api.disconnect('id-2'))).toBe(false);
    lists.answer(0, { value: listOf() });
    expect(await checking).toMatchObject({ state: 'passed' });
  });

  it('leaves the items of a connection that this version cannot read', async () => {
    const { api } = startWorker();
    await api.connect(request(AGENCY, 'agency'));
    const register = await connectionsItem.read();
    if (register === undefined) throw new Error('Nothing is connected.');
    await connectionsItem.write({ ...register, unreadable: [{ id: 'later', baseUrl: 7 }] });
    await local.set({ 'connection/later/bearer-key': 'key' });
    expect(hasFailed(await api.disconnect('id-1'))).toBe(false);
    expect(await keysOf('later')).toEqual(['local:connection/later/bearer-key']);
    expect(await keysOf('id-1')).toEqual([]);
  });
});
