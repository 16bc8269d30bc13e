import { useLayoutEffect } from 'preact/hooks';
import { escapeLatest, useEscape } from '@/components/ui/escape';
import { hasModifier } from '@/components/ui/modifier-keys';

const SEARCH = 'input[type="search"]';

/** The rows of a list or of the table of reports. The table moves the focus between its own rows. */
const ROWS = ':is(.rows, .reports-table) .row';

/** The clients and problems that a search has found, above the table. */
const FOUND_NAMES = '.found-names button';

/**
 * Adds the keyboard shortcuts of an extension page:
 * - `/` focuses the search field of the page.
 * - The down arrow moves from this field to the names that were found, and into the list or table.
 *   Arrows move between rows.
 * - Escape clears the focused search field. In a row, Escape clears the search field of the page.
 *   Without a text to clear, Escape cancels a question, or calls `onBack` (`useEscape`).
 * @param onBack null if there is no way back. Escape then closes the popup.
 */
export function usePageKeys(onBack: (() => void) | null): void {
  usePressGuard();
  useEscape(onBack);
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && handleKey(event)) event.preventDefault();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function handleKey(event: KeyboardEvent): boolean {
  const { key, target, isComposing } = event;
  // During composition, the input method handles the key.
  if (isComposing || hasModifier(event)) return false;
  const field = target instanceof Element ? target : null;
  if (key === 'Escape') {
    return clearSearch(field) || escapeLatest();
  }
  if (key === '/' && !field?.matches('input, textarea, select')) {
    return focus(pageSearch());
  }
  if (key === 'ArrowDown' && field !== null && field === pageSearch()) {
    return focus(document.querySelector(`${FOUND_NAMES}, ${ROWS}`));
  }
  if (field?.matches(FOUND_NAMES)) return focus(besideName(key, field));
  const list = field?.matches('.row') && field.closest('.rows');
  return list ? focus(rowAfter(key, [...list.querySelectorAll('.row')], field)) : false;
}

/**
 * Returns the search field of the page. Dialogs and other parts of the page may have their own
 * search fields.
 */
function pageSearch(): HTMLInputElement | null {
  return document.querySelector(`search ${SEARCH}`) ?? document.querySelector(SEARCH);
}

/**
 * Clears a search field. Not every browser clears the field on Escape.
 * @param target the element with the focus
 * @returns whether the field had a text
 */
function clearSearch(target: Element | null): boolean {
  const own = target instanceof HTMLInputElement && target.matches(SEARCH) ? target : null;
  const field = own ?? (target?.matches(`${FOUND_NAMES}, ${ROWS}`) ? pageSearch() : null);
  if (!field?.value) return false;
  field.value = '';
  // The row with the focus may disappear.
  field.focus();
  return field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Returns the element to which an arrow key moves the focus from a found name. */
function besideName(key: string, name: Element): Element | null {
  const names = [...document.querySelectorAll(FOUND_NAMES)];
  const at = names.indexOf(name);
  if (key === 'ArrowDown') return names[at + 1] ?? document.querySelector(ROWS);
  if (key === 'ArrowUp') return names[at - 1] ?? pageSearch();
  return null;
}

/** Returns the row to which a key moves the focus; null for a key that does not move the focus. */
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

/**
 * Stops accidental presses. The second click of a double click submits no form, and presses no
 * button that has replaced the clicked button. A held Enter key presses once.
 */
export function usePressGuard(): void {
  useLayoutEffect(() => {
    let first: Element | null = null;
    const onClick = (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (event.detail <= 1) first = button;
      else if (button !== null && (button !== first || button.type === 'submit')) stop(event);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const isRepeat = event.key === 'Enter' && event.repeat && event.target instanceof Element;
      if (isRepeat && (event.target as Element).matches('button, form :not(textarea)')) stop(event);
    };
    document.addEventListener('click', onClick, { capture: true });
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      document.removeEventListener('click', onClick, { capture: true });
      document.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, []);
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
