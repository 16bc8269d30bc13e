import type { ContextMenuItem, MenuClick } from '@/lib/browser/browser-menus';
import { Privacy } from '@/lib/report/privacy';

/** The subjects that the context menu can report: the page, or the clicked link. */
export const MENU_SUBJECTS = ['page', 'link'] as const;
type MenuSubject = (typeof MENU_SUBJECTS)[number];

/** The privacy of each menu item, by the last part of the item's id. */
const PRIVACIES_BY_NAME = {
  public: Privacy.Public,
  private: Privacy.Private,
  password: Privacy.Password,
};
export type MenuPrivacy = keyof typeof PRIVACIES_BY_NAME;

/** The names of the privacies, in the order of the menu. */
export const MENU_PRIVACIES = Object.keys(PRIVACIES_BY_NAME) as MenuPrivacy[];

/** Returns the id of the parent item, which opens the items of a subject. */
function parentId(subject: MenuSubject): string {
  return `report-${subject}`;
}

/** Returns the id of a menu item that creates a report. */
function itemId(subject: MenuSubject, privacy: MenuPrivacy): string {
  return `${parentId(subject)}/${privacy}`;
}

/** Returns the address and privacy to report after a click; null for an unknown item. */
export function requestOf(
  click: Omit<MenuClick, 'isPrivate'>,
): { address: string; privacy: Privacy } | null {
  for (const subject of MENU_SUBJECTS) {
    const privacy = MENU_PRIVACIES.find((name) => itemId(subject, name) === click.itemId);
    const address = subject === 'page' ? click.pageUrl : click.linkUrl;
    if (privacy) return { address: address ?? '', privacy: PRIVACIES_BY_NAME[privacy] };
  }
  return null;
}

/** The titles of the menu items, in the browser's language. */
export type MenuTitles = Record<MenuSubject | MenuPrivacy, string>;

const WEB_ADDRESSES = ['http://*/*', 'https://*/*'];

/**
 * Returns all items of the context menu. Each parent item precedes its child items.
 * @param viewerPages match patterns of other extensions' pages that may show a web page
 */
export function menuItems(titles: MenuTitles, viewerPages: readonly string[]): ContextMenuItem[] {
  const patterns = [...WEB_ADDRESSES, ...viewerPages];
  const places: Record<MenuSubject, Omit<ContextMenuItem, 'id' | 'title'>> = {
    // The context `editable` is absent, because the menu of a text field concerns its text.
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
