import { useLayoutEffect } from 'preact/hooks';

/**
 * Keeps the focus in the list when the line of a deletion goes that has it: it goes to the report's
 * row where that is back, otherwise to the list's heading. There the Enter that came too late for
 * Undo does nothing.
 */
export function useKeptFocus(): void {
  // Before anything is drawn: afterwards the line is gone, and the focus with it.
  const id = document.activeElement?.closest<HTMLElement>('.deletion')?.dataset.deletion;
  useLayoutEffect(() => {
    if (id === undefined || document.activeElement !== document.body) return;
    const row = document.querySelector<HTMLElement>(`[data-report="${CSS.escape(id)}"] .row`);
    (row ?? document.getElementById('reports-heading'))?.focus();
  });
}
