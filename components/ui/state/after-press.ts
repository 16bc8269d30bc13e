let isPressed = false;

addEventListener('pointerdown', () => setPressed(true), { capture: true });
addEventListener('pointerup', () => setPressed(false), { capture: true });
addEventListener('pointercancel', () => setPressed(false), { capture: true });

function setPressed(value: boolean): void {
  isPressed = value;
}

/**
 * Does something now, or after the press of the pointer that goes on. A field is left between
 * pressing a button and letting go: what moved the button then would take the click from it.
 */
export function afterPress(work: () => void): void {
  if (!isPressed) work();
  // The click follows the event within the same task.
  else addEventListener('pointerup', () => setTimeout(work), { once: true });
}
