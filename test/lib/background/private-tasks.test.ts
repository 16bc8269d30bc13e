import { beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { viewItem } from '@/lib/front/view';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient } from '../../support/fake-client';
import { connectedBackground } from '../../support/test-background';

beforeEach(emptyBrowser);

it('a task of a private window is not counted for the badge, nor are words about it on the disk', async () => {
  const client = createFakeClient();
  const message = 'Too many reports of https://secret.example/';
  client.create.mockResolvedValue({
    failure: { code: 'tooManyRequests', retryAt: null, message },
  });
  const { api } = await connectedBackground(() => client);
  const draft = { url: 'https://secret.example/', privacy: 1 } as const;
  await api.add([{ id: 'new', kind: 'create', keeping: 'memory', draft }]);
  await expect.poll(viewItem.read).toMatchObject({
    gate: { failure: { message } },
    all: { create: 1 },
    ordinary: { create: 0 },
  });
  const gate = 'connection/a/gate';
  await expect.poll(() => fakeBrowser.storage.local.get(gate)).toHaveProperty([gate]);
  expect(JSON.stringify(await fakeBrowser.storage.local.get())).not.toContain('secret.example');
});
