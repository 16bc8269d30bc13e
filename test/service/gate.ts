/** What requests can be made to wait for. */
export interface Gate {
  /** Fulfilled by `open`. */
  readonly opened: Promise<void>;
  open(): void;
}

/** A gate that is shut. */
export function createGate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
