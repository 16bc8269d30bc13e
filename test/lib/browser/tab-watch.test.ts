import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { createTabWatch } from '@/lib/browser/tab-watch';

const url = 'https://host.example/';
const tab = { id: 1, index: 0, url, highlighted: true, incognito: false, pinned: false };

beforeEach(() => fakeBrowser.reset());

// The browser resets the toolbar button of a tab when the tab loads another page.
it.each([
  ['that shows another page', { url }, true, 1],
  ['that reloads its page', { status: 'loading' }, true, 1],
  ['with another title', { title: 'Host' }, true, 0],
  ['that is not active', { url, status: 'loading' }, false, 0],
])(
  'onShown is called for a tab %s if the browser may have reset its button',
  async (_, change, active, times) => {
    const onShown = vi.fn();
    createTabWatch(onShown);
    await fakeBrowser.tabs.onUpdated.trigger(1, change, { ...tab, active });
    expect(onShown).toHaveBeenCalledTimes(times);
  },
);
