import { useEffect, useRef } from 'preact/hooks';

/**
 * The callbacks of open components, in the order of their effects. In one render, the effect of a child
 * runs before the effect of its parent.
 */
const callbacks: (() => void)[] = [];

/**
 * @param onEscape called when a person presses Escape, unless another component has opened later;
 *   null while the component is closed
 */
export function useEscape(onEscape: (() => void) | null): void {
  const latestOnEscape = useRef(onEscape);
  latestOnEscape.current = onEscape;
  const isOpen = onEscape !== null;
  useEffect(() => {
    if (!isOpen) return undefined;
    const callback = () => latestOnEscape.current?.();
    callbacks.push(callback);
    return () => void callbacks.splice(callbacks.indexOf(callback), 1);
  }, [isOpen]);
}

/** Calls the last callback. Returns whether there is a callback. */
export function escapeLatest(): boolean {
  const callback = callbacks.at(-1);
  callback?.();
  return callback !== undefined;
}
