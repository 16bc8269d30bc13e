import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { openPopupTab } from '@/lib/browser/extension-pages';

const rejectCall = vi.fn(async () => Promise.reject(new Error('No window')));

beforeEach(() => fakeBrowser.reset());

describe('the popup in a tab', () => {
  const inTab = { url: fakeBrowser.runtime.getURL('/popup.html#token' as never) };
  const create = vi.fn();
  const focus = vi.fn();
  const createWindow = vi.fn();

  beforeEach(() => {
    create.mockReset().mockResolvedValue({ id: 9, windowId: 3 });
    focus.mockReset().mockResolvedValue({});
    createWindow.mockReset().mockResolvedValue({});
    fakeBrowser.tabs.create = create;
    Object.assign(fakeBrowser.windows, { update: focus, create: createWindow });
  });

  it('opens in front, even if its window cannot be focused', async () => {
    focus.mockImplementation(rejectCall);
    await openPopupTab('token');
    expect(create).toHaveBeenCalledExactlyOnceWith({ ...inTab, active: true });
    expect(focus).toHaveBeenCalledExactlyOnceWith(3, { focused: true });
    expect(createWindow).not.toHaveBeenCalled();
  });

  it('opens in a new window if no window is open, and fails if no window can be opened', async () => {
    create.mockImplementation(rejectCall);
    await openPopupTab('token');
    expect(createWindow).toHaveBeenCalledExactlyOnceWith(inTab);
    createWindow.mockImplementation(rejectCall);
    await expect(openPopupTab('token')).rejects.toThrow('No window');
  });
});
