import { describe, expect, it, vi } from 'vitest';
import type { ContextMenuItem } from '@/lib/browser/browser-menus';
import {
  createContextMenu,
  MENU_PRIVACIES,
  MENU_SUBJECTS,
  type MenuTitles,
  menuItems,
  requestOf,
} from '@/lib/browser-ui/context-menu';

const pageUrl = 'https://page.example/';
const linkUrl = 'https://link.example/';

it.each([
  ['report-page/public', { address: pageUrl, privacy: 0 }],
  ['report-page/private', { address: pageUrl, privacy: 1 }],
  ['report-page/password', { address: pageUrl, privacy: 2 }],
  ['report-link/public', { address: linkUrl, privacy: 0 }],
  ['report-link', null],
  ['other', null],
])('the request of a click on the menu item %s is %o', (itemId, expected) => {
  expect(requestOf({ itemId, pageUrl, linkUrl })).toEqual(expected);
});

it('a click on a link without a known address requests an empty address', () => {
  const click = { itemId: 'report-link/private', pageUrl, linkUrl: undefined };
  expect(requestOf(click)).toEqual({ address: '', privacy: 1 });
});

it('the menus offer each privacy for pages and links, on web pages only', () => {
  const names = [...MENU_SUBJECTS, ...MENU_PRIVACIES];
  const titles = Object.fromEntries(names.map((name) => [name, `Title of ${name}`]));
  const shown = 'chrome-extension://*/*http*';
  const items = menuItems(titles as MenuTitles, { suspendedTabs: [shown], hasTabMenus: false });
  const web = ['http://*/*', 'https://*/*', shown];
  for (const subject of MENU_SUBJECTS) {
    const parentId = `report-${subject}`;
    const itemsOfSubject = items.filter(({ id }) => id.startsWith(parentId));
    expect(itemsOfSubject.map(({ title }) => title)).toEqual(
      [subject, 'public', 'private', 'password'].map((name) => `Title of ${name}`),
    );
    expect(itemsOfSubject.slice(1).map((one) => one.parentId)).toEqual([
      parentId,
      parentId,
      parentId,
    ]);
    for (const { contexts, documentUrlPatterns, targetUrlPatterns } of itemsOfSubject) {
      expect(contexts.includes('link')).toBe(subject === 'link');
      expect(subject === 'link' ? targetUrlPatterns : documentUrlPatterns).toEqual(web);
    }
  }
});

it.each([true, false])(
  'the menus of tabs offer each privacy for the page of the tab, if the browser has them: %s',
  (hasTabMenus) => {
    const names = [...MENU_SUBJECTS, ...MENU_PRIVACIES].map((name) => [name, name]);
    const titles = Object.fromEntries(names) as MenuTitles;
    const ofTabs = menuItems(titles, { suspendedTabs: [], hasTabMenus }).filter(({ contexts }) =>
      contexts.includes('tab'),
    );
    expect(ofTabs.map(({ title }) => title)).toEqual(
      hasTabMenus ? ['page', 'public', 'private', 'password'] : [],
    );
    for (const { documentUrlPatterns } of ofTabs) {
      expect(documentUrlPatterns).toEqual(['http://*/*', 'https://*/*']);
    }
  },
);

describe('the context menu', () => {
  const titles = Object.fromEntries(
    [...MENU_SUBJECTS, ...MENU_PRIVACIES].map((name) => [name, `Title of ${name}`]),
  ) as MenuTitles;

  it('has the current titles when it is installed', async () => {
    const setMenus = vi.fn(async (_: readonly ContextMenuItem[]) => {});
    const menu = createContextMenu({
      readTitles: async () => titles,
      suspendedTabs: [],
      hasTabMenus: false,
      setMenus,
      setTitle: async () => {},
    });
    await menu.install();
    expect(setMenus).toHaveBeenCalledExactlyOnceWith(
      menuItems(titles, { suspendedTabs: [], hasTabMenus: false }),
    );
  });

  it('gets the latest titles when they change during a refresh', async () => {
    let page = 'Report on A';
    const shownTitles = new Map<string, string>();
    const menu = createContextMenu({
      readTitles: async () => ({ ...titles, page }),
      suspendedTabs: [],
      hasTabMenus: false,
      setMenus: async () => {},
      async setTitle(id, title) {
        shownTitles.set(id, title);
      },
    });
    const first = menu.refresh();
    page = 'Report on B';
    await Promise.all([first, menu.refresh()]);
    expect([...shownTitles]).toEqual([
      ['report-page', 'Report on B'],
      ['report-link', 'Title of link'],
    ]);
  });

  it('ignores a refresh before the browser has the items', async () => {
    const menu = createContextMenu({
      readTitles: async () => titles,
      suspendedTabs: [],
      hasTabMenus: false,
      setMenus: async () => {},
      setTitle: () => Promise.reject(new Error('Cannot find menu item')),
    });
    await expect(menu.refresh()).resolves.toBeUndefined();
  });
});
