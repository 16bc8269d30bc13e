import { useEffect } from 'preact/hooks';

const SEARCH = 'input[type="search"]';

/**
 * The page's keys beyond those of its controls: `/` goes to the search, Escape takes a search away and
 * then goes back.
 * @param onBack goes back; null where there is nowhere to go
 */
export function useReportsKeys(onBack: (() => void) | null): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented) return;
      const { key, target } = event;
      const field = target instanceof HTMLInputElement ? target : null;
      const search = document.querySelector<HTMLInputElement>(SEARCH);
      const isTyping = target instanceof Element && target.matches('input, textarea, select');
      if (key === '/' && search && !isTyping) {
        event.preventDefault();
        search.focus();
      } else if (key === 'Escape' && field?.matches(SEARCH) && field.value) {
        event.preventDefault();
        field.value = '';
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      } else if (key === 'Escape' && onBack !== null) {
        event.preventDefault();
        onBack();
      }
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [onBack]);
}
