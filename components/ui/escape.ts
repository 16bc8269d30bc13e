import { useEffect, useRef } from 'preact/hooks';

/**
 * The callbacks of open components, in the order of opening. Of components that open in one render, a
 * child comes before its parent.
 */
const openCallbacks: (() => void)[] = [];

/**
 * @param onEscape called when Escape is pressed and this component opened last; null while the
 *   component is closed
 */
export function useEscape(onEscape: (() => void) | null): void {
  const latestOnEscape = useRef(onEscape);
  latestOnEscape.current = onEscape;
  const isOpen = onEscape !== null;
  useEffect(() => {
    if (!isOpen) return undefined;
    const callback = () => latestOnEscape.current?.();
    openCallbacks.push(callback);
    return () => void openCallbacks.splice(openCallbacks.indexOf(callback), 1);
  }, [isOpen]);
}

/** Calls `onEscape` of the component that opened last. Returns whether a component was open. */
export function escapeLatest(): boolean {
  const callback = openCallbacks.at(-1);
  callback?.();
  return callback !== undefined;
}
