import { useEffect } from 'preact/hooks';

/**
 * The page's keys beyond those of its controls: `/` goes to the search, Escape takes a search away and
 * then goes back.
 * @param onBack goes back; null where there is nowhere to go
 */
export function useReportsKeys(onBack: (() => void) | null): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented) return;
      const field = event.target instanceof Element ? event.target : null;
      const search = document.querySelector<HTMLInputElement>('.find-reports [type="search"]');
      if (event.key === '/' && search && !field?.matches('input, textarea, select')) {
        event.preventDefault();
        search.focus();
      } else if (event.key === 'Escape' && field === search && search?.value) {
        event.preventDefault();
        search.value = '';
        search.dispatchEvent(new InputEvent('input', { bubbles: true }));
      } else if (event.key === 'Escape' && onBack !== null) {
        event.preventDefault();
        onBack();
      }
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [onBack]);
}
