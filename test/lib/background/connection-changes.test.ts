import { describe, expect, it, vi } from 'vitest';
import { createConnectionChanges } from '@/lib/background/connection-changes';
import type { Connection, ConnectRequest } from '@/lib/connection/connection';
import type { ConnectionCheck } from '@/lib/connection/connection-check';
import type { Outcome } from '@/lib/outcome';
import type { ReportList } from '@/lib/report/report';
import { createFakeClient, listOf } from '../../support/fake-client';
import { holdAnswers } from '../../support/held-answers';
import { createMemoryItem } from '../../support/memory-item';

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

/** A browser whose connection has a key, a list and, where anything is open, tasks. */
function start(work: typeof open | null = null) {
  const connection = createMemoryItem(STANDING);
  const values = new Map([
    ['a/key', 'kept-key'],
    ['a/list', 'list'],
  ]);
  if (work) values.set('a/tasks', 'tasks');
  const removeWhere = (isOne: (name: string) => boolean) => {
    for (const name of values.keys()) if (isOne(name)) values.delete(name);
  };
  const store = {
    connection,
    apiKey: (id: string) => createMemoryItem(values.get(`${id}/key`)),
    save: vi.fn(async (saved: Connection, apiKey: string) => {
      await connection.write(saved);
      values.set(`${saved.id}/key`, apiKey);
    }),
    removeOthers: vi.fn(async (exceptId: string | null) => {
      removeWhere((name) => !name.startsWith(`${exceptId}/`));
      if (exceptId === null) await connection.remove();
    }),
    keepTasksOnly: async (id: string) => removeWhere((name) => name === `${id}/list`),
    dropTasks: async (id: string) => removeWhere((name) => name === `${id}/tasks`),
  };
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
    ...{ store, service, permissions },
    clientFor: () => client,
    newId: () => 'b',
    now: () => 0,
  });
  const stored = () => ({ connection: connection.stored, ...Object.fromEntries(values) });
  return { ...changes, client, permissions, service, store, stored };
}

describe('Connect to the service that stands', () => {
  it('closes and drops nothing with the same key', async () => {
    const { connect, service, stored } = start(open);
    const before = stored();
    await expect(connect({ ...request, apiKey: '' })).resolves.toEqual(passed);
    expect(stored()).toEqual(before);
    expect(service.close).not.toHaveBeenCalled();
    expect(service.opened).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ total: 2 }));
  });

  it('with another key drops what the former has read', async () => {
    const { connect, service, stored } = start();
    await expect(connect(otherKey)).resolves.toEqual(passed);
    expect(stored()).toEqual({ connection: STANDING, 'a/key': 'other-key' });
    expect(service.close).toHaveBeenCalledOnce();
    expect(service.opened).toHaveBeenCalledOnce();
  });

  it('with another key asks what becomes of open tasks', async () => {
    const { connect, permissions, service, stored } = start(open);
    const before = stored();
    await expect(connect(otherKey)).resolves.toEqual(
      failedAt('reports', { ...question, canBeKept: true }),
    );
    expect(stored()).toEqual(before);
    expect(service.close).not.toHaveBeenCalled();
    expect(permissions.remove).not.toHaveBeenCalled();
  });

  it.each([
    ['keeps', { keepsOpenWork: true }, { 'a/tasks': 'tasks' }],
    ['drops', { dropsOpenWork: true }, {}],
  ])('with another key %s open tasks with that consent', async (_, consent, tasks) => {
    const { connect, service, stored } = start(open);
    await expect(connect({ ...otherKey, ...consent })).resolves.toEqual(passed);
    expect(stored()).toEqual({ connection: STANDING, 'a/key': 'other-key', ...tasks });
    expect(service.close).toHaveBeenCalledOnce();
  });
});

describe('Connect to another service', () => {
  const after = { connection: { id: 'b', baseUrl: otherService.baseUrl }, 'b/key': 'kept-key' };

  it('leaves nothing of the former, nor its permission', async () => {
    const { connect, permissions, service, stored } = start();
    await expect(connect(otherService)).resolves.toMatchObject({ state: 'passed' });
    expect(stored()).toEqual(after);
    expect(service.close).toHaveBeenCalledOnce();
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(STANDING.baseUrl);
  });

  it('keeps the permission of a host that is the same', async () => {
    const { connect, permissions, stored } = start();
    const baseUrl = 'https://host.example/t';
    await connect({ ...request, baseUrl });
    expect(stored().connection).toEqual({ id: 'b', baseUrl });
    expect(permissions.remove).not.toHaveBeenCalled();
  });

  it('keeps the permission of a host that another check needs', async () => {
    const { client, connect, permissions } = start();
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
    const { connect, stored } = start(open);
    const before = stored();
    await expect(connect({ ...otherService, keepsOpenWork: true })).resolves.toEqual(
      failedAt('reports', { ...question, canBeKept: false }),
    );
    expect(stored()).toEqual(before);
    await connect({ ...otherService, dropsOpenWork: true });
    expect(stored()).toEqual(after);
  });
});

