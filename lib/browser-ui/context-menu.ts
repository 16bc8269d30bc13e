import type { ContextMenuItem, MenuClick } from '@/lib/browser/browser-menus';
import { Privacy } from '@/lib/report/privacy';
import { createLatestWrite } from '@/lib/storage/latest-write';

export const MENU_SUBJECTS = ['page', 'link'] as const;
type MenuSubject = (typeof MENU_SUBJECTS)[number];

/** The key is the last part of an item's id. */
const PRIVACIES_BY_NAME = {
  public: Privacy.Public,
  private: Privacy.Private,
  password: Privacy.Password,
};
export type MenuPrivacy = keyof typeof PRIVACIES_BY_NAME;

/** In the order of the menu. */
export const MENU_PRIVACIES = Object.keys(PRIVACIES_BY_NAME) as MenuPrivacy[];

function parentId(subject: MenuSubject): string {
  return `report-${subject}`;
}

function itemId(subject: MenuSubject, privacy: MenuPrivacy): string {
  return `${parentId(subject)}/${privacy}`;
}

/** Returns the address to report and its privacy; null for an unknown menu item. */
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

export type MenuTitles = Record<MenuSubject | MenuPrivacy, string>;

const WEB_ADDRESSES = ['http://*/*', 'https://*/*'];

/** Which menus show the items. */
interface MenuPlaces {
  /** Match patterns of suspended tabs. */
  suspendedTabs: readonly string[];
  /** Whether the menus of tabs, including tabs in the background, show the items of pages. */
  hasTabMenus: boolean;
}

export function menuItems(
  titles: MenuTitles,
  { suspendedTabs, hasTabMenus }: MenuPlaces,
): ContextMenuItem[] {
  const patterns = [...WEB_ADDRESSES, ...suspendedTabs];
  const conditions: Record<MenuSubject, Omit<ContextMenuItem, 'id' | 'title'>> = {
    page: {
      // The context menu of a text field (`editable`) is about the text, not about the page.
      contexts: [
        'page',
        'frame',
        'selection',
        'image',
        'video',
        'audio',
        ...(hasTabMenus ? (['tab'] as const) : []),
      ],
      documentUrlPatterns: patterns,
    },
    link: { contexts: ['link'], targetUrlPatterns: patterns },
  };
  return MENU_SUBJECTS.flatMap((subject) => [
    { ...conditions[subject], id: parentId(subject), title: titles[subject] },
    ...MENU_PRIVACIES.map((privacy) => ({
      ...conditions[subject],
      id: itemId(subject, privacy),
      parentId: parentId(subject),
      title: titles[privacy],
    })),
  ]);
}

interface ContextMenuTools extends MenuPlaces {
  /** Returns the current titles. */
  readTitles(): Promise<MenuTitles>;
  /** Replaces all items. */
  setMenus(items: readonly ContextMenuItem[]): Promise<void>;
  /** Rejects if the item does not exist. */
  setTitle(itemId: string, title: string): Promise<void>;
}

/** The items of the browser's context menu. No method rejects. */
export interface ContextMenu {
  install(): Promise<void>;
  /** Updates the titles that contain the name of a service. */
  refresh(): Promise<void>;
}

export function createContextMenu(tools: ContextMenuTools): ContextMenu {
  const { readTitles, setMenus, setTitle } = tools;

  async function install(): Promise<void> {
    await setMenus(menuItems(await readTitles(), tools));
  }

  async function updateTitles(): Promise<void> {
    const titles = await readTitles();
    await Promise.all(MENU_SUBJECTS.map((subject) => setTitle(parentId(subject), titles[subject])));
  }

  const refresh = createLatestWrite(updateTitles);
  return {
    install: () => install().catch(() => {}),
    refresh: () => refresh().catch(() => {}),
  };
}
