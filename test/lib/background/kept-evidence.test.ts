import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import type { ConnectRequest } from '@/lib/connection/connection';
import type { Account } from '@/lib/report/extra-fields';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed, type Result } from '@/lib/result';
import { useDatabases } from '../../support/databases';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient, listOf } from '../../support/fake-client';
import { sampleReport } from '../../support/sample-report';
import { readSharedState } from '../../support/stored-queue';
import { createTestBackground } from '../../support/test-background';
import { waitUntil } from '../../support/wait-until';

const { local, session } = fakeBrowser.storage;
const baseUrl = 'https://host.example/s';
const request: ConnectRequest = {
  connectionId: null,
  baseUrl,
  apiKey: 'first-key',
  allowsUnencrypted: false,
};
const otherKey = { ...request, apiKey: 'second-key' };
const movedService = { ...request, baseUrl: 'https://moved.example' };
const passed = { state: 'passed' };

const FORMER = sampleReport('2', { score: 40, generatedAt: '2026-11-01T10:00:00.000Z' });
const LATER = sampleReport('2', { score: 90, generatedAt: '2026-11-20T10:00:00.000Z' });
const { page } = referTo(FORMER);

const accountOf = (id: number): Result<Account> => ({
  value: { fields: [{ name: 'id', value: id }], isCut: false },
});

let ids = 0;

/** The service has two reports and the account 7. */
function startWorker() {
  const client = createFakeClient();
  client.account.mockImplementation(async () => accountOf(7));
  client.list.mockImplementation(async () => ({ value: listOf(LATER, sampleReport('1')) }));
  const permissions = {
    has: async () => true,
    remove: vi.fn(async (_: string) => {}),
    allowedHosts: async () => ['https://pages.example/*'],
  };
  const background = createTestBackground({
    permissions,
    clientFor: () => client,
    newId: () => `id-${++ids}`,
    now: () => 1_000,
  });
  return { ...background, client, permissions };
}

const connectionId = async () => (await readSharedState()).connection?.id ?? 'none';

async function startWithEvidence() {
  const worker = startWorker();
  const { api, client } = worker;
  client.list.mockResolvedValueOnce({ value: listOf(FORMER, sampleReport('1')) });
  expect(await api.connect(request)).toMatchObject(passed);
  const id = await connectionId();
  await waitUntil(async () => expect(await scores(worker)).toEqual([40]));
  await api.changeMarks(id, { kind: 'star', page });
  const checkAgain = { ...request, connectionId: id, apiKey: '' };
  expect(await api.connect(checkAgain)).toMatchObject(passed);
  await waitUntil(async () => expect(await scores(worker)).toEqual([40, 90]));
  return { ...worker, id };
}

async function scores({ api }: Pick<ReturnType<typeof startWorker>, 'api'>) {
  const pages = await api.getPages(await connectionId(), [page]);
  return hasFailed(pages) ? pages : pages.value[0]?.results.map(({ score }) => score);
}

async function expectEvidence(worker: Pick<ReturnType<typeof startWorker>, 'api'>): Promise<void> {
  await waitUntil(async () => expect(await scores(worker)).toEqual([40, 90]));
  const marks = await worker.api.getMarks(await connectionId());
  expect(marks).toMatchObject({ value: { starred: [page] } });
}

beforeEach(() => {
  emptyBrowser();
  useDatabases();
});

describe('past results and stars stay', () => {
  it('with a new key of the same account', async () => {
    const worker = await startWithEvidence();
    expect(await worker.api.connect(otherKey)).toMatchObject(passed);
    await expectEvidence(worker);
  });

  it('when a person disconnects and connects the same account again', async () => {
    const worker = await startWithEvidence();
    await worker.api.disconnect(worker.id);
    expect(await worker.api.connect(otherKey)).toMatchObject(passed);
    await expectEvidence(worker);
  });

  it('when the service has moved to another base URL', async () => {
    const worker = await startWithEvidence();
    const sameAs = worker.id;
    expect(await worker.api.connect(movedService)).toMatchObject({
      state: 'failed',
      failure: { code: 'whichAccount', connectionId: sameAs, hasMoved: true },
    });
    expect(await worker.api.connect({ ...movedService, sameAs })).toMatchObject(passed);
    await expectEvidence(worker);
  });

  it('when the browser has lost its settings, and the same account is connected again', async () => {
    await startWithEvidence();
    await local.clear();
    await session.clear();
    const worker = startWorker();
    expect(await worker.api.connect(otherKey)).toMatchObject(passed);
    await expectEvidence(worker);
  });
});

