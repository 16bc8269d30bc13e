/**
 * Shrinks the popup to its window. On small screens, Chromium shows a scrollbar beside the whole
 * popup until the content is as low as the window.
 */
export function fitWindow(): void {
  const root = document.documentElement;
  const hasScrollbar = innerWidth > root.clientWidth;
  if (hasScrollbar) root.style.setProperty('--window-height', `${innerHeight}px`);
}
