import { browser } from 'wxt/browser';

/** The badge and the tooltip of the toolbar button. */
export interface ButtonLook {
  /** At most four characters; empty for no badge. */
  text: string;
  /** CSS hex colour with a contrast of at least 4.5 to white text. */
  background: string;
  title: string;
}

const TEXT_COLOR = '#ffffff';

/** Sets the badge and the title. Browsers on phones have no badge. */
async function setLook(look: ButtonLook, text: string | null, tabId?: number): Promise<void> {
  const { action } = browser;
  const target = tabId === undefined ? {} : { tabId };
  await Promise.all([
    action.setBadgeBackgroundColor?.({ ...target, color: look.background }),
    action.setBadgeTextColor?.({ ...target, color: TEXT_COLOR }),
  ]);
  // Null, which the types do not declare, removes the tab's own text.
  await action.setBadgeText?.({ ...target, text: text as string });
  // The title is last: `inheritButtonLook` reads it to know whether a tab has a look of its own.
  // The browser resets the whole look if the tab loads another page before this call.
  await action.setTitle({ ...target, title: look.title });
}

/** Sets the look of the button in all windows, or on one tab until the tab loads another page. */
export function setButtonLook(look: ButtonLook, tabId?: number): Promise<void> {
  return setLook(look, look.text, tabId);
}

/**
 * Replaces a tab's own look by the look of all windows.
 * @param common the look of all windows
 */
export async function inheritButtonLook(common: ButtonLook, tabId: number): Promise<void> {
  // Browsers cannot remove the colours and the title of a tab.
  if ((await browser.action.getTitle({ tabId })) === common.title) return;
  await setLook(common, null, tabId);
}
