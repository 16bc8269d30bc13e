import { browser } from 'wxt/browser';

const POPUP_PATH = '/popup.html';

/** Whether the popup is there to be seen: at the toolbar button, or in a tab that is in front. */
export async function isPopupOpen(): Promise<boolean> {
  const { getContexts } = browser.runtime as Partial<typeof browser.runtime>;
  if (!getContexts) return isAnyViewVisible();
  const [contexts, tabs] = await Promise.all([
    getContexts({ contextTypes: ['POPUP', 'TAB'] }),
    browser.tabs.query({ active: true }),
  ]);
  const inFront = new Set(tabs.map(({ id }) => id));
  return contexts.some(({ contextType, tabId, documentUrl = '' }) => {
    if (contextType === 'POPUP') return true;
    return URL.parse(documentUrl)?.pathname === POPUP_PATH && inFront.has(tabId);
  });
}

/** The same in browsers whose background is a page. */
function isAnyViewVisible(): boolean {
  // They are windows of pages, which the types take for windows of the browser.
  const views = (browser.extension?.getViews?.() ?? []) as unknown as Window[];
  return views.some(
    ({ location, document }) =>
      location.pathname === POPUP_PATH && document.visibilityState === 'visible',
  );
}
