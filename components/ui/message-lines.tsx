import type { ComponentChildren } from 'preact';
import { Message } from './message';

/** What has happened, announced when the reader is idle. It stands from the start: only changes are announced. */
export function StatusLine({
  children,
  isUnseen = false,
}: {
  children: ComponentChildren;
  /** Announced only: what it says is to be seen elsewhere. */
  isUnseen?: boolean | undefined;
}) {
  return (
    <p class={isUnseen ? 'status unseen' : 'status'} role="status">
      {withMessage(children)}
    </p>
  );
}

/** What went wrong and what to do, announced as soon as it appears. It keeps line breaks. */
export function AlertLine({ children }: { children: ComponentChildren }) {
  if (!children) return null;
  return (
    <p class="alert" role="alert">
      {withMessage(children)}
    </p>
  );
}

function withMessage(children: ComponentChildren): ComponentChildren {
  return typeof children === 'string' ? <Message text={children} /> : children;
}
