import { beforeEach, expect, it } from 'vitest';
import { viewItem } from '@/lib/front/view';
import { emptyBrowser } from '../../../support/empty-browser';
import { createFakeClient } from '../../../support/fake-client';
import { connectedBackground } from '../../../support/test-background';

beforeEach(emptyBrowser);

it('a batch that is paused with rows left stays, however many are asked for after it', async () => {
  const client = createFakeClient();
  client.create.mockResolvedValueOnce({ failure: { code: 'keyRefused', message: null } });
  const { api } = await connectedBackground(() => client);
  for (let at = 0; at < 11; at += 1) {
    const urls = [`https://host.example/${at}`];
    const batch = { id: `b${at}`, kind: 'create', privacy: 1, leftOut: {}, urls } as const;
    await api.addBatch(batch);
    if (at === 0) await api.steerBatch('b0', { kind: 'pause' });
  }
  const batches = (await viewItem.read())?.batches ?? [];
  expect(batches.find(({ id }) => id === 'b0')).toMatchObject({ waiting: 1, isPaused: true });
});
