import { useEffect, useRef } from 'preact/hooks';

/** The callbacks of everything that Escape can close, in order of opening. */
const open: (() => void)[] = [];

/**
 * Calls a function when a person presses Escape. Of several components, the one opened last is
 * called.
 * @param onEscape Null while the component is not open.
 */
export function useEscape(onEscape: (() => void) | null): void {
  const last = useRef(onEscape);
  last.current = onEscape;
  const isOpen = onEscape !== null;
  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = () => last.current?.();
    open.push(leave);
    return () => void open.splice(open.indexOf(leave), 1);
  }, [isOpen]);
}

/** Closes the component opened last. Returns whether there was one. */
export function leaveLatest(): boolean {
  const leave = open.at(-1);
  leave?.();
  return leave !== undefined;
}
