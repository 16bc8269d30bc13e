/**
 * Returns the handlers of a button that opens a view. With Ctrl, ⌘ or the middle mouse button, the
 * view opens in a new tab, like a link. A real link would show its address, and browsers would
 * store the address.
 */
export function openingPress(onOpen: (inNewTab: boolean, event: MouseEvent) => void) {
  return {
    onClick: (event: MouseEvent) => onOpen(event.ctrlKey || event.metaKey, event),
    onAuxClick(event: MouseEvent) {
      if (event.button === 1) onOpen(true, event);
    },
    /** Without this handler, some browsers would begin to scroll. */
    onMouseDown(event: MouseEvent) {
      if (event.button === 1) event.preventDefault();
    },
  };
}
