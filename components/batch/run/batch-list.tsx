import { i18n } from '#i18n';
import { useBatch } from '@/components/batch/batch-model';
import { batchName, batchProgress } from '@/components/batch/batch-name';
import { counted, countText } from '@/components/text/language';
import { FailureLine } from '@/components/ui/message-lines';
import { timeAgo } from '@/components/ui/state/time-ago';
import { isOpen } from '@/lib/jobs/job';
import type { JobLine } from '@/lib/jobs/types';

export function BatchList() {
  const { result } = useBatch();
  const batches = result.batches.value;
  if (batches.length === 0) return null;
  return (
    <section class="batches" aria-labelledby="batches-heading">
      <h2 id="batches-heading" class="large">
        {i18n.t('batch.list')}
      </h2>
      <ul aria-labelledby="batches-heading">
        {batches.map((line) => (
          <BatchRow key={line.id} line={line} />
        ))}
      </ul>
    </section>
  );
}

function BatchRow({ line }: { line: JobLine }) {
  const { result, removeBatch, show } = useBatch();
  const { id, createdAt } = line;
  const time = timeAgo(new Date(createdAt).toISOString());
  return (
    <li class="border-below cluster">
      <button type="button" class="link" onClick={() => show(id)}>
        {countsOf(line)}
      </button>
      <bdi>{batchName(line)}</bdi>
      <span class="grow quiet note">{[time, stateOf(line)].filter(Boolean).join(' · ')}</span>
      {!isOpen(line) && (
        <button type="button" onClick={() => void removeBatch(line)}>
          {i18n.t('batch.remove')}
        </button>
      )}
      <FailureLine failure={result.removalFailure(id)} />
    </li>
  );
}

function countsOf(line: JobLine): string {
  return isOpen(line) ? batchProgress(line) : counted('batch.made', line.counts.done);
}

function stateOf(line: JobLine): string {
  if (line.pauseReason?.code === 'password') return i18n.t('batch.needsPassword');
  const { needsAttention, cancelled } = line.counts;
  return [
    isOpen(line) && line.isPaused && i18n.t('batch.paused'),
    needsAttention > 0 && i18n.t('batch.failed', [countText(needsAttention)]),
    cancelled > 0 && i18n.t('batch.cancelled', [countText(cancelled)]),
  ]
    .filter(Boolean)
    .join(' · ');
}
