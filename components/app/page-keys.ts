import { useEffect } from 'preact/hooks';
import { leaveLatest, useEscape } from '@/components/ui/escape';

/** The search field, wherever it stands. */
const SEARCH = 'input[type="search"]';

/**
 * A page's keys beyond those of its controls: `/` goes to the search, the down arrow from there into the
 * list, the arrows go from row to row of it. Escape takes a search away, leaves what was opened last, and
 * then goes back.
 * @param onBack goes back, null where there is nowhere to go: Escape then closes the popup
 */
export function usePageKeys(onBack: (() => void) | null): void {
  usePressGuard();
  useEscape(onBack);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && handleKey(event)) event.preventDefault();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function handleKey({ key, target, isComposing }: KeyboardEvent): boolean {
  // The key is for the input method.
  if (isComposing) return false;
  const field = target instanceof Element ? target : null;
  if (key === 'Escape') {
    return (field?.matches(`${SEARCH}, .rows .row`) && emptySearch()) || leaveLatest();
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

/**
 * Lets a press count once, wherever it is made. The second half of a double click presses neither another
 * button than the first half, which may be gone by then, nor a button that sends a form; and a key that is
 * held presses nothing again.
 */
export function usePressGuard(): void {
  useEffect(() => {
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
