import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Announce } from '@/components/text/messages/copy-message';
import { AlertLine, StatusLine, type UseHandlers } from '@/components/ui/message-lines';
import { createNotices, type Notices, type NoticeUse } from './notices';
import { createPageClock } from './page-clock';

/** Keeps a notice while the focus or the pointer is in the element with the returned handlers. */
export function useNoticeInUse({ setUse }: Notices): UseHandlers {
  const change = (use: NoticeUse, isOn: boolean) => () => setUse(use, isOn);
  // Browsers send no event when an element with the focus or the pointer disappears.
  useEffect(
    () => () => {
      setUse('focus', false);
      setUse('pointer', false);
    },
    [setUse],
  );
  return {
    onPointerEnter: change('pointer', true),
    onPointerLeave: change('pointer', false),
    onFocusIn: change('focus', true),
    onFocusOut: change('focus', false),
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
