import { useEffect } from 'preact/hooks';

/** The search field, wherever it stands. */
const SEARCH = 'input[type="search"]';

/**
 * The popup's keys beyond those of its controls: `/` goes to the search, the down arrow from there
 * into the list, Escape back from a report.
 * @param onBack goes back, null where there is nowhere to go: Escape then closes the popup
 */
export function usePopupKeys(onBack: (() => void) | null): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const isHandled = handleKey(event, onBack);
      if (isHandled) event.preventDefault();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [onBack]);
}

function handleKey(event: KeyboardEvent, onBack: (() => void) | null): boolean {
  const { key, target } = event;
  const field = target instanceof Element ? target : null;
  if (key === 'Escape' && onBack !== null) {
    onBack();
    return true;
  }
  if (key === '/' && !field?.matches('input, textarea, select')) {
    return focus(document.querySelector(SEARCH));
  }
  if (key === 'ArrowDown' && field?.matches(SEARCH)) {
    return focus(document.querySelector('.rows button'));
  }
  return false;
}

function focus(element: Element | null): boolean {
  if (element instanceof HTMLElement) element.focus();
  return element !== null;
}
