import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { activeTab } from '@/lib/browser/tabs';

const url = 'https://host.example/';

function findTabs(tabs: object[]): void {
  fakeBrowser.tabs.query = vi.fn(async () => tabs) as never;
}

beforeEach(() => fakeBrowser.reset());

describe('the tab in front', () => {
  it.each([true, false])('is of a private window or not: %s', async (incognito) => {
    findTabs([{ id: 1, url, incognito }]);
    await expect(activeTab()).resolves.toEqual({ id: 1, url, isPrivate: incognito });
  });

  it('counts as that of a private window where nobody knows', async () => {
    findTabs([{ id: 1, url }]);
    await expect(activeTab()).resolves.toMatchObject({ url, isPrivate: true });
    findTabs([]);
    await expect(activeTab()).resolves.toMatchObject({ url: undefined, isPrivate: true });
    fakeBrowser.tabs.query = vi.fn().mockRejectedValue(new Error('No window'));
    await expect(activeTab()).resolves.toMatchObject({ url: undefined, isPrivate: true });
  });
});
