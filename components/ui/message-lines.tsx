import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { failureMessage } from '@/components/text/messages/failure-message';
import type { Failure } from '@/lib/failure';
import { Message } from './message';
import { createNotice } from './state/notice-state';

/** Always draw this line, because screen readers announce only changes of its text. */
export function StatusLine({
  children,
  isUnseen = false,
}: {
  children: ComponentChildren;
  /** Whether only screen readers get the text. */
  isUnseen?: boolean | undefined;
}) {
  return (
    <p class={isUnseen ? 'status unseen' : 'status'} role="status">
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

/** Returns a line for the latest notice, and the function that announces a notice. */
export function useNoticeLine() {
  const { notice, announce } = useMemo(createNotice, []);
  const latest = notice.value;
  const isSuccess = latest !== null && !latest.isFailure;
  const line = (
    <>
      <StatusLine isUnseen={latest?.visibleText === null}>{isSuccess && latest.text}</StatusLine>
      <AlertLine>{latest?.isFailure && latest.text}</AlertLine>
    </>
  );
  return { line, announce };
}

function withMessage(children: ComponentChildren): ComponentChildren {
  return typeof children === 'string' ? <Message text={children} /> : children;
}
