import { browser } from 'wxt/browser';

/** How the toolbar button shows it: as a badge of a few letters, and in words. */
export interface ButtonLook {
  /** At most four characters; empty for no badge. */
  text: string;
  /** As a CSS hex colour: white letters on it have a contrast of at least 4.5. */
  background: string;
  /** What the button is called. */
  title: string;
}

const TEXT_COLOR = '#ffffff';

/** Browsers on phones have a button without a badge. */
async function setLook(look: ButtonLook, text: string | null, tabId?: number): Promise<void> {
  const { action } = browser;
  const at = tabId === undefined ? {} : { tabId };
  await Promise.all([
    action.setBadgeBackgroundColor?.({ ...at, color: look.background }),
    action.setBadgeTextColor?.({ ...at, color: TEXT_COLOR }),
  ]);
  // Null, which the types do not know, is for what all windows show.
  await action.setBadgeText?.({ ...at, text: text as string });
  // Last, since it is what tells whether a tab has a look of its own: the tab may show another page
  // in the middle, with which all of its look goes that was set by then.
  await action.setTitle({ ...at, title: look.title });
}

/** Makes the button look so in all windows, or on one tab until that shows another page. */
export function setButtonLook(look: ButtonLook, tabId?: number): Promise<void> {
  return setLook(look, look.text, tabId);
}

/**
 * Lets the button of a tab look as in all windows, where it had a look of its own.
 * @param common the look in all windows, which has been set
 */
export async function inheritButtonLook(common: ButtonLook, tabId: number): Promise<void> {
  // Browsers do not take back a tab's colours and title.
  if ((await browser.action.getTitle({ tabId })) === common.title) return;
  await setLook(common, null, tabId);
}
