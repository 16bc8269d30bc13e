import { useEffect } from 'preact/hooks';

/**
 * Lets the second half of a double click press no other button than the first: what was pressed may
 * be gone by then, and another button stand under the pointer.
 */
export function useDoubleClickGuard(): void {
  useEffect(() => {
    let first: Element | null = null;
    const listener = (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (event.detail <= 1) first = button;
      else if (button !== null && button !== first) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    document.addEventListener('click', listener, { capture: true });
    return () => document.removeEventListener('click', listener, { capture: true });
  }, []);
}
