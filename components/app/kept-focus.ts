import { useLayoutEffect } from 'preact/hooks';

/** The element that has the focus, with what it stood in, from the nearest region to the farthest. */
type FocusPath = readonly Element[];

/** The headings of views and sections. An Enter on one does nothing. */
const HEADING = 'h2[tabindex="-1"]';

/** The regions that a person fills in or presses: what they lead to has the focus, or else their first control. */
const CONTROLS = 'form, search, fieldset, [role="tabpanel"]';

/** Keeps the focus on the page: if its element disappears, the nearest surviving region has it. */
export function useKeptFocus(): void {
  useLayoutEffect(() => {
    let path: FocusPath = [];
    /** Whether a person has scrolled since: what they look at then stays in sight. */
    let hasScrolled = false;

    const onFocus = ({ target }: FocusEvent) => {
      hasScrolled = false;
      path = target instanceof Element ? pathOf(target) : [];
    };
    const onPress = ({ target }: PointerEvent) => {
      // Whoever presses beside it has left it.
      if (target instanceof Element && !path[0]?.contains(target)) path = [];
    };
    const onWheel = () => {
      hasScrolled = true;
    };
    const observer = new MutationObserver(() => {
      const isLost = path[0]?.isConnected === false && document.activeElement === document.body;
      if (isLost) nextOf(path)?.focus({ preventScroll: hasScrolled });
    });

    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('wheel', onWheel, { passive: true });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('wheel', onWheel);
      observer.disconnect();
    };
  }, []);
}

/** What is about to go. */
const ANSWERED = '.ask[aria-busy="true"] *';

/** Whether nothing has the focus that a person has put it on, and that stays. */
export function isFocusFree(): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement?.matches(`${HEADING}, ${ANSWERED}`) === true;
}

/** Gives the focus to what has come in place of what was pressed, unless a person has put it elsewhere. */
export function takeFreeFocus(element: HTMLElement | null): void {
  if (!isFocusFree()) return;
  // Nothing below a dialog takes the focus before that has closed, and gives it back.
  const dialog = document.activeElement?.closest('dialog');
  if (dialog) dialog.addEventListener('close', () => element?.focus(), { once: true });
  else element?.focus();
}

/** Gives the focus to the row of a report, where a list shows it. */
export function focusReport(reportId: string): void {
  rowOf(reportId)?.focus();
}

function rowOf(reportId: string): HTMLElement | null {
  return document.querySelector(`[data-report="${CSS.escape(reportId)}"] .row`);
}

function pathOf(element: Element): FocusPath {
  const { parentElement: parent } = element;
  return parent === null ? [element] : [element, ...pathOf(parent)];
}

/** What has the focus next: of the nearest region that survives or has left something behind. */
function nextOf(path: FocusPath): HTMLElement | null {
  for (const region of path) {
    const next = region.isConnected ? focusIn(region) : leftBy(region);
    if (next) return next;
  }
  return null;
}

function focusIn(region: Element): HTMLElement | null {
  if (region.matches(CONTROLS)) {
    return (
      region.querySelector<HTMLElement>('[type="submit"]') ??
      region.querySelector<HTMLElement>('input, select, textarea, button')
    );
  }
  if (region instanceof HTMLElement && region.matches('[tabindex="-1"]')) return region;
  if (region.matches('section, article, main, body')) return headingOf(region);
  return openerOf(region);
}

/** The heading that a region is named by, or else its first: that of another part may be far away. */
function headingOf(region: Element): HTMLElement | null {
  const own = document.getElementById(region.getAttribute('aria-labelledby') ?? '');
  return own?.matches(HEADING) ? own : region.querySelector<HTMLElement>(HEADING);
}

/** The row of the report that a line was about, or the button that had opened a part of the page. */
function leftBy(region: Element): HTMLElement | null {
  const reportId = region.getAttribute('data-about');
  return (reportId === null ? null : rowOf(reportId)) ?? openerOf(region);
}

function openerOf({ id }: Element): HTMLElement | null {
  return id === '' ? null : document.querySelector(`[aria-controls="${CSS.escape(id)}"]`);
}
