import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createHostPermissions } from '@/lib/background/host-permissions';
import { readRequestedHosts, storeRequestedHosts } from '@/lib/connection/requested-hosts';
import { emptyBrowser } from '../../support/empty-browser';
import { storeConnection } from '../../support/stored-connection';

const PAGES = 'https://pages.example';
const SHOP = 'https://shop.example';

/** The permissions for two hosts were requested. */
async function startWorker() {
  await storeRequestedHosts([`${PAGES}/sitemap.xml`, SHOP]);
  const remove = vi.fn(async (_: string) => {});
  const permissions = { has: async () => true, allowedHosts: async () => [], remove };
  const removedHosts = () => remove.mock.calls.flat().sort();
  return { hosts: createHostPermissions(permissions), remove, removedHosts };
}

beforeEach(emptyBrowser);

describe('at the start of a worker', () => {
  it('requested permissions are removed, except the permissions of connections', async () => {
    await storeConnection({ baseUrl: `${SHOP}:8443/s` });
    const { hosts, removedHosts } = await startWorker();
    await hosts.removeUnneeded();
    expect([removedHosts(), await readRequestedHosts()]).toEqual([[PAGES], [SHOP]]);
  });

  it('the permission of a just allowed host stays for the next press', async () => {
    const { hosts, removedHosts } = await startWorker();
    hosts.protectAllowed([`${SHOP}/*`]);
    await hosts.removeUnneeded();
    expect(removedHosts()).toEqual([PAGES]);
  });

  it('the permission of a host stays until the work with the host ends', async () => {
    const { hosts, removedHosts } = await startWorker();
    let end = () => {};
    const work = hosts.runWithHosts(
      [SHOP],
      () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
    );
    await hosts.removeUnneeded();
    expect(removedHosts()).toEqual([PAGES]);
    end();
    await work;
    expect(removedHosts()).toEqual([PAGES, SHOP]);
  });

  it('the next attempt removes a permission after a failed removal', async () => {
    const { hosts, remove, removedHosts } = await startWorker();
    remove.mockRejectedValueOnce(new Error('Busy'));
    await hosts.removeUnneeded();
    expect(await readRequestedHosts()).toHaveLength(1);
    await hosts.removeUnneeded();
    expect(await readRequestedHosts()).toEqual([]);
    expect(removedHosts()).toHaveLength(3);
  });
});
