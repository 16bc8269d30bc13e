import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { failureMessage } from '@/components/text/messages/failure-message';
import type { Failure } from '@/lib/failure';
import { Message } from './message';
import { createNotice } from './state/notice-state';

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

/** Why something failed, and what to do. */
export function FailureLine({ failure }: { failure: Failure | null }) {
  return <AlertLine>{failure && failureMessage(failure)}</AlertLine>;
}

/** A line for what came of copying, and the way to say it. */
export function useNoticeLine() {
  const { notice, announce } = useMemo(createNotice, []);
  const {
    text,
    line: seen,
    isFailure,
  } = notice.value ?? { text: null, line: '', isFailure: false };
  const line = (
    <>
      <StatusLine isUnseen={seen === null}>{!isFailure && text}</StatusLine>
      <AlertLine>{isFailure && text}</AlertLine>
    </>
  );
  return { line, announce };
}

function withMessage(children: ComponentChildren): ComponentChildren {
  return typeof children === 'string' ? <Message text={children} /> : children;
}
