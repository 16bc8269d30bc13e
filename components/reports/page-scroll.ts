import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Begins each view at its top, and keeps the rows of a table where they are in the window while a report opens
 * or closes beside them: the parts above need another height then.
 */
export function usePageScroll(view: string, isReportOpen: boolean): void {
  const wasOpen = useRef(isReportOpen);
  // The document is still as it was while this view is drawn.
  const before = wasOpen.current === isReportOpen ? null : tableTop();
  wasOpen.current = isReportOpen;
  useLayoutEffect(() => {
    if (before !== null) scrollBy(0, tableTop() - before);
  });
  useLayoutEffect(() => scrollTo(0, 0), [view]);
}

const tableTop = (): number =>
  document.querySelector('.reports-table')?.getBoundingClientRect().top ?? 0;
