import { browser } from 'wxt/browser';

/**
 * Whether a page of ours is there to be seen: at the toolbar button, beside the tabs, or in a tab
 * that is in front.
 * @param page how its address begins, such as `popup.html`
 */
export async function isInSight(page: string): Promise<boolean> {
  const start = browser.runtime.getURL('/') + page;
  const { getContexts } = browser.runtime as Partial<typeof browser.runtime>;
  if (!getContexts) return isAnyViewVisible(start);
  const [contexts, tabs] = await Promise.all([
    getContexts({ contextTypes: ['POPUP', 'SIDE_PANEL', 'TAB'] }),
    browser.tabs.query({ active: true }),
  ]);
  const inFront = new Set(tabs.map(({ id }) => id));
  return contexts.some(
    ({ contextType, tabId, documentUrl = '' }) =>
      documentUrl.startsWith(start) && (contextType !== 'TAB' || inFront.has(tabId)),
  );
}

/** The same in browsers whose background is a page. */
function isAnyViewVisible(start: string): boolean {
  // They are windows of pages, which the types take for windows of the browser.
  const views = (browser.extension?.getViews?.() ?? []) as unknown as Window[];
  return views.some(
    ({ location, document }) =>
      location.href.startsWith(start) && document.visibilityState === 'visible',
  );
}
