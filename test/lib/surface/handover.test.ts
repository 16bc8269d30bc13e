import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { createOpenHandover, type Handover, handoverItem } from '@/lib/surface/handover';
import { emptyBrowser } from '../../support/empty-browser';

const url = 'https://host.example/?secret=1';
const draft: Handover = { kind: 'draft', url, privacy: null, isPrivate: true };

beforeEach(emptyBrowser);

it('what is handed over is in memory, under the token of its tab, before the tab opens', async () => {
  const openPopupTab = vi.fn(async () => {
    expect(await handoverItem('token').read()).toEqual(draft);
    expect(await handoverItem('other').read()).toBeUndefined();
    expect(await fakeBrowser.storage.local.get()).toEqual({});
  });
  const openHandover = createOpenHandover({ newToken: () => 'token', openPopupTab });
  await openHandover(draft, 'currentTab', 7);
  expect(openPopupTab).toHaveBeenCalledExactlyOnceWith('token', 'currentTab', 7);
});

it('half of what was handed over is nothing', async () => {
  await fakeBrowser.storage.session.set({ 'handover/token': { kind: 'draft', url } });
  expect(await handoverItem('token').read()).toBeUndefined();
});
