import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { activeTab, canonicalUrl, openPopupTab } from '@/lib/browser/tabs';
import { LONGEST_ADDRESS } from '@/lib/url/typed-address';

const url = 'https://host.example/';

function findTabs(tabs: object[]): void {
  fakeBrowser.tabs.query = vi.fn(async () => tabs) as never;
}

const tooLong = `${url}${'a'.repeat(2_000_000)}`;

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

describe('the popup in a tab', () => {
  const inTab = { url: fakeBrowser.runtime.getURL('/popup.html#token' as never) };

  function createTabs() {
    const create = vi.fn(async () => ({ id: 9, windowId: 3 }));
    const focus = vi.fn(async () => ({}));
    fakeBrowser.tabs.create = create as never;
    fakeBrowser.windows.update = focus as never;
    return { create, focus };
  }

  it('comes to the front with its window, which a notification or a private window may cover', async () => {
    const { create, focus } = createTabs();
    await openPopupTab('token');
    expect(create).toHaveBeenCalledExactlyOnceWith({ ...inTab, active: true });
    expect(focus).toHaveBeenCalledExactlyOnceWith(3, { focused: true });
  });

  it('is there though its window stays behind', async () => {
    const { focus } = createTabs();
    focus.mockRejectedValue(new Error('No window'));
    await expect(openPopupTab('token')).resolves.toBeUndefined();
  });

  it('has a window of its own where none is open, as on a Mac', async () => {
    const { create } = createTabs();
    create.mockRejectedValue(new Error('No current window'));
    const createWindow = vi.fn(async () => ({}));
    fakeBrowser.windows.create = createWindow as never;
    await openPopupTab('token');
    expect(createWindow).toHaveBeenCalledExactlyOnceWith(inTab);
  });

  it('cannot be there where no window opens either', async () => {
    const { create } = createTabs();
    create.mockRejectedValue(new Error('No current window'));
    fakeBrowser.windows.create = vi.fn().mockRejectedValue(new Error('No window'));
    await expect(openPopupTab('token')).rejects.toThrow('No window');
  });

  it('stays in the background where that is asked for', async () => {
    const { create, focus } = createTabs();
    await openPopupTab('token', 'newBackgroundTab');
    expect(create).toHaveBeenCalledExactlyOnceWith({ ...inTab, active: false });
    expect(focus).not.toHaveBeenCalled();
  });

  it('takes the place of the tab that was in front when it was asked for', async () => {
    const update = vi.fn(async () => ({}));
    fakeBrowser.tabs.update = update as never;
    await openPopupTab('token', 'currentTab', 7);
    expect(update).toHaveBeenCalledExactlyOnceWith(7, inTab);
  });
});

describe('an address out of measure', () => {
  it('is that of a tab only so far that it can be told to be too long', async () => {
    findTabs([{ id: 1, url: tooLong, incognito: false }]);
    const tab = await activeTab();
    expect(tab.url).toBe(tooLong.slice(0, LONGEST_ADDRESS + 1));
  });

  it('is not taken out of the page whole', async () => {
    const link = { href: tooLong };
    vi.stubGlobal('document', { querySelector: () => link });
    fakeBrowser.scripting.executeScript = vi.fn(async ({ func, args }) => {
      // The browser takes the function to the page by its text.
      const injected = new Function(`return ${func}`)();
      return [{ result: injected(...args) }];
    }) as never;
    const canonical = await canonicalUrl({ id: 1 });
    expect(canonical).toBe(tooLong.slice(0, LONGEST_ADDRESS + 1));
    vi.unstubAllGlobals();
  });
});
