const OPEN = 'data-open';

/** The handlers by which Preact recognises the names of events. */
const HANDLERS = ['oncommand', 'ontoggle'];

/** Adds popovers and their commands, which happy-dom does not have. */
export function usePopovers(): void {
  if (document.getElementById('popover-styles')) return;
  for (const name of HANDLERS) Reflect.set(HTMLElement.prototype, name, null);
  HTMLElement.prototype.hidePopover = function hidePopover() {
    toggle(this, false);
  };
  const styles = document.createElement('style');
  styles.id = 'popover-styles';
  styles.textContent = `[popover]:not([${OPEN}]) { display: none; }`;
  document.head.append(styles);
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[commandfor]') : null;
    const popover = document.getElementById(button?.getAttribute('commandfor') ?? '');
    if (popover === null || !(button instanceof HTMLElement)) return;
    const command = button.getAttribute('command');
    popover.dispatchEvent(Object.assign(new Event('command'), { command, source: button }));
    toggle(popover, !popover.hasAttribute(OPEN));
  });
  const onKeyDown = ({ key, ctrlKey }: KeyboardEvent) => {
    const open = document.querySelector<HTMLElement>(`[${OPEN}]`);
    if (key === 'Escape' && !ctrlKey && open) toggle(open, false);
  };
  document.addEventListener('keydown', onKeyDown, { capture: true });
}

/** The elements that had the focus when their popovers opened. */
const formerFocus = new WeakMap<HTMLElement, Element | null>();

function toggle(popover: HTMLElement, isOpening: boolean): void {
  if (popover.hasAttribute(OPEN) === isOpening) return;
  popover.toggleAttribute(OPEN, isOpening);
  const focused = document.activeElement;
  const former = formerFocus.get(popover);
  if (isOpening) formerFocus.set(popover, focused);
  else if (popover.contains(focused) && former instanceof HTMLElement) former.focus();
  const newState = isOpening ? 'open' : 'closed';
  queueMicrotask(() => popover.dispatchEvent(Object.assign(new Event('toggle'), { newState })));
}
