import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import type { Outcome } from '@/lib/outcome';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient } from '../../support/fake-client';
import { sampleReport } from '../../support/sample-report';
import { connectedBackground } from '../../support/test-background';

beforeEach(emptyBrowser);

it('a task that is undone in the moment in which it goes out is either too late or never sent', async () => {
  const client = createFakeClient();
  const { api } = await connectedBackground(() => client);
  const { local } = fakeBrowser.storage;
  const set = local.set.bind(local);
  let undone: Promise<Outcome<boolean>> | undefined;
  vi.spyOn(local, 'set').mockImplementation(async (values) => {
    if (JSON.stringify(values).includes('"sent"')) undone ??= api.cancel('c');
    await undone;
    await set(values);
  });
  await api.add([{ id: 'c', kind: 'change', report: sampleReport('1'), change: { privacy: 0 } }]);
  const { value: isUndone } = (await vi.waitUntil(() => undone)) as { value: boolean };
  await new Promise((resolve) => setTimeout(resolve, 20));
  vi.restoreAllMocks();
  expect(client.update).toHaveBeenCalledTimes(isUndone ? 0 : 1);
});
