import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { failureMessage } from '@/components/text/messages/failure-message';
import type { Failure } from '@/lib/failure';
import { Message } from './message';
import { createNotice } from './state/notice-state';

/** Announces an outcome. Render the line always: screen readers announce only changes of its text. */
export function StatusLine({
  children,
  isUnseen = false,
}: {
  children: ComponentChildren;
  /** Whether the text is announced but not shown. */
  isUnseen?: boolean | undefined;
}) {
  return (
    <p class={isUnseen ? 'status unseen' : 'status'} role="status">
      {withMessage(children)}
    </p>
  );
}

/** Shows what went wrong and what to do, and announces it at once. Keeps line breaks. */
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

/** Returns a line for notices, and the function that announces one. */
export function useNoticeLine() {
  const { notice, announce } = useMemo(createNotice, []);
  const {
    text,
    line: visibleText,
    isFailure,
  } = notice.value ?? { text: null, line: '', isFailure: false };
  const line = (
    <>
      <StatusLine isUnseen={visibleText === null}>{!isFailure && text}</StatusLine>
      <AlertLine>{isFailure && text}</AlertLine>
    </>
  );
  return { line, announce };
}

function withMessage(children: ComponentChildren): ComponentChildren {
  return typeof children === 'string' ? <Message text={children} /> : children;
}
