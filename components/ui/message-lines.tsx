import type { ComponentChildren } from 'preact';
import { failureMessage } from '@/components/text/messages/failure-message';
import type { Failure } from '@/lib/failure';
import { Message } from './message';

/** Handlers that observe whether the pointer or the focus is in an element. */
export interface UseHandlers {
  onPointerEnter(): void;
  onPointerLeave(): void;
  onFocusIn(): void;
  onFocusOut(): void;
}

interface StatusLineProps {
  children: ComponentChildren;
  /** Whether the text is only for screen readers. */
  isVisuallyHidden?: boolean;
  handlers?: UseHandlers;
}

/** Always draw this line, because screen readers announce only changes of its text. */
export function StatusLine({ children, isVisuallyHidden = false, handlers }: StatusLineProps) {
  return (
    <p class={isVisuallyHidden ? 'status visually-hidden' : 'status'} role="status" {...handlers}>
      {withMessage(children)}
    </p>
  );
}

export function AlertLine({ children }: { children: ComponentChildren }) {
  if (!children) return null;
  return (
    <p class="alert" role="alert">
      {withMessage(children)}
    </p>
  );
}

export function FailureLine({ failure }: { failure: Failure | null }) {
  return <AlertLine>{failure && failureMessage(failure)}</AlertLine>;
}

function withMessage(children: ComponentChildren): ComponentChildren {
  return typeof children === 'string' ? <Message text={children} /> : children;
}
