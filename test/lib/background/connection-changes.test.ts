import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { createConnectionChanges } from '@/lib/background/connection-changes';
import type { Connection, ConnectRequest } from '@/lib/connection/connection';
import type { ConnectionCheck } from '@/lib/connection/connection-check';
import type { Outcome } from '@/lib/outcome';
import type { ReportList } from '@/lib/report/report';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient, listOf } from '../../support/fake-client';
import { holdAnswers } from '../../support/held-answers';

const STANDING: Connection = { id: 'a', baseUrl: 'https://host.example/s' };
const request: ConnectRequest = {
  baseUrl: STANDING.baseUrl,
  apiKey: 'kept-key',
  allowsUnencrypted: false,
};
const otherKey = { ...request, apiKey: 'other-key' };
const otherService = { ...request, baseUrl: 'https://other.example' };
const passed: ConnectionCheck = { state: 'passed', baseUrl: STANDING.baseUrl };
const failedAt = (at: string, failure: object) => ({ state: 'failed', at, failure });
const open = { creations: 2, changes: 1, deletions: 0 };
const question = { code: 'openWork', ...open };
const ioError = async () => {
  throw new Error('I/O error');
};

const { local } = fakeBrowser.storage;

/** What is stored, by the names in front; the connection's id stands for the rest of a key. */
async function stored(): Promise<Record<string, unknown>> {
  const names = Object.entries(await local.get()).map(([key, value]) => [
    key.replace('connection/', '').replace('bearer-', '').replace('task/1', 'tasks'),
    value,
  ]);
  return Object.fromEntries(names);
}

/** A browser whose connection has a key, a list and, where anything is open, tasks. */
async function start(work: typeof open | null = null) {
  await local.set({
    connection: STANDING,
    'connection/a/bearer-key': 'kept-key',
    'connection/a/lists': 'list',
    ...(work && { 'connection/a/task/1': 'tasks' }),
  });
  let last: Promise<unknown> = Promise.resolve();
  const service = {
    exclusively<T>(change: () => Promise<T>): Promise<T> {
      const done = last.then(change);
      last = done.catch(() => {});
      return done;
    },
    openWork: vi.fn(async () => work),
    close: vi.fn(async () => {}),
    opened: vi.fn(async () => {}),
  };
  const permissions = {
    has: vi.fn(async () => true),
    remove: vi.fn(async (_: string) => {}),
    removeAll: vi.fn(async () => {}),
  };
  const client = createFakeClient();
  const changes = createConnectionChanges({
    ...{ service, permissions },
    clientFor: () => client,
    newId: () => 'b',
    now: () => 0,
  });
  return { ...changes, client, permissions, service };
}

beforeEach(emptyBrowser);
afterEach(() => {
  vi.restoreAllMocks();
});

describe('Connect to the service that stands', () => {
  it('closes and drops nothing with the same key', async () => {
    const { connect, service } = await start(open);
    const before = await stored();
    await expect(connect({ ...request, apiKey: '' })).resolves.toEqual(passed);
    expect(await stored()).toEqual(before);
    expect(service.close).not.toHaveBeenCalled();
    expect(service.opened).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ total: 2 }));
  });

  it('with another key drops what the former has read', async () => {
    const { connect, service } = await start();
    await expect(connect(otherKey)).resolves.toEqual(passed);
    expect(await stored()).toEqual({ connection: STANDING, 'a/key': 'other-key' });
    expect(service.close).toHaveBeenCalledOnce();
    expect(service.opened).toHaveBeenCalledOnce();
  });

  it('with another key asks what becomes of open tasks', async () => {
    const { connect, permissions, service } = await start(open);
    const before = await stored();
    await expect(connect(otherKey)).resolves.toEqual(
      failedAt('reports', { ...question, canBeKept: true }),
    );
    expect(await stored()).toEqual(before);
    expect(service.close).not.toHaveBeenCalled();
    expect(permissions.remove).not.toHaveBeenCalled();
  });

  it.each([
    ['keeps', { keepsOpenWork: true }, { 'a/tasks': 'tasks' }],
    ['drops', { dropsOpenWork: true }, {}],
  ])('with another key %s open tasks with that consent', async (_, consent, tasks) => {
    const { connect, service } = await start(open);
    await expect(connect({ ...otherKey, ...consent })).resolves.toEqual(passed);
    expect(await stored()).toEqual({ connection: STANDING, 'a/key': 'other-key', ...tasks });
    expect(service.close).toHaveBeenCalledOnce();
  });
});

