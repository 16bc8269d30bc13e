import {
  itemId,
  MENU_PRIVACIES,
  MENU_SUBJECTS,
  type MenuPrivacy,
  type MenuSubject,
  parentId,
} from './menu-click';

type MenuContext = 'page' | 'frame' | 'selection' | 'image' | 'video' | 'audio' | 'link';

/** An item of the browser's context menu; one without a parent opens those that have it as theirs. */
export interface MenuItem {
  id: string;
  parentId?: string;
  title: string;
  /** What has to be clicked for it to be there. */
  contexts: [MenuContext, ...MenuContext[]];
  /** Patterns of the page's address, or of the link's. */
  documentUrlPatterns?: string[];
  targetUrlPatterns?: string[];
}

/** The words of the items, in the browser's language. */
export type MenuTitles = Record<MenuSubject | MenuPrivacy, string>;

const WEB_ADDRESSES = ['http://*/*', 'https://*/*'];

/** Where the items of each subject stand. */
const PLACES: Record<MenuSubject, Omit<MenuItem, 'id' | 'title'>> = {
  // Not in text fields, whose menu is for what is in them.
  page: {
    contexts: ['page', 'frame', 'selection', 'image', 'video', 'audio'],
    documentUrlPatterns: WEB_ADDRESSES,
  },
  link: { contexts: ['link'], targetUrlPatterns: WEB_ADDRESSES },
};

/** What the browser's context menu offers; parents come first. */
export function menuItems(titles: MenuTitles): MenuItem[] {
  return MENU_SUBJECTS.flatMap((subject) => [
    { ...PLACES[subject], id: parentId(subject), title: titles[subject] },
    ...MENU_PRIVACIES.map((privacy) => ({
      ...PLACES[subject],
      id: itemId(subject, privacy),
      parentId: parentId(subject),
      title: titles[privacy],
    })),
  ]);
}
