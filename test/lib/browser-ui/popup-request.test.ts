import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import {
  createPopupOpener,
  type PopupRequest,
  popupRequestItem,
} from '@/lib/browser-ui/popup-request';
import { emptyBrowser } from '../../support/empty-browser';

const url = 'https://host.example/?secret=1';
const draft: PopupRequest = {
  connectionId: 'a',
  kind: 'draft',
  url,
  privacy: null,
  isPrivate: true,
};

beforeEach(emptyBrowser);

it('createPopupOpener stores the request under the token of its tab before the tab opens', async () => {
  const openPopupTab = vi.fn(async () => {
    expect(await popupRequestItem('token').read()).toEqual(draft);
    expect(await popupRequestItem('other').read()).toBeUndefined();
    expect(await fakeBrowser.storage.local.get()).toEqual({});
  });
  const openPopupWith = createPopupOpener({ newToken: () => 'token', openPopupTab });
  await openPopupWith(draft, 'currentTab', 7);
  expect(openPopupTab).toHaveBeenCalledExactlyOnceWith('token', 'currentTab', 7);
});

it('createPopupOpener opens no tab if the request cannot be stored', async () => {
  const openPopupTab = vi.fn(async () => {});
  const openPopupWith = createPopupOpener({ newToken: () => 'token', openPopupTab });
  vi.spyOn(fakeBrowser.storage.session, 'set').mockRejectedValueOnce(
    new Error('The store is full.'),
  );
  await expect(openPopupWith(draft)).rejects.toThrow('The store is full.');
  expect(openPopupTab).not.toHaveBeenCalled();
});
