import { useEffect, useRef } from 'preact/hooks';

/** The callbacks of everything that Escape can close, in order of opening. */
const openCallbacks: (() => void)[] = [];

/**
 * Calls a function when a person presses Escape. If several components are open, only the component
 * that opened last gets the call.
 * @param onEscape Null while the component is not open.
 */
export function useEscape(onEscape: (() => void) | null): void {
  /** The callback of the latest render. */
  const latest = useRef(onEscape);
  latest.current = onEscape;
  const isOpen = onEscape !== null;
  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = () => latest.current?.();
    openCallbacks.push(leave);
    return () => void openCallbacks.splice(openCallbacks.indexOf(leave), 1);
  }, [isOpen]);
}

/** Closes the component that opened last. Returns whether a component was open. */
export function leaveLatest(): boolean {
  const leave = openCallbacks.at(-1);
  leave?.();
  return leave !== undefined;
}
