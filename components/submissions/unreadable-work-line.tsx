import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { copyMessage } from '@/components/text/copy-message';
import { failureMessage } from '@/components/text/failure-message';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import type { UnreadableWorkNotice } from '@/lib/submission/page/unreadable-work-notice';

interface UnreadableWorkLineProps {
  work: UnreadableWorkNotice;
  onCopy: (text: string) => Promise<void>;
}

/** Says that stored reports or deletions cannot be read, and lets a person copy or remove them. */
export function UnreadableWorkLine({ work, onCopy }: UnreadableWorkLineProps) {
  const copied = useSignal<string | null>(null);
  const count = work.count.value ?? 0;
  const failure = work.failure.value;
  if (count === 0) return null;
  return (
    <div>
      <p role="status">{i18n.t('unreadable.line', count)}</p>
      <div class="buttons">
        <button
          type="button"
          onClick={async () => {
            const text = await work.asText();
            if (text !== null) {
              copied.value = await copyMessage(onCopy(text), i18n.t('unreadable.copied'));
            }
          }}
        >
          {i18n.t('unreadable.copy')}
        </button>
        <button type="button" onClick={() => void work.remove()}>
          {i18n.t('unreadable.remove')}
        </button>
      </div>
      <StatusLine>{copied.value}</StatusLine>
      <AlertLine>{failure && failureMessage(failure)}</AlertLine>
    </div>
  );
}
