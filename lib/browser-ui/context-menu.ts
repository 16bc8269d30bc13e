import type { MenuClick, MenuItem } from '@/lib/browser/browser-menus';
import { Privacy } from '@/lib/report/privacy';

/** What the browser's context menu offers to report. */
export const MENU_SUBJECTS = ['page', 'link'] as const;
type MenuSubject = (typeof MENU_SUBJECTS)[number];

/** The last part of the items' ids. */
const PRIVACY_OF = { public: Privacy.Public, private: Privacy.Private, password: Privacy.Password };
export type MenuPrivacy = keyof typeof PRIVACY_OF;

/** The privacies of each subject, in the order in which they are offered. */
export const MENU_PRIVACIES = Object.keys(PRIVACY_OF) as MenuPrivacy[];

/** The id of the item that opens those of a subject. */
function parentId(subject: MenuSubject): string {
  return `report-${subject}`;
}

/** The id of an item that reports. */
function itemId(subject: MenuSubject, privacy: MenuPrivacy): string {
  return `${parentId(subject)}/${privacy}`;
}

/** What a menu item asks for; null for an item that is none of these. */
export function requestOf(click: MenuClick): { address: string; privacy: Privacy } | null {
  for (const subject of MENU_SUBJECTS) {
    const privacy = MENU_PRIVACIES.find((one) => itemId(subject, one) === click.itemId);
    const address = subject === 'page' ? click.pageUrl : click.linkUrl;
    if (privacy) return { address: address ?? '', privacy: PRIVACY_OF[privacy] };
  }
  return null;
}

/** The words of the items, in the browser's language. */
export type MenuTitles = Record<MenuSubject | MenuPrivacy, string>;

const WEB_ADDRESSES = ['http://*/*', 'https://*/*'];

/**
 * What the browser's context menu offers; parents come first.
 * @param showingPages patterns of the pages of extensions that may show one of the web
 */
export function menuItems(titles: MenuTitles, showingPages: readonly string[]): MenuItem[] {
  const patterns = [...WEB_ADDRESSES, ...showingPages];
  const places: Record<MenuSubject, Omit<MenuItem, 'id' | 'title'>> = {
    // Not in text fields, whose menu is for what is in them.
    page: {
      contexts: ['page', 'frame', 'selection', 'image', 'video', 'audio'],
      documentUrlPatterns: patterns,
    },
    link: { contexts: ['link'], targetUrlPatterns: patterns },
  };
  return MENU_SUBJECTS.flatMap((subject) => [
    { ...places[subject], id: parentId(subject), title: titles[subject] },
    ...MENU_PRIVACIES.map((privacy) => ({
      ...places[subject],
      id: itemId(subject, privacy),
      parentId: parentId(subject),
      title: titles[privacy],
    })),
  ]);
}