it('the recent operations of one account are not shown for another account', async () => {
  const { api, client, id } = await startWithEvidence();
  const subjects = [{ kind: 'create', url: 'https://page.example/', privacy: 1 }] as const;
  await api.createJob(id, { id: 'new', subjects });
  const recentOperations = async () => (await readSharedState()).queue.recentOperations;
  await waitUntil(async () => expect(await recentOperations()).toHaveLength(1));
  client.account.mockImplementation(async () => accountOf(8));
  client.list.mockImplementation(async () => ({ value: listOf() }));
  expect(await api.connect(otherKey)).toMatchObject(passed);
  expect(await recentOperations()).toEqual([]);
});

it('a job during Disconnect is not answered as stored', async () => {
  const { api, client, id } = await startWithEvidence();
  const set = session.set.bind(session);
  let release = () => {};
  const passwordWriteBegins = new Promise<void>((resolve) => {
    vi.spyOn(session, 'set').mockImplementation(async (values) => {
      if (!Object.keys(values).some((key) => key.includes('/password/'))) return set(values);
      resolve();
      await new Promise<void>((go) => {
        release = go;
      });
      return set(values);
    });
  });
  const subjects = [{ kind: 'create', url: 'https://page.example/', privacy: 2 }] as const;
  const creating = api.createJob(id, { id: 'new', subjects, password: 'secret' });
  await passwordWriteBegins;
  const disconnecting = api.disconnect(id, true);
  release();
  await disconnecting;
  expect(await creating).toEqual({ failure: { code: 'notConnected' } });
  vi.restoreAllMocks();
  expect(client.create).not.toHaveBeenCalled();
  expect(Object.keys(await local.get()).filter((key) => key.includes('/job/'))).toEqual([]);
});

describe('the permission for a host without a connection is removed', () => {
  it('after a failed connection check', async () => {
    const { api, client, permissions } = await startWithEvidence();
    client.list.mockResolvedValue({ failure: { code: 'unreachable' } });
    await api.connect(movedService);
    expect(permissions.remove.mock.calls).toEqual([['https://moved.example']]);
  });

  it('after a check with a question, when a person checks another service', async () => {
    const { api, id, permissions } = await startWithEvidence();
    expect(await api.connect(movedService)).toMatchObject({ failure: { code: 'whichAccount' } });
    expect(permissions.remove).not.toHaveBeenCalled();
    await api.connect({ ...request, connectionId: id, apiKey: '' });
    expect(permissions.remove.mock.calls).toEqual([['https://moved.example']]);
  });

  it('when the service has moved away from that host', async () => {
    const { api, id, permissions } = await startWithEvidence();
    await api.connect({ ...movedService, sameAs: id });
    expect(permissions.remove.mock.calls).toEqual([['https://host.example']]);
  });

  it('after a failed reading of a sitemap', async () => {
    const { client, permissions } = startWorker();
    const { api } = createTestBackground({
      permissions,
      clientFor: () => client,
      loadSitemapReader: () => Promise.reject(new Error('The file is missing')),
    });
    await expect(api.readSitemap('https://pages.example/sitemap.xml', [])).rejects.toThrow();
    expect(permissions.remove.mock.calls).toEqual([['https://pages.example']]);
  });

  it('at the next start of a worker that stopped during the reading of a sitemap', async () => {
    const never = new Promise<never>(() => {});
    const first = startWorker();
    const { api } = createTestBackground({
      permissions: first.permissions,
      clientFor: () => first.client,
      loadSitemapReader: () => never,
    });
    void api.readSitemap('https://pages.example/sitemap.xml', []);
    await waitUntil(async () => expect(await local.get()).not.toEqual({}));
    expect(first.permissions.remove).not.toHaveBeenCalled();
    const { permissions, resume } = startWorker();
    await resume();
    await waitUntil(() =>
      expect(permissions.remove.mock.calls).toEqual([['https://pages.example']]),
    );
  });
});
