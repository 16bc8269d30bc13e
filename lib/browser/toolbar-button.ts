import { browser } from 'wxt/browser';

/** The badge and the tooltip of the toolbar button. */
export interface ButtonLook {
  /** The text of the badge, at most four characters; empty for no badge. */
  text: string;
  /** The colour of the badge: a CSS hex colour with a contrast of at least 4.5 to white. */
  background: string;
  /** The tooltip. */
  title: string;
}

const TEXT_COLOR = '#ffffff';

/**
 * Sets badge and title, in all windows or on one tab. Browsers on phones have no badge.
 * @param text the text of the badge; null to remove the tab's own text
 */
async function setLook(look: ButtonLook, text: string | null, tabId?: number): Promise<void> {
  const { action } = browser;
  const target = tabId === undefined ? {} : { tabId };
  await Promise.all([
    action.setBadgeBackgroundColor?.({ ...target, color: look.background }),
    action.setBadgeTextColor?.({ ...target, color: TEXT_COLOR }),
  ]);
  // The types do not declare null.
  await action.setBadgeText?.({ ...target, text: text as string });
  // The title is last, because `inheritButtonLook` reads it to find out whether a tab has its own
  // look. If the tab loads another page before this call, the browser resets the whole look.
  await action.setTitle({ ...target, title: look.title });
}

/** Sets the look of the button: in all windows, or on one tab until that tab loads another page. */
export function setButtonLook(look: ButtonLook, tabId?: number): Promise<void> {
  return setLook(look, look.text, tabId);
}

/**
 * Gives a tab the look of all windows in place of its own look.
 * @param common the look of all windows
 */
export async function inheritButtonLook(common: ButtonLook, tabId: number): Promise<void> {
  // Browsers can set the colours and the title of a tab, but not remove them.
  if ((await browser.action.getTitle({ tabId })) === common.title) return;
  await setLook(common, null, tabId);
}
