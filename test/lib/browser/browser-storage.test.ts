import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { watchPolicy } from '@/lib/browser/browser-storage';
import { preferencesItem, storePolicy } from '@/lib/settings/preferences';
import { emptyBrowser } from '../../support/empty-browser';
import { waitUntil } from '../../support/wait-until';

const { managed } = fakeBrowser.storage;

beforeEach(emptyBrowser);
afterEach(() => void vi.restoreAllMocks());

const readPreferences = async () => {
  const { defaultPrivacy, policy } = (await preferencesItem.read()) ?? {};
  return { defaultPrivacy, set: Object.keys(policy ?? {}) };
};

it('a policy is stored when the worker starts, and after each change', async () => {
  await managed.set({ defaultPrivacy: 'public', baseUrl: 'https://reports.example.com' });
  watchPolicy(storePolicy);
  await waitUntil(async () =>
    expect(await readPreferences()).toEqual({
      defaultPrivacy: 0,
      set: ['baseUrl', 'defaultPrivacy'],
    }),
  );
  await managed.set({ defaultPrivacy: 'password' });
  await waitUntil(async () =>
    expect(await readPreferences()).toEqual({
      defaultPrivacy: 2,
      set: ['baseUrl', 'defaultPrivacy'],
    }),
  );
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await managed.set({ defaultPrivacy: 'everybody' });
  await waitUntil(async () =>
    expect(await readPreferences()).toEqual({ defaultPrivacy: 1, set: ['baseUrl'] }),
  );
  await managed.clear();
  await waitUntil(async () =>
    expect(await readPreferences()).toEqual({ defaultPrivacy: 1, set: [] }),
  );
});

it('a late policy of Chromium is stored', async () => {
  watchPolicy(storePolicy);
  await managed.set({ notifications: true });
  await waitUntil(async () => expect((await preferencesItem.read())?.notifiesOfDone).toBe(true));
});

// Firefox rejects the read if no policy exists or the policy was removed.
it('a browser that rejects the read of managed storage has no policy', async () => {
  await storePolicy({ defaultPrivacy: 'public' });
  vi.spyOn(managed, 'get').mockRejectedValue(new Error('Managed storage manifest not found'));
  watchPolicy(storePolicy);
  await waitUntil(async () =>
    expect(await readPreferences()).toEqual({ defaultPrivacy: 1, set: [] }),
  );
});