describe('Connect to another service', () => {
  const after = { connection: { id: 'b', baseUrl: otherService.baseUrl }, 'b/key': 'kept-key' };

  it('leaves nothing of the former, nor its permission', async () => {
    const { connect, permissions, service } = await start();
    await expect(connect(otherService)).resolves.toMatchObject({ state: 'passed' });
    expect(await stored()).toEqual(after);
    expect(service.close).toHaveBeenCalledOnce();
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(STANDING.baseUrl);
  });

  it('keeps the permission of a host that is the same', async () => {
    const { connect, permissions } = await start();
    const baseUrl = 'https://host.example/t';
    await connect({ ...request, baseUrl });
    expect((await stored()).connection).toEqual({ id: 'b', baseUrl });
    expect(permissions.remove).not.toHaveBeenCalled();
  });

  it('keeps the permission of a host that another check needs', async () => {
    const { client, connect, permissions } = await start();
    const lists = holdAnswers<Outcome<ReportList>>();
    client.list.mockImplementationOnce(lists.call);
    const checking = connect(request);
    await lists.asked(1);
    await connect(otherService);
    expect(permissions.remove).not.toHaveBeenCalled();
    lists.answer(0, { value: listOf() });
    await expect(checking).resolves.toEqual(passed);
  });

  it('drops open tasks with consent to that, and to nothing else', async () => {
    const { connect } = await start(open);
    const before = await stored();
    await expect(connect({ ...otherService, keepsOpenWork: true })).resolves.toEqual(
      failedAt('reports', { ...question, canBeKept: false }),
    );
    expect(await stored()).toEqual(before);
    await connect({ ...otherService, dropsOpenWork: true });
    expect(await stored()).toEqual(after);
  });
});

describe('Connect where the store fails', () => {
  it.each([request, otherKey, otherService])('leaves the former connection: %j', async (asked) => {
    const { connect, permissions } = await start(open);
    vi.spyOn(local, 'set').mockImplementation(ioError);
    await expect(
      connect({ ...asked, keepsOpenWork: true, dropsOpenWork: asked === otherService }),
    ).resolves.toEqual(failedAt('reports', { code: 'notStored' }));
    expect(await stored()).toMatchObject({
      connection: STANDING,
      'a/key': 'kept-key',
      'a/tasks': 'tasks',
    });
    expect(permissions.remove).not.toHaveBeenCalled();
  });

  it('drops nothing that it cannot ask about', async () => {
    const { connect, service } = await start(open);
    const before = await stored();
    service.openWork.mockImplementation(ioError);
    const unreadable = failedAt('reports', { code: 'storeUnreadable' });
    await expect(connect(otherKey)).resolves.toEqual(unreadable);
    await expect(connect(otherService)).resolves.toEqual(unreadable);
    expect(await stored()).toEqual(before);
  });
});

describe('Disconnect', () => {
  const nothing = {};

  it('works though the store cannot be read, and gives every host back', async () => {
    const { disconnect, permissions, service } = await start();
    service.openWork.mockImplementation(ioError);
    service.close.mockImplementation(ioError);
    const read = vi.spyOn(local, 'get').mockImplementation(ioError);
    await expect(disconnect(false)).resolves.toEqual({ value: null });
    read.mockRestore();
    expect(await stored()).toEqual(nothing);
    expect(permissions.removeAll).toHaveBeenCalledOnce();
  });

  it('gives the host back, and says so, though the store takes no change', async () => {
    const { disconnect, permissions } = await start();
    vi.spyOn(local, 'remove').mockImplementation(ioError);
    vi.spyOn(local, 'clear').mockImplementation(ioError);
    await expect(disconnect(false)).resolves.toEqual({ failure: { code: 'storeUnreadable' } });
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(STANDING.baseUrl);
  });
});

describe('Disconnect during a check', () => {
  async function startChecking(work: typeof open | null = null) {
    const started = await start(work);
    const lists = holdAnswers<Outcome<ReportList>>();
    started.client.list.mockImplementation(lists.call);
    const checking = started.connect(request);
    await lists.asked(1);
    return { ...started, checking, lists };
  }

  it('lets the check not connect again', async () => {
    const { checking, disconnect, lists, permissions } = await startChecking();
    await disconnect(false);
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(STANDING.baseUrl);
    lists.answer(0, { value: listOf() });
    await expect(checking).resolves.toEqual(failedAt('reachable', { code: 'interrupted' }));
    expect(await stored()).toEqual({});
  });

  it('does not end the check where it only asks', async () => {
    const { checking, disconnect, lists } = await startChecking(open);
    await disconnect(false);
    lists.answer(0, { value: listOf() });
    await expect(checking).resolves.toEqual(passed);
  });

  it('does not stand in the way of a check that comes after it', async () => {
    const { connect, disconnect, permissions } = await start();
    const disconnecting = disconnect(false);
    await expect(connect(request)).resolves.toEqual(passed);
    await disconnecting;
    expect(await stored()).toEqual({ connection: { ...STANDING, id: 'b' }, 'b/key': 'kept-key' });
    expect(permissions.remove).not.toHaveBeenCalled();
  });
});
