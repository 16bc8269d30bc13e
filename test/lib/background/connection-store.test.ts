import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { draftItem } from '@/components/form/form-draft';
import * as store from '@/lib/background/connection-store';
import { browserUiItems } from '@/lib/browser-ui/browser-ui-items';
import { passwordItems } from '@/lib/jobs/job-items';
import { connectionItem } from '@/lib/shared-state/shared-items';
import { SCHEMA_VERSION, schemaVersionItems } from '@/lib/storage/schema-version';
import { emptyBrowser } from '../../support/empty-browser';
import { creation, sampleJob } from '../../support/sample-job';

const { local, session } = fakeBrowser.storage;
const connection = { id: 'a', baseUrl: 'https://host.example/s', headerNames: ['X-Pass'] };
const headers = [{ name: 'X-Pass', value: 'typed-value' }];
const CREDENTIALS = { baseUrl: connection.baseUrl, apiKey: 'typed-key', headers };

/** Stores an item of a connection in each area. */
async function fill(id: string): Promise<void> {
  await local.set({ [`connection/${id}/backoff`]: {} });
  await browserUiItems.unseenReport(id).write({ result: 'good', score: 87, failed: null });
}

/** Stores a connection with its API key, a job with its password, and another item in each area. */
async function fillAll(): Promise<void> {
  await store.saveConnection(connection, CREDENTIALS);
  await local.set({
    'connection/a/job/new-1': sampleJob('new-1', [creation()]),
    'connection/a/operations/new-1-0': [creation()],
  });
  await passwordItems('a').write(new Map([['new-1', 'secret']]));
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
    const preferences = { defaultPrivacy: 0 };
    expect(await everything()).toEqual({ 'schema-version': SCHEMA_VERSION, preferences });
    for (const item of Object.values(schemaVersionItems)) {
      expect(await item.read()).toBe(SCHEMA_VERSION);
    }
  });

  it('has only credentials and jobs after removeForNewKey, and only credentials after removeJobs', async () => {
    await fillAll();
    await store.removeForNewKey('a');
    const connectionKeys = ['connection', 'connection/a/bearer-key'];
    const credentials = [...connectionKeys, 'connection/a/request-headers'];
    const ofJobs = ['job/new-1', 'operations/new-1-0', 'password/new-1'];
    expect(await keys()).toEqual([
      ...connectionKeys,
      ...ofJobs.map((name) => `connection/a/${name}`),
      'connection/a/request-headers',
    ]);
    await store.removeJobs('a');
    expect(await keys()).toEqual(credentials);
  });

  it.each([
    ['memory', session, true],
    ['disk', local, false],
  ])(
    'is complete or gone if the worker is stopped after the %s was cleared',
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

  it('is stored in one write with its credentials and the names of its headers', async () => {
    const set = vi.spyOn(local, 'set');
    await store.saveConnection(connection, CREDENTIALS);
    expect(set).toHaveBeenCalledOnce();
    await expect(connectionItem.read()).resolves.toEqual({ ...connection, newest: null });
  });
});

describe('storage of another schema version', () => {
  const preferences = { defaultPrivacy: 0 };
  const key = {
    'connection/a/bearer-key': 'typed-key',
    'connection/a/request-headers': headers,
  };
  const version = { 'schema-version': SCHEMA_VERSION };

  it.each<[string, unknown]>([
    ['later', SCHEMA_VERSION + 1],
    ['absent', undefined],
    ['invalid', 'x'],
  ])('(%s) is removed, except connection, credentials and preferences', async (_, other) => {
    await fillAll();
    await local.set({ preferences, 'schema-version': other });
    await session.set({ 'schema-version': other, queue: { singles: [] } });
    await store.migrate();
    const { connection: storedConnection, ...others } = await local.get();
    expect(connectionItem.parse(storedConnection)).toMatchObject(connection);
    expect(others).toEqual({ ...key, preferences, ...version });
    expect(await session.get()).toEqual({});
  });

  it('loses only the session area if only the version in memory is absent', async () => {
    await fillAll();
    await schemaVersionItems.local.write(SCHEMA_VERSION);
    const stored = await local.get();
    await store.migrate();
    expect([await local.get(), await session.get()]).toEqual([stored, {}]);
  });

  it('loses credentials without a connection', async () => {
    await local.set({ ...key, preferences });
    await store.migrate();
    expect(await local.get()).toEqual({ preferences, ...version });
  });

  it('is not changed if it has the current version', async () => {
    await fillAll();
    await schemaVersionItems.local.write(SCHEMA_VERSION);
    await schemaVersionItems.session.write(SCHEMA_VERSION);
    const stored = [await local.get(), await session.get()];
    await store.migrate();
    expect([await local.get(), await session.get()]).toEqual(stored);
  });
});
