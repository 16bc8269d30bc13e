import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { connectionStore } from '@/lib/storage/connection-store';
import { EMPTY_QUEUE } from '@/lib/submission/queue-view';
import type { Submission } from '@/lib/submission/submission';
import { emptyBrowser } from '../../support/empty-browser';
import { quiescence } from '../../support/quiescence';
import { storedList } from '../../support/sample-list';
import { sampleSubmission } from '../../support/sample-submission';

const { local, session } = fakeBrowser.storage;
const connection = { id: 'a', baseUrl: 'https://host.example/s' };
const submissions = connectionStore.submissions('a');
const EMPTY_VIEWS = { ordinary: EMPTY_QUEUE, ofPrivateWindows: EMPTY_QUEUE };

/** Stores something for a connection in each area. */
async function fill(id: string): Promise<void> {
  await connectionStore.lists(id, 'local').write([storedList('1')]);
  await connectionStore.privateReports(id).write(['2']);
}

beforeEach(emptyBrowser);

describe('a stored connection', () => {
  it('is there with its key, or not at all', async () => {
    await connectionStore.save(connection, 'typed-key');
    await expect(connectionStore.connection.read()).resolves.toEqual(connection);
    await expect(connectionStore.apiKey('a').read()).resolves.toBe('typed-key');
  });

  it('counts as none where it does not parse', async () => {
    await local.set({ connection: { id: 'a/b', baseUrl: 'ftp://host.example' } });
    await expect(connectionStore.connection.read()).resolves.toBeUndefined();
  });

  it('goes with everything else where the store cannot be read', async () => {
    await connectionStore.save(connection, 'typed-key');
    await fill('a');
    const read = vi.spyOn(local, 'get').mockRejectedValue(new Error('Corruption'));
    await connectionStore.removeOthers(null);
    read.mockRestore();
    expect([await local.get(), await session.get()]).toEqual([{}, {}]);
  });

  it('outlasts what is removed of others, as do choices and half-filled forms', async () => {
    await connectionStore.save(connection, 'typed-key');
    await connectionStore.drafts.write([]);
    await local.set({ preferences: { defaultPrivacy: 0 } });
    const before = [await local.get(), await session.get()];
    for (const id of ['b', 'ab']) await fill(id);
    await connectionStore.removeOthers('a');
    expect([await local.get(), await session.get()]).toEqual(before);
  });

  it('is removed with all that was stored for it, but for what a person has chosen', async () => {
    await connectionStore.save(connection, 'typed-key');
    await connectionStore.drafts.write([]);
    await connectionStore.privateDrafts.write([]);
    await fill('a');
    await submissions.write([sampleSubmission('new-1')], EMPTY_VIEWS);
    await submissions.passwords.write(new Map([['new-1', 'secret']]));
    await local.set({ preferences: { defaultPrivacy: 0 } });
    await connectionStore.removeOthers(null);
    await expect(local.get()).resolves.toEqual({ preferences: { defaultPrivacy: 0 } });
    await expect(session.get()).resolves.toEqual({});
  });
});

describe.each([
  ['memory', session],
  ['disk', local],
] as const)('a worker that is stopped while the %s is emptied', (name, area) => {
  it('leaves a connection with its key, or none of them', async () => {
    await connectionStore.save(connection, 'typed-key');
    await fill('a');
    const stored = await local.get();
    const remove = area.remove.bind(area);
    const removing = vi.spyOn(area, 'remove').mockImplementation(async (keys) => {
      await remove(keys);
      return new Promise<never>(() => {});
    });
    void connectionStore.removeOthers(null);
    await vi.waitFor(() => expect(removing).toHaveBeenCalled(), { interval: 1 });
    await quiescence();
    removing.mockRestore();
    expect(await local.get()).toEqual(name === 'disk' ? {} : stored);
  });
});

describe('a store that cannot be read', () => {
  it('is emptied when the connection is removed, and not when another takes its place', async () => {
    await connectionStore.save(connection, 'typed-key');
    await fill('a');
    const reading = vi.spyOn(local, 'get').mockRejectedValue(new Error('I/O error') as never);
    await expect(connectionStore.removeOthers('b')).rejects.toThrow();
    await connectionStore.removeOthers(null);
    reading.mockRestore();
    await expect(local.get()).resolves.toEqual({});
    await expect(session.get()).resolves.toEqual({});
  });
});

describe('stored submissions', () => {
  const view = { ...EMPTY_QUEUE, count: 2 };
  const both = [sampleSubmission('new-1'), sampleSubmission('new-2')];

  it('are written with the view of them, and removed by their ids', async () => {
    await submissions.write(both, { ordinary: view, ofPrivateWindows: view });
    await expect(submissions.readAll()).resolves.toEqual({ values: both, unreadable: [] });
    await expect(submissions.view.read()).resolves.toEqual(view);
    await submissions.remove(['new-1']);
    await expect(submissions.readAll()).resolves.toMatchObject({ values: [{ id: 'new-2' }] });
  });

  it('stay where they cannot be read, until they are removed by their keys', async () => {
    const key = 'connection/a/submission/new-3';
    await submissions.write(both, { ordinary: view, ofPrivateWindows: view });
    await local.set({ [key]: { id: 'new-3', state: 'flying' } });
    const { values, unreadable } = await submissions.readAll();
    expect(values).toEqual(both);
    expect(unreadable).toEqual([{ key, raw: { id: 'new-3', state: 'flying' } }]);
    await submissions.removeKeys([key]);
    await expect(submissions.readAll()).resolves.toEqual({ values: both, unreadable: [] });
  });

  it('are in memory where private windows asked for them, and the disk is not written for it', async () => {
    const [first, second] = both;
    const secret = sampleSubmission('secret', { state: 'waiting' }, { isPrivateWindow: true });
    await submissions.write([first, second] as Submission[], EMPTY_VIEWS);
    const before = await local.get();
    await submissions.write([secret], { ofPrivateWindows: { ...view, shown: [secret], count: 3 } });
    await expect(submissions.readAll()).resolves.toMatchObject({ values: [...both, secret] });
    await expect(submissions.privateView.read()).resolves.toHaveProperty('count', 3);
    expect(await local.get()).toEqual(before);
    await submissions.remove(['secret', 'new-1']);
    await expect(submissions.readAll()).resolves.toMatchObject({ values: [{ id: 'new-2' }] });
    await session.clear();
    await expect(submissions.readAll()).resolves.toMatchObject({ values: [{ id: 'new-2' }] });
  });

  it('have their passwords in memory alone', async () => {
    await submissions.passwords.write(new Map([['new-1', 'secret']]));
    await expect(submissions.passwords.read(['new-1'])).resolves.toHaveProperty('size', 1);
    expect(JSON.stringify(await local.get())).not.toContain('secret');
  });
});
