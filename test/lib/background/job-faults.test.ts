import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import type { NewJob } from '@/lib/jobs/types';
import { referTo } from '@/lib/report/report-reference';
import type { Result } from '@/lib/result';
import { recentOperationsItem } from '@/lib/shared-state/recent-operations';
import { queueItem } from '@/lib/shared-state/shared-items';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient } from '../../support/fake-client';
import { sampleReport } from '../../support/sample-report';
import { connectedBackground, createTestBackground } from '../../support/test-background';
import { waitUntil } from '../../support/wait-until';

const REQUEST = {
  connectionId: null,
  baseUrl: 'https://host.example',
  apiKey: 'typed-key',
  allowsUnencrypted: false,
};

function creationJob(path: string, id = 'a-job'): NewJob {
  const url = `https://page.example/${path}`;
  return { id, subjects: [{ kind: 'create', url, privacy: 1 }] };
}

beforeEach(emptyBrowser);

it('a permission for another host sends nothing before the retry time', async () => {
  const client = createFakeClient();
  const retryAt = new Date(60_000).toISOString();
  client.create.mockResolvedValueOnce({
    failure: { code: 'tooManyRequests', retryAt, message: null },
  });
  const { api, hostsAllowed } = await connectedBackground(() => client);
  await api.createJob('a', creationJob('1'));
  await waitUntil(async () => expect((await queueItem('a').read())?.backoff).not.toBeNull());
  await hostsAllowed([]);
  await hostsAllowed(['https://sitemap.example/*']);
  expect(client.create).toHaveBeenCalledTimes(1);
  await hostsAllowed(['https://host.example/*']);
  await waitUntil(() => expect(client.create).toHaveBeenCalledTimes(2));
});

it('a deletion that is stored as sending can be undone before it is sent', async () => {
  let time = 0;
  const client = createFakeClient();
  const { api, resume } = createTestBackground({ clientFor: () => client, now: () => time });
  await api.connect(REQUEST);
  const { local } = fakeBrowser.storage;
  const set = local.set.bind(local);
  let undone: Promise<Result<boolean>> | undefined;
  vi.spyOn(local, 'set').mockImplementation(async (values) => {
    if (/"name[\\"]+:[\\"]+sending/.test(JSON.stringify(values))) {
      undone ??= api.updateJob('a', 'd', { kind: 'cancel' });
      // The press reaches the worker during this write.
      await new Promise((resolve) => setTimeout(resolve));
    }
    await set(values);
  });
  const report = referTo(sampleReport('1'));
  expect(await api.createJob('a', { id: 'd', subjects: [{ kind: 'delete', report }] })).toEqual({
    value: null,
  });
  time = 6_000;
  await resume();
  await waitUntil(() => expect(undone).toBeDefined());
  expect(await undone).toEqual({ value: true });
  await waitUntil(async () => expect((await queueItem('a').read())?.singles).toEqual([]));
  vi.restoreAllMocks();
  expect(client.remove).not.toHaveBeenCalled();
});

it('a job with the id of another job and other content is refused', async () => {
  const client = createFakeClient();
  client.create.mockImplementation(() => new Promise(() => {}));
  const { api } = await connectedBackground(() => client);
  expect(await api.createJob('a', creationJob('1'))).toEqual({ value: null });
  expect(await api.createJob('a', creationJob('1'))).toEqual({ value: null });
  expect(await api.createJob('a', creationJob('2'))).toEqual({ failure: { code: 'notStored' } });
  await waitUntil(() => expect(client.create).toHaveBeenCalledTimes(1));
});

it('a call from an extension page of a former connection reaches no service', async () => {
  const client = createFakeClient();
  let ids = 0;
  const { api } = createTestBackground({ clientFor: () => client, newId: () => `id-${++ids}` });
  await api.connect(REQUEST);
  await api.connect({ ...REQUEST, baseUrl: 'https://other.example' });
  const notConnected = { failure: { code: 'notConnected' } };
  expect(await api.createJob('id-1', creationJob('1'))).toEqual(notConnected);
  expect(await api.getReport('id-1', referTo(sampleReport('1')))).toEqual(notConnected);
  expect(client.create).not.toHaveBeenCalled();
  expect(await api.createJob('id-2', creationJob('1'))).toEqual({ value: null });
  // The published state must not reach the next test.
  await waitUntil(async () =>
    expect((await recentOperationsItem('id-2').read()) ?? []).toHaveLength(1),
  );
});

it('a private job is not counted on the badge, and leaves no text on disk', async () => {
  const client = createFakeClient();
  const message = 'Too many reports of https://secret.example/';
  client.create.mockResolvedValue({
    failure: { code: 'tooManyRequests', retryAt: null, message },
  });
  const { api } = await connectedBackground(() => client);
  const subjects = [{ kind: 'create', url: 'https://secret.example/', privacy: 1 }] as const;
  await api.createJob('a', { id: 'new', isPrivate: true, subjects });
  await waitUntil(async () =>
    expect(await queueItem('a').read()).toMatchObject({
      backoff: { failure: { message } },
      all: { create: 1 },
      ordinary: { create: 0 },
    }),
  );
  const backoff = 'connection/a/backoff';
  await waitUntil(async () =>
    expect(await fakeBrowser.storage.local.get(backoff)).toHaveProperty([backoff]),
  );
  expect(JSON.stringify(await fakeBrowser.storage.local.get())).not.toContain('secret.example');
});

it('a job waits for the permission for the host, and is then sent once', async () => {
  const client = createFakeClient();
  let isAllowed = true;
  const permissions = {
    has: async () => isAllowed,
    remove: async () => {},
    allowedHosts: async () => [],
  };
  const { api, hostsAllowed } = createTestBackground({ clientFor: () => client, permissions });
  await api.connect(REQUEST);
  isAllowed = false;
  await api.createJob('a', creationJob('1'));
  await expect.poll(queueItem('a').read).toMatchObject({
    backoff: { failure: { code: 'noPermission', origin: REQUEST.baseUrl } },
    all: { create: 1 },
  });
  expect(client.create).not.toHaveBeenCalled();
  isAllowed = true;
  await hostsAllowed(['https://host.example/*']);
  await vi.waitFor(() => expect(client.create).toHaveBeenCalledTimes(1));
});

it('a private batch of more than 5,000 operations is refused, and nothing is stored or sent', async () => {
  const client = createFakeClient();
  const { api } = await connectedBackground(() => client);
  const batch = (size: number, isPrivate: boolean): NewJob => ({
    id: `${size} ${isPrivate}`,
    isPrivate,
    isBatch: true,
    subjects: Array.from({ length: size }, (_, page) => ({
      kind: 'create',
      url: `https://secret.example/${page}`,
      privacy: 2,
    })),
    password: 'a password',
  });
  client.create.mockImplementation(() => new Promise(() => {}));
  expect(await api.createJob('a', batch(5_001, true))).toEqual({
    failure: { code: 'tooManyPrivate', most: 5_000 },
  });
  expect(JSON.stringify(await fakeBrowser.storage.session.get())).not.toMatch(/secret|a password/);
  expect(await api.createJob('a', batch(5_000, true))).toEqual({ value: null });
  expect(await api.createJob('a', batch(5_001, false))).toEqual({ value: null });
});
