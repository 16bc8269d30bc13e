import { browser } from 'wxt/browser';

/** The address of the page that the toolbar button was pressed on, where the browser tells it. */
export async function activeTabUrl(): Promise<string | undefined> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab?.url;
}
