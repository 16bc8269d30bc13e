import { expect, it } from 'vitest';
import { MENU_PRIVACIES, MENU_SUBJECTS, menuItems, requestOf } from '@/lib/browser-ui/context-menu';

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
  const items = menuItems(titles as Parameters<typeof menuItems>[0], [shown]);
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
