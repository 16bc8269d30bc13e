import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { draftItem } from '@/components/form/form-draft';
import * as store from '@/lib/background/connection-store';
import { browserUiItems } from '@/lib/browser-ui/browser-ui-items';
import { connectionInUse } from '@/lib/connection/connection-register';
import { passwordItems } from '@/lib/jobs/job-items';
import { SCHEMA_VERSION, schemaVersionItems } from '@/lib/storage/schema-version';
import { emptyBrowser } from '../../support/empty-browser';
import { creation, sampleJob } from '../../support/sample-job';
import { sampleConnection } from '../../support/stored-connection';

const { local, session } = fakeBrowser.storage;
const connection = sampleConnection({
  baseUrl: 'https://host.example/s',
  headerNames: ['X-Pass'],
});
const headers = [{ name: 'X-Pass', value: 'typed-value' }];
const CREDENTIALS = { baseUrl: connection.baseUrl, apiKey: 'typed-key', headers };

async function storeItems(id: string): Promise<void> {
  await local.set({ [`connection/${id}/backoff`]: {} });
  await browserUiItems.unseenReport(id).write({ result: 'good', score: 87, failed: null });
}

async function storeWholeConnection(): Promise<void> {
  await store.saveConnection(connection, CREDENTIALS, true);
  await local.set({
    'connection/a/job/new-1': sampleJob('new-1', [creation()]),
    'connection/a/operations/new-1-0': [creation()],
  });
  await passwordItems('a').write(new Map([['new-1', 'secret']]));
  await storeItems('a');
}

const allValues = async () => ({ ...(await local.get()), ...(await session.get()) });
const keys = async () => Object.keys(await allValues()).sort();

beforeEach(emptyBrowser);

describe('a stored connection', () => {
  it('is removed with all its data by removeConnection, which keeps the preferences', async () => {
    await storeWholeConnection();
    await draftItem('a').write({ page: '', url: 'typed', privacy: null });
    await local.set({ preferences: { defaultPrivacy: 0 } });
    await store.removeConnection('a');
    const preferences = { defaultPrivacy: 0 };
    expect(await allValues()).toEqual({ 'schema-version': SCHEMA_VERSION, preferences });
    for (const item of Object.values(schemaVersionItems)) {
      expect(await item.read()).toBe(SCHEMA_VERSION);
    }
  });

  it('has no jobs after removeJobs', async () => {
    await storeWholeConnection();
    const before = await keys();
    await store.removeJobs('a');
    const jobKeys = ['job/new-1', 'operations/new-1-0', 'password/new-1'];
    const removed = jobKeys.map((name) => `connection/a/${name}`);
    expect(await keys()).toEqual(before.filter((key) => !removed.includes(key)));
  });

  it.each([
    { area: 'session', emptied: session, outcome: 'complete' },
    { area: 'local', emptied: local, outcome: 'removed' },
  ])(
    'is $outcome on the disk if the worker stops after removeConnection has emptied storage.$area',
    async ({ emptied, outcome }) => {
      await storeWholeConnection();
      const stored = await local.get();
      const remove = emptied.remove.bind(emptied);
      const emptying = new Promise((resolve) => {
        vi.spyOn(emptied, 'remove').mockImplementation(async (keys) => {
          await remove(keys);
          resolve(null);
          // The worker stops here.
          return new Promise<never>(() => {});
        });
      });
      void store.removeConnection('a');
      await emptying;
      vi.restoreAllMocks();
      expect(await local.get()).toEqual(outcome === 'complete' ? stored : {});
    },
  );

  it('is stored in one write with its credentials and the names of its headers', async () => {
    const set = vi.spyOn(local, 'set');
    await store.saveConnection(connection, CREDENTIALS, true);
    expect(set).toHaveBeenCalledOnce();
    await expect(connectionInUse.read()).resolves.toEqual(connection);
  });
});
