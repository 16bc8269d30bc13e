import { useLayoutEffect } from 'preact/hooks';

/** Of an element, as a selector: what takes the focus when something goes in there that has it. */
const NEXT = 'data-next-focus';

/** What takes it otherwise. There a further Enter does nothing. */
const HEADING = '#reports-heading, .report-url, #service-heading';

/** Keeps the focus on the page when what has it goes: it passes to what stands near by. */
export function useKeptFocus(): void {
  useLayoutEffect(() => {
    let holder: Element | null = null;
    let places: string[] = [];
    /** Whether a person has scrolled since: what they look at then stays in sight. */
    let hasScrolled = false;

    const onFocus = ({ target }: FocusEvent) => {
      holder = target instanceof Element ? target : null;
      hasScrolled = false;
      places = holder === null ? [] : [...placesAround(holder), HEADING];
    };
    const onPress = ({ target }: PointerEvent) => {
      // Whoever presses beside it has left it.
      if (target instanceof Element && !holder?.contains(target)) holder = null;
    };
    const onWheel = () => {
      hasScrolled = true;
    };
    const observer = new MutationObserver(() => {
      if (holder === null || holder.isConnected || document.activeElement !== document.body) return;
      const found = places.map((place) => document.querySelector<HTMLElement>(place));
      found.find((element) => element !== null)?.focus({ preventScroll: hasScrolled });
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

/** From the nearest to the farthest. */
function placesAround(element: Element): string[] {
  const around = element.closest(`[${NEXT}]`);
  if (around === null) return [];
  const place = around.getAttribute(NEXT) ?? '';
  return [place, ...(around.parentElement ? placesAround(around.parentElement) : [])];
}
