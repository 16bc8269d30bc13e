import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createHostPermissions } from '@/lib/background/host-permissions';
import { noteRequestedHosts, readRequestedHosts } from '@/lib/connection/requested-hosts';
import { emptyBrowser } from '../../support/empty-browser';
import { storeConnection } from '../../support/stored-connection';

const PAGES = 'https://pages.example';
const SHOP = 'https://shop.example';

/** Starts a worker in a browser where the permissions for two hosts were requested. */
async function start() {
  await noteRequestedHosts([`${PAGES}/sitemap.xml`, SHOP]);
  const remove = vi.fn(async (_: string) => {});
  const permissions = { has: async () => true, allowedHosts: async () => [], remove };
  const removedHosts = () => remove.mock.calls.flat().sort();
  return { hosts: createHostPermissions(permissions), remove, removedHosts };
}

beforeEach(emptyBrowser);

describe('at the start of a worker', () => {
  it('requested permissions are given back and forgotten, except those of connections', async () => {
    await storeConnection({ baseUrl: `${SHOP}:8443/s` });
    const { hosts, removedHosts } = await start();
    await hosts.removeUnneeded();
    expect([removedHosts(), await readRequestedHosts()]).toEqual([[PAGES], [SHOP]]);
  });

  it('a host that was just allowed is kept, because a press is about to use it', async () => {
    const { hosts, removedHosts } = await start();
    hosts.noteAllowed([`${SHOP}/*`]);
    await hosts.removeUnneeded();
    expect(removedHosts()).toEqual([PAGES]);
  });

  it('a host of running work is kept until the work ends', async () => {
    const { hosts, removedHosts } = await start();
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

  it('a permission whose removal has failed is removed by the next attempt', async () => {
    const { hosts, remove, removedHosts } = await start();
    remove.mockRejectedValueOnce(new Error('Busy'));
    await hosts.removeUnneeded();
    expect(await readRequestedHosts()).toHaveLength(1);
    await hosts.removeUnneeded();
    expect(await readRequestedHosts()).toEqual([]);
    expect(removedHosts()).toHaveLength(3);
  });
});
