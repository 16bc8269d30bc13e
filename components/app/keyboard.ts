import { useEffect } from 'preact/hooks';

/** The search field, wherever it stands. */
const SEARCH = 'input[type="search"]';

/**
 * The popup's keys beyond those of its controls: `/` goes to the search, the down arrow from there
 * into the list, the arrows go from row to row of it, Escape takes a search away and then goes back
 * from a report.
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
  // A key that is held presses once.
  if (key === 'Enter' && event.repeat && field?.closest('button, form')) return true;
  // The key is for the input method.
  if (event.isComposing) return false;
  if (key === 'Escape' && field?.matches(`${SEARCH}, .row`) && emptySearch()) return true;
  if (key === 'Escape' && onBack !== null) {
    onBack();
    return true;
  }
  if (key === '/' && !field?.matches('input, textarea, select')) {
    return focus(document.querySelector(SEARCH));
  }
  if (key === 'ArrowDown' && field?.matches(SEARCH)) {
    return focus(document.querySelector('.rows .row'));
  }
  const list = field?.matches('.row') && field.closest('.rows');
  return list ? focus(rowAfter(key, [...list.querySelectorAll('.row')], field)) : false;
}

/** Takes away what is searched for; false where nothing is. Not every browser does so by itself. */
function emptySearch(): boolean {
  const field = document.querySelector<HTMLInputElement>(SEARCH);
  if (!field?.value) return false;
  field.value = '';
  // The rows that had the focus may go.
  field.focus();
  return field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** The row that a key goes to from another; null where it goes nowhere. */
function rowAfter(key: string, rows: Element[], row: Element | null): Element | null {
  const at = row === null ? -1 : rows.indexOf(row);
  const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key];
  if (target === undefined) return null;
  return rows[Math.min(Math.max(target, 0), rows.length - 1)] ?? null;
}

function focus(element: Element | null): boolean {
  if (element instanceof HTMLElement) element.focus();
  return element !== null;
}