describe('Connect where the store fails', () => {
  it.each([request, otherKey, otherService])('leaves the former connection: %j', async (asked) => {
    const { connect, permissions, store, stored } = start(open);
    store.save.mockImplementation(ioError);
    await expect(
      connect({ ...asked, keepsOpenWork: true, dropsOpenWork: asked === otherService }),
    ).resolves.toEqual(failedAt('reports', { code: 'notStored' }));
    expect(stored()).toMatchObject({
      connection: STANDING,
      'a/key': 'kept-key',
      'a/tasks': 'tasks',
    });
    expect(permissions.remove).not.toHaveBeenCalled();
  });

  it('drops nothing that it cannot ask about', async () => {
    const { connect, service, stored } = start(open);
    const before = stored();
    service.openWork.mockImplementation(ioError);
    const unreadable = failedAt('reports', { code: 'storeUnreadable' });
    await expect(connect(otherKey)).resolves.toEqual(unreadable);
    await expect(connect(otherService)).resolves.toEqual(unreadable);
    expect(stored()).toEqual(before);
  });
});

describe('Disconnect', () => {
  const nothing = { connection: undefined };

  it('removes everything and gives the permission back', async () => {
    const { disconnect, permissions, service, stored } = start();
    await expect(disconnect(false)).resolves.toEqual({ value: null });
    expect(stored()).toEqual(nothing);
    expect(service.close).toHaveBeenCalledOnce();
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(STANDING.baseUrl);
  });

  it('asks while anything is open', async () => {
    const { disconnect, permissions, service, stored } = start(open);
    const before = stored();
    await expect(disconnect(false)).resolves.toEqual({
      failure: { ...question, canBeKept: false },
    });
    expect(stored()).toEqual(before);
    expect(service.close).not.toHaveBeenCalled();
    expect(permissions.remove).not.toHaveBeenCalled();
    await expect(disconnect(true)).resolves.toEqual({ value: null });
    expect(stored()).toEqual(nothing);
  });

  it('works though the store cannot be read, and gives every host back', async () => {
    const { disconnect, permissions, service, store, stored } = start();
    service.openWork.mockImplementation(ioError);
    service.close.mockImplementation(ioError);
    store.connection.read = ioError;
    await expect(disconnect(false)).resolves.toEqual({ value: null });
    expect(stored()).toEqual(nothing);
    expect(permissions.removeAll).toHaveBeenCalledOnce();
  });

  it('gives the host back, and says so, though the store takes no change', async () => {
    const { disconnect, permissions, store } = start();
    store.removeOthers.mockImplementation(ioError);
    await expect(disconnect(false)).resolves.toEqual({ failure: { code: 'storeUnreadable' } });
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(STANDING.baseUrl);
  });

  it('succeeds where the browser does not take the permission back', async () => {
    const { disconnect, permissions } = start();
    permissions.remove.mockImplementation(ioError);
    await expect(disconnect(false)).resolves.toEqual({ value: null });
  });
});

describe('Disconnect during a check', () => {
  async function startChecking(work: typeof open | null = null) {
    const started = start(work);
    const lists = holdAnswers<Outcome<ReportList>>();
    started.client.list.mockImplementation(lists.call);
    const checking = started.connect(request);
    await lists.asked(1);
    return { ...started, checking, lists };
  }

  it('lets the check not connect again', async () => {
    const { checking, disconnect, lists, permissions, stored } = await startChecking();
    await disconnect(false);
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(STANDING.baseUrl);
    lists.answer(0, { value: listOf() });
    await expect(checking).resolves.toEqual(failedAt('reachable', { code: 'interrupted' }));
    expect(stored()).toEqual({ connection: undefined });
  });

  it('does not end the check where it only asks', async () => {
    const { checking, disconnect, lists } = await startChecking(open);
    await disconnect(false);
    lists.answer(0, { value: listOf() });
    await expect(checking).resolves.toEqual(passed);
  });

  it('does not stand in the way of a check that comes after it', async () => {
    const { connect, disconnect, permissions, stored } = start();
    const disconnecting = disconnect(false);
    await expect(connect(request)).resolves.toEqual(passed);
    await disconnecting;
    expect(stored()).toEqual({ connection: { ...STANDING, id: 'b' }, 'b/key': 'kept-key' });
    expect(permissions.remove).not.toHaveBeenCalled();
  });
});
