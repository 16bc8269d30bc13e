import type { ComponentChildren } from 'preact';
import { openWorkMessage } from '@/components/text/open-work-message';
import { AlertLine } from '@/components/ui/message-lines';
import type { OpenWork } from '@/lib/failure';

interface OpenWorkQuestionProps {
  work: OpenWork;
  /** The buttons that answer it. */
  children: ComponentChildren;
}

/** Says what still waits on the connection, and lets a person decide about it. */
export function OpenWorkQuestion({ work, children }: OpenWorkQuestionProps) {
  return (
    <div class="ask">
      <AlertLine>{openWorkMessage(work)}</AlertLine>
      <div class="buttons">{children}</div>
    </div>
  );
}
