import { useEffect, useRef } from 'preact/hooks';

/** In order of opening. */
const openCallbacks: (() => void)[] = [];

/** @param onEscape called only if the component opened last; null while it is not open */
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
