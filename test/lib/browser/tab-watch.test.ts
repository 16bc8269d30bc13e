import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { createTabWatch } from '@/lib/browser/tab-watch';

const url = 'https://host.example/';
const tab = { id: 1, index: 0, url, highlighted: true, incognito: false, pinned: false };

beforeEach(() => fakeBrowser.reset());

// A tab's own look goes with its page.
it.each([
  ['which shows another page', { url }, true, 1],
  ['whose page is loaded anew', { status: 'loading' }, true, 1],
  ['which has another title', { title: 'Host' }, true, 0],
  ['behind the one in front', { url, status: 'loading' }, false, 0],
])('a tab %s is told as often as its look may have gone', async (_, change, active, times) => {
  const onShown = vi.fn();
  createTabWatch(onShown);
  await fakeBrowser.tabs.onUpdated.trigger(1, change, { ...tab, active });
  expect(onShown).toHaveBeenCalledTimes(times);
});
