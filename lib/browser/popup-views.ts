import { browser } from 'wxt/browser';

/** What newer browsers tell of an extension's open pages. */
interface Contexts {
  getContexts?(filter: { contextTypes: string[] }): Promise<unknown[]>;
}

/** Whether the popup is open at the toolbar button. */
export async function isPopupOpen(): Promise<boolean> {
  const { getContexts }: Contexts = browser.runtime as Contexts;
  if (getContexts) return (await getContexts({ contextTypes: ['POPUP'] })).length > 0;
  return (browser.extension?.getViews?.({ type: 'popup' }) ?? []).length > 0;
}
