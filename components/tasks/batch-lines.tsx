import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import type { BatchLine } from '@/lib/task/batch';
import { cancelledCount, isOpen } from '@/lib/task/batch';

interface BatchLinesProps {
  batches: readonly BatchLine[];
  /** Opens the page of a batch. */
  onOpen: (id: string) => void;
}

/** A line for each batch that is not over; its page tells the rest. */
export function BatchLines({ batches, onOpen }: BatchLinesProps) {
  return batches.filter(isOpen).map((line) => (
    <p key={line.id} class="batch-line">
      <button type="button" class="link" onClick={() => onOpen(line.id)}>
        {i18n.t('batch.line', [
          countText(line.done + line.failed + cancelledCount(line)),
          countText(line.size),
        ])}
      </button>{' '}
      <span class="note">{lineState(line)}</span>
    </p>
  ));
}

function lineState({ needsPassword, isPaused, failed }: BatchLine): string | null {
  if (needsPassword) return i18n.t('batch.needsPassword');
  if (isPaused) return i18n.t('batch.paused');
  return failed > 0 ? i18n.t('batch.failed', [countText(failed)]) : null;
}
