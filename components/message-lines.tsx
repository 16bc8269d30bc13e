/** What has happened, announced when the reader is idle. It stands from the start: only changes are announced. */
export function StatusLine({ children }: { children: string | null }) {
  return (
    <p class="status" role="status">
      {children}
    </p>
  );
}

/** What went wrong and what to do, announced as soon as it appears. */
export function AlertLine({ children }: { children: string | null | undefined }) {
  if (!children) return null;
  return (
    <p class="alert" role="alert">
      {children}
    </p>
  );
}
