import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { activeTab, canonicalUrl, tabAddresses } from '@/lib/browser/tabs';
import { MAX_ADDRESS_LENGTH } from '@/lib/url/typed-address';
import { replaceGlobal } from '../../support/replace-global';

const url = 'https://host.example/';
const tooLong = `${url}${'a'.repeat(2_000_000)}`;
const cut = tooLong.slice(0, MAX_ADDRESS_LENGTH + 1);
const rejectCall = vi.fn(async () => Promise.reject(new Error('No window')));

beforeEach(() => fakeBrowser.reset());

it.each<[string, object[] | null, object]>([
  ['the tab in front', [{ id: 1, url, incognito: false }], { id: 1, url, isPrivate: false }],
  ['a tab of a private window', [{ id: 1, url, incognito: true }], { id: 1, url, isPrivate: true }],
  ['a private tab if its window is unknown', [{ id: 1, url }], { id: 1, url, isPrivate: true }],
  ['a private tab if no tab is in front', [], { isPrivate: true }],
  ['a private tab if the browser does not answer', null, { isPrivate: true }],
  // okaryo/TabTabTab#113, brcontainer/prevent-duplicate-tabs#22, openstyles/stylus#1040.
  [
    'the requested page of a tab without an answer',
    [{ url: '', pendingUrl: url, incognito: false }],
    { url },
  ],
  [
    'the next page of a tab that is loading',
    [{ url: 'https://a.example/', pendingUrl: url, incognito: false }],
    { url },
  ],
  // sienori/Tab-Session-Manager#1505.
  [
    'the page of a suspended tab with a picture in its address',
    [
      {
        url: `chrome-extension://a/park.html?url=${url}&icon=${'a'.repeat(9_000)}`,
        incognito: false,
      },
    ],
    { url },
  ],
  [
    'an address of two million characters cut to the limit',
    [{ url: tooLong, incognito: false }],
    { url: cut },
  ],
])('activeTab returns %s', async (_, tabs, expected) => {
  fakeBrowser.tabs.query = (tabs === null ? rejectCall : async () => tabs) as never;
  expect(await activeTab()).toMatchObject(expected);
});

it('tabAddresses includes loading tabs, and leaves out private tabs and extension pages', async () => {
  const ownPage = fakeBrowser.runtime.getURL('/reports.html' as never);
  const tabs = [
    { id: 1, url: '', pendingUrl: url, incognito: false },
    { id: 2, url: `${url}2`, incognito: false },
    { id: 3, url: `${url}3`, incognito: true },
    { id: 4, url: ownPage, incognito: false },
    { id: 5, url: 'about:blank', pendingUrl: ownPage, incognito: false },
    { id: 6, incognito: false },
  ];
  fakeBrowser.tabs.query = (async () => tabs) as never;
  const isPinned = false;
  expect(await tabAddresses('all')).toEqual([
    { text: url, isPinned },
    { text: `${url}2`, isPinned },
  ]);
  expect(await tabAddresses([2, 4])).toEqual([{ text: `${url}2`, isPinned }]);
});

it('tabAddresses marks pinned tabs, except among selected tabs', async () => {
  const tabs = [
    { id: 1, url, pinned: true, incognito: false },
    { id: 2, url: `${url}2`, pinned: false, incognito: false },
  ];
  fakeBrowser.tabs.query = (async () => tabs) as never;
  const other = { text: `${url}2`, isPinned: false };
  expect(await tabAddresses('window')).toEqual([{ text: url, isPinned: true }, other]);
  expect(await tabAddresses([1, 2])).toEqual([{ text: url, isPinned: false }, other]);
});

it('a canonical address of two million characters is cut before it leaves the page', async () => {
  replaceGlobal('document', { querySelector: () => ({ href: tooLong }) });
  fakeBrowser.scripting.executeScript = vi.fn(async ({ func, args }) => {
    // The browser passes the source text of the function to the page.
    const injected = new Function(`return ${func}`)();
    return [{ result: injected(...args) }];
  }) as never;
  expect(await canonicalUrl({ id: 1 })).toBe(cut);
});
