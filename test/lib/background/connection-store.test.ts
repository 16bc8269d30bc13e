import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import * as store from '@/lib/background/connection-store';
import { apiKeyItem } from '@/lib/connection/api-key-item';
import { connectionItem } from '@/lib/connection/connection-items';
import { listItems } from '@/lib/list/list-items';
import { draftsItem } from '@/lib/page/form-drafts';
import { taskItems } from '@/lib/task/task-items';
import { emptyBrowser } from '../../support/empty-browser';
import { quiescence } from '../../support/quiescence';
import { storedList } from '../../support/sample-list';
import { creationOf } from '../../support/sample-task';

const { local, session } = fakeBrowser.storage;
const connection = { id: 'a', baseUrl: 'https://host.example/s' };

/** Stores something for a connection in each area. */
async function fill(id: string): Promise<void> {
  await listItems.lists(id).write([storedList('1')]);
  await listItems.privateLists(id).write([storedList('2')]);
}

beforeEach(emptyBrowser);

describe('a stored connection', () => {
  it('is there with its key, or not at all', async () => {
    await store.saveConnection(connection, 'typed-key');
    await expect(connectionItem.read()).resolves.toEqual(connection);
    await expect(apiKeyItem('a').read()).resolves.toBe('typed-key');
  });

  it('counts as none where it does not parse', async () => {
    await local.set({ connection: { id: 'a/b', baseUrl: 'ftp://host.example' } });
    await expect(connectionItem.read()).resolves.toBeUndefined();
  });

  it('goes with everything else where the store cannot be read', async () => {
    await store.saveConnection(connection, 'typed-key');
    await fill('a');
    const read = vi.spyOn(local, 'get').mockRejectedValue(new Error('Corruption'));
    await store.removeAll();
    read.mockRestore();
    expect([await local.get(), await session.get()]).toEqual([{}, {}]);
  });

  it('outlasts what is removed of others, as do choices and half-filled forms', async () => {
    await store.saveConnection(connection, 'typed-key');
    await draftsItem.write([]);
    await local.set({ preferences: { defaultPrivacy: 0 } });
    const before = [await local.get(), await session.get()];
    for (const id of ['b', 'ab']) await fill(id);
    await store.removeOthers('a');
    expect([await local.get(), await session.get()]).toEqual(before);
  });

  it('is removed with all that was stored for it, but for what a person has chosen', async () => {
    await store.saveConnection(connection, 'typed-key');
    await draftsItem.write([]);
    await fill('a');
    await taskItems.tasks('a').write([creationOf('new-1')]);
    await taskItems.passwords('a').write(new Map([['new-1', 'secret']]));
    await local.set({ preferences: { defaultPrivacy: 0 } });
    await store.removeAll();
    await expect(local.get()).resolves.toEqual({ preferences: { defaultPrivacy: 0 } });
    await expect(session.get()).resolves.toEqual({});
  });
});

describe.each([
  ['memory', session],
  ['disk', local],
] as const)('a worker that is stopped while the %s is emptied', (name, area) => {
  it('leaves a connection with its key, or none of them', async () => {
    await store.saveConnection(connection, 'typed-key');
    await fill('a');
    const stored = await local.get();
    const remove = area.remove.bind(area);
    const removing = vi.spyOn(area, 'remove').mockImplementation(async (keys) => {
      await remove(keys);
      return new Promise<never>(() => {});
    });
    void store.removeAll();
    await vi.waitFor(() => expect(removing).toHaveBeenCalled(), { interval: 1 });
    await quiescence();
    removing.mockRestore();
    expect(await local.get()).toEqual(name === 'disk' ? {} : stored);
  });
});

describe('a store that cannot be read', () => {
  it('is emptied when the connection is removed, and not when another takes its place', async () => {
    await store.saveConnection(connection, 'typed-key');
    await fill('a');
    const reading = vi.spyOn(local, 'get').mockRejectedValue(new Error('I/O error') as never);
    await expect(store.removeOthers('b')).rejects.toThrow();
    await store.removeAll();
    reading.mockRestore();
    await expect(local.get()).resolves.toEqual({});
    await expect(session.get()).resolves.toEqual({});
  });
});

describe('stored tasks', () => {
  const tasks = taskItems.tasks('a');
  const ordinary = creationOf('new-1');
  const secret = creationOf('secret', { privateWindow: true });

  it('are on the disk, and those of private windows in memory', async () => {
    await tasks.write([ordinary, secret]);
    const all = await tasks.readAll();
    expect(all.map(({ id }) => id).sort()).toEqual(['new-1', 'secret']);
    expect(JSON.stringify(await local.get())).not.toContain('secret');
    await session.clear();
    await expect(tasks.readAll()).resolves.toEqual([ordinary]);
    await tasks.remove(['new-1']);
    await expect(tasks.readAll()).resolves.toEqual([]);
  });

  it('stay where they are if they cannot be read, which is logged', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await tasks.write([ordinary]);
    await local.set({ 'connection/a/task/new-3': { id: 'new-3', state: 'flying' } });
    await expect(tasks.readAll()).resolves.toEqual([ordinary]);
    expect(log).toHaveBeenCalledOnce();
    await expect(local.get()).resolves.toHaveProperty('connection/a/task/new-3');
    log.mockRestore();
  });

  it('stay with their passwords and the key where all else goes', async () => {
    await store.saveConnection(connection, 'typed-key');
    await tasks.write([ordinary]);
    await taskItems.passwords('a').write(new Map([['new-1', 'secret']]));
    await fill('a');
    await store.keepTasksOnly('a');
    expect(Object.keys(await local.get()).sort()).toEqual([
      'connection',
      'connection/a/bearer-key',
      'connection/a/task/new-1',
    ]);
    expect(Object.keys(await session.get())).toEqual(['connection/a/password/new-1']);
    await store.dropTasks('a');
    await expect(tasks.readAll()).resolves.toEqual([]);
    await expect(session.get()).resolves.toEqual({});
  });
});
