import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Announce } from '@/components/text/messages/copy-message';
import { AlertLine, StatusLine, type UseHandlers } from '@/components/ui/message-lines';
import { createNotices, type Notices } from './notices';
import { createPageClock } from './page-clock';

/** Keeps a notice while the focus or the pointer is in the element with the returned handlers. */
export function useNoticeInUse({ setInUse }: Notices): UseHandlers {
  const uses = useRef(new Set<'focus' | 'pointer'>()).current;
  const change = () => setInUse(uses.size > 0);
  const begin = (use: 'focus' | 'pointer') => () => {
    uses.add(use);
    change();
  };
  const end = (use: 'focus' | 'pointer') => () => {
    uses.delete(use);
    change();
  };
  // Browsers send no event when an element with the pointer disappears.
  useEffect(() => () => setInUse(false), [setInUse]);
  return {
    onPointerEnter: begin('pointer'),
    onPointerLeave: end('pointer'),
    onFocusIn: begin('focus'),
    onFocusOut: end('focus'),
  };
}

interface OwnNotices {
  /** The line to draw, also without a notice. */
  line: ComponentChildren;
  announce: Announce;
}

/** Returns a line that shows its own notices, for dialogs and pages without a queue. */
export function useNoticeLine(): OwnNotices {
  const notices = useMemo(() => createNotices(createPageClock(), signal(null)), []);
  const handlers = useNoticeInUse(notices);
  const shown = notices.shown.value;
  const isOutcome = shown !== null && !shown.isFailure;
  const line = (
    <>
      <StatusLine isVisuallyHidden={shown?.visibleText === null} handlers={handlers}>
        {isOutcome && shown.text}
      </StatusLine>
      <AlertLine>{shown?.isFailure && shown.text}</AlertLine>
    </>
  );
  return { line, announce: notices.announce };
}
