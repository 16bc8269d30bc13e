import { beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { migrate } from '@/lib/background/migration';
import { connectionsItem } from '@/lib/connection/connection-register';
import { readRequestedHosts } from '@/lib/connection/requested-hosts';
import { readOpenJobs } from '@/lib/jobs/open-jobs';
import { INITIAL_PREFERENCES, preferencesItem } from '@/lib/settings/preferences';
import { newestListItem } from '@/lib/shared-state/shared-items';
import { SCHEMA_VERSION, schemaVersionItems } from '@/lib/storage/schema-version';
import { useDatabases } from '../../support/databases';
import { emptyBrowser, useLocks } from '../../support/empty-browser';
import { createFakeClient } from '../../support/fake-client';
import { newestReports } from '../../support/sample-list';
import { createTestBackground } from '../../support/test-background';
import release from './stored-1.0.0.json';

const { local, session } = fakeBrowser.storage;
const id = '5d1c6d1e-6d0f-4d9c-9f57-1a0f3c2b7e11';
const connection = {
  id,
  baseUrl: 'https://reports.agency.example/seo',
  account: null,
  label: null,
  reportLink: 'https://reports.agency.example/r/{id}',
  headerNames: ['X-Pass'],
};

const NEWEST = `connection/${id}/newest-list`;

/** Keys of caches, and of items that version 4 replaces. */
const REPLACED = ['connection', `connection/${id}/backoff`, 'preferences', 'schema-version'];

beforeEach(emptyBrowser);

describe('storage of release 1.0.0', () => {
  it('becomes a register with the connection, its report link and its newest list', async () => {
    await local.set(release.local);
    await migrate();
    expect(await connectionsItem.read()).toEqual({
      connections: [connection],
      inUse: id,
      unreadable: [],
    });
    const newest = await newestListItem(id).read();
    expect(newest?.reports.map(({ score }) => score)).toEqual([87, null]);
    expect(await readRequestedHosts()).toEqual(['https://reports.agency.example']);
    expect(await preferencesItem.read()).toEqual({
      ...INITIAL_PREFERENCES,
      policy: {},
      defaultPrivacy: 0,
      notifiesOfDone: true,
      comparedSince: 'month',
    });
  });

  it('keeps every other item as it is, and counts all jobs', async () => {
    await local.set(release.local);
    await migrate();
    const after = await local.get();
    for (const [key, value] of Object.entries(release.local)) {
      if (!REPLACED.includes(key)) expect([key, after[key]]).toEqual([key, value]);
    }
    for (const key of REPLACED.slice(0, 2)) expect(after).not.toHaveProperty([key]);
    expect(await schemaVersionItems.local.read()).toBe(SCHEMA_VERSION);
    expect(await readOpenJobs(id)).toEqual({ creations: 3, changes: 0, deletions: 1 });
  });

  it('is completely migrated at the next start after a stop at any write, except for a cache', async () => {
    await local.set(release.local);
    await migrate();
    const { [NEWEST]: _, ...expected } = await local.get();
    for (let calls = 0; calls < 8; calls += 1) {
      await local.clear();
      await local.set(release.local);
      await runUntilStopped(calls, migrate);
      // The browser releases the locks of a stopped worker.
      useLocks();
      await migrate();
      const { [NEWEST]: _, ...migrated } = await local.get();
      expect(migrated).toEqual(expected);
    }
  });

  it('shows reports, past results, the ticket and the star of its database', async () => {
    useDatabases();
    await storeFormerDatabase();
    await local.set(release.local);
    const client = createFakeClient();
    const { api } = createTestBackground({ clientFor: () => client, isOnline: () => false });
    expect(await api.getPages(id, ['client.example/shoes'])).toMatchObject({
      value: [{ reports: [{ id: '2' }], results: [{ score: 62 }, { score: 87 }] }],
    });
    expect(await api.getMarks(id)).toMatchObject({
      value: { tickets: [{ id: 't-1' }], starred: ['client.example/shoes'] },
    });
    expect(client.create).not.toHaveBeenCalled();
  });
});

describe('migrate', () => {
  it.each<[string, unknown]>([
    ['later', SCHEMA_VERSION + 1],
    ['absent', undefined],
    ['invalid', 'x'],
  ])(
    'removes only caches on disk, and keeps jobs in memory, if the schema version is %s',
    async (_, other) => {
      const job = { 'connection/a/job/private-1': { id: 'private-1' } };
      const kept = {
        connections: { connections: [{ ...connection, id: 'a' }], inUse: 'a', unreadable: [] },
        'connection/a/bearer-key': 'stored-key',
        'connection/a/of-a-later-version': 1,
      };
      await local.set({ ...kept, 'connection/a/newest-list': '{}', 'schema-version': other });
      await session.set({ ...job, queue: {}, 'connection/a/queue': '{}', 'schema-version': other });
      await migrate();
      expect(await local.get()).toEqual({ ...kept, 'schema-version': SCHEMA_VERSION });
      expect(await session.get()).toEqual(job);
    },
  );

  it('keeps an invalid connection in storage, where it hides no other, when the browser starts', async () => {
    const invalid = { id: 'a/b', baseUrl: 'ftp://host.example' };
    await schemaVersionItems.local.write(SCHEMA_VERSION);
    await local.set({ connections: { connections: [invalid, connection], inUse: id } });
    await migrate();
    const register = { connections: [connection], inUse: id, unreadable: [invalid] };
    expect(await connectionsItem.read()).toEqual(register);
    await migrate();
    expect(await connectionsItem.read()).toEqual(register);
  });

  it('replaces only the invalid preferences when the browser starts', async () => {
    await schemaVersionItems.local.write(SCHEMA_VERSION);
    const preferences = { defaultPrivacy: 0, notifiesOfDone: true };
    const invalid = { comparedSince: 'year', policy: { notifications: 'no' } };
    await local.set({ preferences: { ...preferences, ...invalid } });
    await migrate();
    expect(await preferencesItem.read()).toEqual({
      ...INITIAL_PREFERENCES,
      ...preferences,
      policy: {},
    });
  });

  it('removes a newest list that this version cannot read when the browser starts', async () => {
    await schemaVersionItems.local.write(SCHEMA_VERSION);
    const other = { ...connection, id: 'b' };
    await local.set({ connections: { connections: [connection, other], inUse: id } });
    await newestListItem('b').write(newestReports('7'));
    const former = { ...newestReports('8'), requestedAt: 'never' as never };
    await newestListItem(id).write(former);
    await migrate();
    expect(await newestListItem(id).read()).toBeUndefined();
    expect(await newestListItem('b').read()).toEqual(newestReports('7'));
  });

  it('changes nothing if the schema version is current', async () => {
    await local.set({ 'connection/a/newest-list': '{}' });
    await session.set({ 'connection/a/queue': '{}' });
    await schemaVersionItems.local.write(SCHEMA_VERSION);
    await schemaVersionItems.session.write(SCHEMA_VERSION);
    const stored = [await local.get(), await session.get()];
    await migrate();
    expect([await local.get(), await session.get()]).toEqual(stored);
  });
});

/** Runs work until storage stops answering after the given number of changes, as in a stopped worker. */
async function runUntilStopped(calls: number, work: () => Promise<void>): Promise<void> {
  let left = calls;
  await new Promise<void>((resolve) => {
    for (const name of ['set', 'remove'] as const) {
      const change = local[name].bind(local) as (what: never) => Promise<void>;
      replaceGlobalMethod(name, async (what: never) => {
        left -= 1;
        if (left >= 0) return change(what);
        resolve();
        return new Promise<never>(() => {});
      });
    }
    void work().then(resolve);
  });
  for (const restore of restores.splice(0)) restore();
}

const restores: (() => void)[] = [];

function replaceGlobalMethod(name: 'set' | 'remove', replacement: unknown): void {
  const former = local[name];
  Reflect.set(local, name, replacement);
  restores.push(() => void Reflect.set(local, name, former));
}

/** Stores the database of release 1.0.0, whose version was 2. */
function storeFormerDatabase(): Promise<void> {
  const { version, reports, results, marks } = release.database;
  const opening = indexedDB.open(`history/${id}`, version);
  opening.onupgradeneeded = () => {
    const { result: database } = opening;
    database.createObjectStore('marks', { keyPath: 'key' });
    const reportStore = database.createObjectStore('reports', { keyPath: 'id' });
    reportStore.createIndex('page', ['page', 'age']);
    reportStore.createIndex('project', 'project');
    reportStore.createIndex('age', ['age', 'id']);
    reportStore.createIndex('words', 'words', { multiEntry: true });
    reportStore.createIndex('seenAt', 'seenAt');
    const keyPath = ['page', 'generatedAt', 'reportId'];
    const resultStore = database.createObjectStore('results', { keyPath });
    resultStore.createIndex('reportId', 'reportId');
  };
  return new Promise((resolve, reject) => {
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const { result: database } = opening;
      const transaction = database.transaction(['reports', 'results', 'marks'], 'readwrite');
      for (const one of reports) transaction.objectStore('reports').put(one);
      for (const one of results) transaction.objectStore('results').put(one);
      for (const one of marks) transaction.objectStore('marks').put(one);
      transaction.oncomplete = () => {
        database.close();
        resolve();
      };
    };
  });
}
