/**
 * Makes the popup as low as its window. Where a screen has no room for all of it, Chromium puts a
 * scrollbar beside the whole popup, whatever the style sheet says, until the content is as low.
 */
export function fitWindow(): void {
  const root = document.documentElement;
  const hasScrollbar = innerWidth > root.clientWidth;
  if (hasScrollbar) root.style.setProperty('--window-height', `${innerHeight}px`);
}
