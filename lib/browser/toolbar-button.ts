import { browser } from 'wxt/browser';

/** The badge and the tooltip of the toolbar button. */
export interface ButtonLook {
  /** The text of the badge, at most four characters; empty for no badge. */
  text: string;
  /** A CSS hex colour with a contrast of at least 4.5 to white. */
  background: string;
  /** The tooltip. */
  title: string;
}

const TEXT_COLOR = '#ffffff';

/**
 * Browsers on phones have no badge.
 * @param text null to remove the tab's own text
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
  // The title is last, because `inheritButtonLook` reads the title to find a tab's own look. If the
  // tab loads another page before this call, the browser resets the whole look.
  await action.setTitle({ ...target, title: look.title });
}

/** Sets the look of all windows, or of one tab until that tab loads another page. */
export function setButtonLook(look: ButtonLook, tabId?: number): Promise<void> {
  return setLook(look, look.text, tabId);
}

/** Replaces a tab's own look by the common look of all windows. */
export async function inheritButtonLook(common: ButtonLook, tabId: number): Promise<void> {
  // Browsers can set the colours and the title of a tab, but not remove them.
  if ((await browser.action.getTitle({ tabId })) === common.title) return;
  await setLook(common, null, tabId);
}
