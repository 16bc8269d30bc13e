/** A gate for which requests wait. */
export interface Gate {
  /** Resolves when `open` is called. */
  readonly opened: Promise<void>;
  open(): void;
}

/** Returns a closed gate. */
export function createGate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
