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

/** @param text null to remove the text of one tab */
async function setLook(look: ButtonLook, text: string | null, tabId?: number): Promise<void> {
  // Browsers on phones show the title, but no badge.
  const { action } = browser;
  const target = tabId === undefined ? {} : { tabId };
  await Promise.all([
    action.setBadgeBackgroundColor?.({ ...target, color: look.background }),
    action.setBadgeTextColor?.({ ...target, color: TEXT_COLOR }),
  ]);
  // The types do not declare null.
  await action.setBadgeText?.({ ...target, text: text as string });
  // The title is last, because `inheritButtonLook` compares only the title.
  await action.setTitle({ ...target, title: look.title });
}

/** Sets the look in all windows, or on one tab until the tab loads another page. */
export function setButtonLook(look: ButtonLook, tabId?: number): Promise<void> {
  return setLook(look, look.text, tabId);
}

/** Resets the look of a tab to the look in all windows. */
export async function inheritButtonLook(common: ButtonLook, tabId: number): Promise<void> {
  // Browsers can replace the colours and the title of a tab, but cannot remove these.
  if ((await browser.action.getTitle({ tabId })) === common.title) return;
  await setLook(common, null, tabId);
}
