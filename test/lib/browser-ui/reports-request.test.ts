import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { createReportsOpener, reportsRequestItem, routeTo } from '@/lib/browser-ui/reports-request';
import { emptyBrowser } from '../../support/empty-browser';

const CLIENT = routeTo({ name: 'list', client: 'client.example' });

beforeEach(emptyBrowser);

describe('createReportsOpener', () => {
  it('stores the route before the tab opens, and puts only its token into the address', async () => {
    const openReportsTab = vi.fn(async () => {
      expect(await reportsRequestItem('token').read()).toEqual({
        connectionId: 'a',
        route: CLIENT,
        site: null,
        tabs: [7],
      });
      expect(await fakeBrowser.storage.local.get()).toEqual({});
    });
    const openReportsWith = createReportsOpener({ newToken: () => 'token', openReportsTab });
    await openReportsWith({ connectionId: 'a', route: CLIENT, tabs: [7] });
    expect(openReportsTab).toHaveBeenCalledExactlyOnceWith('token', true);
  });

  it('opens the list by default', async () => {
    const openReportsTab = async () => {};
    await createReportsOpener({ newToken: () => 'token', openReportsTab })({ connectionId: 'a' });
    expect((await reportsRequestItem('token').read())?.route).toEqual(routeTo({ name: 'list' }));
  });
});
