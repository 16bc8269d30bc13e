import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import {
  readRequestedHosts,
  removeRequestedHosts,
  storingRequestedHosts,
} from '@/lib/connection/requested-hosts';
import { emptyBrowser } from '../../support/empty-browser';
import { waitUntil } from '../../support/wait-until';

beforeEach(emptyBrowser);

it('a permission is requested during the press, and its hosts are noted', async () => {
  const request = vi.fn(async (..._: string[]) => false);
  const requesting = storingRequestedHosts(request)(
    'https://host.example:8443/s',
    'http://nas.example',
  );
  expect(request).toHaveBeenCalledExactlyOnceWith(
    'https://host.example:8443/s',
    'http://nas.example',
  );
  expect(await requesting).toBe(false);
  const hosts = ['https://host.example', 'http://nas.example'];
  await waitUntil(async () => expect((await readRequestedHosts()).sort()).toEqual(hosts.sort()));
  await removeRequestedHosts(['https://host.example']);
  expect(await readRequestedHosts()).toEqual(['http://nas.example']);
});

it('a permission is requested even if its hosts cannot be noted', async () => {
  const set = vi.spyOn(fakeBrowser.storage.local, 'set');
  set.mockRejectedValue(new Error('No space left'));
  onTestFinished(() => set.mockRestore());
  const request = vi.fn(async (_: string) => true);
  expect(await storingRequestedHosts(request)('https://host.example')).toBe(true);
});
