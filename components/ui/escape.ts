import { useEffect, useRef } from 'preact/hooks';

/** What Escape leaves, the latest last. */
const open: (() => void)[] = [];

/**
 * Lets Escape leave something while it is open, before all that was open earlier.
 * @param onEscape null: it is not open
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

/** Leaves what was opened last; false where nothing is open. */
export function leaveLatest(): boolean {
  const leave = open.at(-1);
  leave?.();
  return leave !== undefined;
}
