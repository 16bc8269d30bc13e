import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { draftItem } from '@/components/form/form-draft';
import * as store from '@/lib/background/connection-store';
import { connectionItem } from '@/lib/connection/connection-items';
import { frontItem } from '@/lib/front/front';
import { FORM, formItems } from '@/lib/storage/form';
import { surfaceItems } from '@/lib/surface/surface-items';
import { storedTasks, taskItems } from '@/lib/task/store/task-items';
import { emptyBrowser } from '../../support/empty-browser';
import { sampleReport } from '../../support/sample-report';
import { creationOf } from '../../support/sample-task';
import { storeReports } from '../../support/stored-archive';

const { local, session } = fakeBrowser.storage;
const connection = { id: 'a', baseUrl: 'https://host.example/s' };

/** Stores something for a connection in each area. */
async function fill(id: string): Promise<void> {
  await storeReports(id, sampleReport('1'));
  await surfaceItems.notifications(id).write([{ id: 'shown', report: null }]);
}

/** A connection with its key, a task with its password, and something else in each area. */
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
    const front = { connection: null, newest: null };
    expect(await everything()).toEqual({ form: FORM, front, preferences: { defaultPrivacy: 0 } });
    expect([await formItems.local.read(), await formItems.session.read()]).toEqual([FORM, FORM]);
  });

  it('can be reduced to its key and its tasks with passwords, and then to its key', async () => {
    await fillAll();
    await store.keepTasksOnly('a');
    const kept = ['connection', 'connection/a/bearer-key'];
    const ofTasks = ['connection/a/password/new-1', 'connection/a/task/new-1'];
    expect(await keys()).toEqual([...kept, ...ofTasks, 'front']);
    await store.dropTasks('a');
    expect(await keys()).toEqual([...kept, 'front']);
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

  it('is stored in one write with its key and what pages see of it', async () => {
    const set = vi.spyOn(local, 'set');
    await store.saveConnection(connection, 'typed-key');
    expect(set).toHaveBeenCalledOnce();
    await expect(frontItem.read()).resolves.toEqual({ connection, newest: null });
  });
});

describe('what is stored in another form', () => {
  const preferences = { defaultPrivacy: 0 };
  const kept = { connection, 'connection/a/bearer-key': 'typed-key', preferences };

  it.each<[string, unknown]>([
    ['of a later build', FORM + 1],
    ['that has none', undefined],
    ['that is half a value', 'x'],
  ])('%s is dropped, but for connection, key and preferences', async (_, form) => {
    await fillAll();
    await local.set({ preferences, form, front: { connection: 'other', newest: 7 } });
    await session.set({ form, view: { tasks: [] } });
    await store.bringIntoForm();
    expect(await local.get()).toEqual({ ...kept, form: FORM, front: { connection, newest: null } });
    expect(await session.get()).toEqual({});
  });

  it('is none where the browser has closed: only what was in memory is gone', async () => {
    await fillAll();
    await formItems.local.write(FORM);
    const stored = await local.get();
    await store.bringIntoForm();
    expect([await local.get(), await session.get()]).toEqual([stored, {}]);
  });

  it('leaves no key where there is no connection', async () => {
    await local.set({ 'connection/a/bearer-key': 'typed-key', preferences });
    await store.bringIntoForm();
    const front = { connection: null, newest: null };
    expect(await local.get()).toEqual({ preferences, form: FORM, front });
  });

  it('is not touched where it has the form of this build', async () => {
    await fillAll();
    await formItems.local.write(FORM);
    await formItems.session.write(FORM);
    const stored = [await local.get(), await session.get()];
    await store.bringIntoForm();
    expect([await local.get(), await session.get()]).toEqual(stored);
  });
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
