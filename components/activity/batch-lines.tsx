import { i18n } from '#i18n';
import { shortRetryTime } from '@/components/text/dates';
import { isolated } from '@/components/text/isolation';
import { countText } from '@/components/text/language';
import type { BatchLine } from '@/lib/task/batch/batch';
import { cancelledCount, isOpen } from '@/lib/task/batch/batch';
import type { Gate } from '@/lib/task/gate';

interface BatchLinesProps {
  batches: readonly BatchLine[];
  /** What keeps them waiting; null where nothing does, or that is said elsewhere. */
  gate: Gate | null;
  /** Opens the page of a batch. */
  onOpen: (id: string) => void;
}

/** A line for each batch that is not over; its page tells the rest. */
export function BatchLines({ batches, gate, onOpen }: BatchLinesProps) {
  return batches.filter(isOpen).map((line) => (
    <p key={line.id} class="batch-line">
      <button type="button" class="link" onClick={() => onOpen(line.id)}>
        {i18n.t('batch.line', [
          countText(line.done + line.failed + cancelledCount(line)),
          countText(line.size),
        ])}
      </button>{' '}
      <span class="note">{lineState(line, gate)}</span>
    </p>
  ));
}

/** That the service has refused several reports of a batch with the same words. */
export function pausedByService(words: string): string {
  return i18n.t('batch.pausedBy', [isolated(words)]);
}

function lineState(
  { needsPassword, isPaused, pausedBy, failed }: BatchLine,
  gate: Gate | null,
): string {
  if (pausedBy !== null) return pausedByService(pausedBy);
  if (needsPassword) return i18n.t('batch.needsPassword');
  if (isPaused) return i18n.t('batch.paused');
  return [
    failed > 0 && i18n.t('batch.failed', [countText(failed)]),
    gate?.until && i18n.t('queue.retrying', [shortRetryTime(gate.until)]),
  ]
    .filter(Boolean)
    .join(' · ');
}
