import { openWorkMessage } from '@/components/text/open-work-message';
import { ConsentButton } from '@/components/ui/consent-button';
import { AlertLine } from '@/components/ui/message-lines';
import type { OpenWork } from '@/lib/failure';

interface OpenWorkQuestionProps {
  work: OpenWork;
  /** What the button does, in a word or two. */
  label: string;
  onConsent: () => void;
}

/** Says what is still open on the connection, and lets a person take it down all the same. */
export function OpenWorkQuestion({ work, label, onConsent }: OpenWorkQuestionProps) {
  return (
    <div class="ask">
      <AlertLine>{openWorkMessage(work)}</AlertLine>
      <div class="buttons">
        <ConsentButton label={label} onConsent={onConsent} />
      </div>
    </div>
  );
}
