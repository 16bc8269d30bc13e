import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { draftItem } from '@/components/form/form-draft';
import { archiveItems } from '@/lib/archive/archive-items';
import * as store from '@/lib/background/connection-store';
import { connectionItem } from '@/lib/connection/connection-items';
import { storedTasks, taskItems } from '@/lib/task/task-items';
import { emptyBrowser } from '../../support/empty-browser';
import { storedList } from '../../support/sample-list';
import { creationOf } from '../../support/sample-task';
import { asStored } from '../../support/stored-archive';

const { local, session } = fakeBrowser.storage;
const connection = { id: 'a', baseUrl: 'https://host.example/s' };

/** Stores something for a connection in each area. */
async function fill(id: string): Promise<void> {
  await archiveItems.lists(id).write([asStored(storedList('1'))]);
  await archiveItems.privateLists(id).write([asStored(storedList('2'))]);
}

beforeEach(emptyBrowser);

/** A connection with its key, a task with its password, and lists in each area. */
async function fillAll(): Promise<void> {
  await store.saveConnection(connection, 'typed-key');
  await storedTasks('a').write([creationOf('new-1')]);
  await taskItems.passwords('a').write(new Map([['new-1', 'secret']]));
  await fill('a');
}

const everything = async () => ({ ...(await local.get()), ...(await session.get()) });
const keys = async () => Object.keys(await everything()).sort();

beforeEach(emptyBrowser);

describe('a stored connection', () => {
  it('counts as absent if it does not match its schema', async () => {
    await local.set({ connection: { id: 'a/b', baseUrl: 'ftp://host.example' } });
    await expect(connectionItem.read()).resolves.toBeUndefined();
  });

  it('keeps its data, preferences and the draft when data of other connections is removed', async () => {
    await fillAll();
    await draftItem.write({ page: '', url: 'typed', privacy: null });
    await local.set({ preferences: { defaultPrivacy: 0 } });
    const before = await everything();
    for (const id of ['b', 'ab']) await fill(id);
    await store.removeOthers('a');
    expect(await everything()).toEqual(before);
  });

  it('is removed with all its data, except for the preferences', async () => {
    await fillAll();
    await draftItem.write({ page: '', url: 'typed', privacy: null });
    await local.set({ preferences: { defaultPrivacy: 0 } });
    await store.removeAll();
    expect(await everything()).toEqual({ preferences: { defaultPrivacy: 0 } });
  });

  it('can be reduced to its key and its tasks with passwords, and then to its key', async () => {
    await fillAll();
    await store.keepTasksOnly('a');
    const kept = ['connection', 'connection/a/bearer-key'];
    expect(await keys()).toEqual([
      ...kept,
      'connection/a/password/new-1',
      'connection/a/task/new-1',
    ]);
    await store.dropTasks('a');
    expect(await keys()).toEqual(kept);
  });

  it('loses all data of unreleased builds but its key, and nothing where there is none', async () => {
    await fillAll();
    const preferences = { defaultPrivacy: 0 };
    const old = { reports: [{ id: '1' }], results: [] };
    const kept = await everything();
    await store.removeUnreleased('a');
    expect(await everything()).toEqual(kept);
    const oldKeys = ['page-index', 'page/host.example', 'task/old'];
    await local.set(Object.fromEntries(oldKeys.map((name) => [`connection/a/${name}`, old])));
    await local.set({ preferences });
    await store.removeUnreleased('a');
    expect(await everything()).toEqual({
      ...{ connection, 'connection/a/bearer-key': 'typed-key', preferences },
    });
  });

  it.each([
    ['memory', session, true],
    ['disk', local, false],
  ])(
    'is whole or gone when the worker is stopped after the %s was cleared',
    async (_, area, isThere) => {
      await fillAll();
      const stored = await local.get();
      const remove = area.remove.bind(area);
      const isEmptied = new Promise((resolve) => {
        vi.spyOn(area, 'remove').mockImplementation(async (keys) => {
          await remove(keys);
          resolve(null);
          return new Promise<never>(() => {});
        });
      });
      void store.removeAll();
      await isEmptied;
      vi.restoreAllMocks();
      expect(await local.get()).toEqual(isThere ? stored : {});
    },
  );
});

describe('stored tasks', () => {
  const tasks = storedTasks('a');
  const ordinary = creationOf('new-1');

  it('are on the disk, and tasks of private windows in memory', async () => {
    const secret = creationOf('secret', { keeping: 'memory' });
    await tasks.write([ordinary, secret]);
    expect(await tasks.readAll()).toEqual(expect.arrayContaining([ordinary, secret]));
    expect(JSON.stringify(await local.get())).not.toContain('secret');
    await session.clear();
    expect(await tasks.readAll()).toEqual([ordinary]);
    await tasks.remove(['new-1']);
    expect(await everything()).toEqual({});
  });

  it('that cannot be read stay in the store, and are logged', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await tasks.write([ordinary]);
    await local.set({ 'connection/a/task/new-3': { id: 'new-3', state: 'flying' } });
    expect(await tasks.readAll()).toEqual([ordinary]);
    expect(log).toHaveBeenCalledOnce();
    await expect(local.get()).resolves.toHaveProperty('connection/a/task/new-3');
    log.mockRestore();
  });
});
