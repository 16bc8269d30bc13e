import { browser } from 'wxt/browser';

/** The page that the toolbar button was pressed on. */
export interface ActiveTab {
  id: number | undefined;
  /** Undefined where the browser does not tell: its own pages, mostly. */
  url: string | undefined;
  /** Whether its window is a private one, or may be: where the browser does not tell. */
  isPrivate: boolean;
}

/** Finds the tab in front of the person. */
export async function activeTab(): Promise<ActiveTab> {
  try {
    const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
    return { id: tab?.id, url: tab?.url, isPrivate: tab?.incognito ?? true };
  } catch {
    return { id: undefined, url: undefined, isPrivate: true };
  }
}

/**
 * The address that the page itself names as its own, null where it names none or the browser lets
 * no extension look. The press of the toolbar button is what allows it.
 */
export async function canonicalUrl({ id }: Pick<ActiveTab, 'id'>): Promise<string | null> {
  if (id === undefined) return null;
  try {
    const [answer] = await browser.scripting.executeScript({
      target: { tabId: id },
      func: () => document.querySelector<HTMLLinkElement>('link[rel~="canonical" i]')?.href ?? null,
    });
    return typeof answer?.result === 'string' ? answer.result : null;
  } catch {
    return null;
  }
}

/** Opens an address in a tab of its own. */
export async function openTab(url: string): Promise<void> {
  await browser.tabs.create({ url });
}
