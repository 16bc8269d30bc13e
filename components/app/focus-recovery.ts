import { useLayoutEffect } from 'preact/hooks';

/** The element that has the focus and its ancestors, innermost first. */
type FocusPath = readonly Element[];

/** The headings of views and sections. A heading can get the focus safely: Enter does nothing there. */
const HEADING = 'h2[tabindex="-1"]';

/** Regions with controls. The focus moves to the submit button, or to the first control. */
const CONTROLS = 'form, search, fieldset:not([role="none"]), [role="tabpanel"]';

/**
 * Keeps the focus on the page. If the element with the focus disappears, the focus moves to the
 * nearest surviving region.
 */
export function useFocusRecovery(): void {
  useLayoutEffect(() => {
    let path: FocusPath = [];
    /** Whether a person has scrolled since the last focus. If so, a new focus does not scroll. */
    let hasScrolled = false;

    const onFocus = ({ target }: FocusEvent) => {
      hasScrolled = false;
      path = target instanceof Element ? pathOf(target) : [];
    };
    const onPress = ({ target }: PointerEvent) => {
      // A press outside the element means that the person has left the element.
      if (target instanceof Element && !path[0]?.contains(target)) path = [];
    };
    const onWheel = () => {
      hasScrolled = true;
    };
    const observer = new MutationObserver(() => {
      const isLost = path[0]?.isConnected === false && document.activeElement === document.body;
      if (isLost) successorOf(path)?.focus({ preventScroll: hasScrolled });
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

/** The elements of an answered question. The question disappears when the answer is stored. */
const ANSWERED = '.ask[aria-busy="true"] *';

/** Whether the focus is free: on the body, on a heading, or on an element that will disappear. */
export function isFocusFree(): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement?.matches(`${HEADING}, ${ANSWERED}`) === true;
}

/** Focuses the replacement of a pressed element, unless a person has moved the focus. */
export function takeFreeFocus(element: HTMLElement | null): void {
  if (!isFocusFree()) return;
  // A dialog keeps the focus until it closes, and then returns the focus.
  const dialog = document.activeElement?.closest('dialog');
  if (dialog) dialog.addEventListener('close', () => element?.focus(), { once: true });
  else element?.focus();
}

/** Focuses the row of a report, if a list shows the report. */
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

/** Returns the element to focus, from the nearest region that survives or has a replacement. */
function successorOf(path: FocusPath): HTMLElement | null {
  for (const region of path) {
    const successor = region.isConnected ? targetIn(region) : replacementOf(region);
    if (successor) return successor;
  }
  return null;
}

function targetIn(region: Element): HTMLElement | null {
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

/** Returns the heading that names a region, or else the first heading in the region. */
function headingOf(region: Element): HTMLElement | null {
  const own = document.getElementById(region.getAttribute('aria-labelledby') ?? '');
  return own?.matches(HEADING) ? own : region.querySelector<HTMLElement>(HEADING);
}

/** Returns the row of a removed line's report, or the button that opened a removed region. */
function replacementOf(region: Element): HTMLElement | null {
  const reportId = region.getAttribute('data-about');
  return (reportId === null ? null : rowOf(reportId)) ?? openerOf(region);
}

function openerOf({ id }: Element): HTMLElement | null {
  return id === '' ? null : document.querySelector(`[aria-controls="${CSS.escape(id)}"]`);
}
