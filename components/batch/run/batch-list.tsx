import { i18n } from '#i18n';
import { useBulk } from '@/components/batch/batch-model';
import { counted, countText } from '@/components/text/language';
import { FailureLine } from '@/components/ui/message-lines';
import { timeAgo } from '@/components/ui/state/time-ago';
import { isOpen, type JobLine } from '@/lib/jobs/job';
import { urlOf } from '@/lib/jobs/operation';
import { shortAddress } from '@/lib/url/short-address';

/** The last batches. */
export function BatchList() {
  const { result } = useBulk();
  const batches = result.batches.value;
  if (batches.length === 0) return null;
  return (
    <section class="batches" aria-labelledby="batches-heading">
      <h2 id="batches-heading">{i18n.t('batch.list')}</h2>
      <ul aria-labelledby="batches-heading">
        {batches.map((line) => (
          <BatchRow key={line.id} line={line} />
        ))}
      </ul>
    </section>
  );
}

function BatchRow({ line }: { line: JobLine }) {
  const { result, show } = useBulk();
  const { id, createdAt, first } = line;
  const url = urlOf(first.subject);
  const time = timeAgo(new Date(createdAt).toISOString());
  return (
    <li>
      <button type="button" class="link" onClick={() => show(id)}>
        {countsOf(line)}
      </button>
      {url !== null && <bdi title={url}>{firstOf(url, line)}</bdi>}
      <span class="note">{[time, stateOf(line)].filter(Boolean).join(' · ')}</span>
      {!isOpen(line) && (
        <button type="button" onClick={() => result.remove(id)}>
          {i18n.t('batch.remove')}
        </button>
      )}
      <FailureLine failure={result.removalFailure(id)} />
    </li>
  );
}

/** The first of its addresses, with an ellipsis for the others. */
function firstOf(url: string, { size }: JobLine): string {
  return size > 1 ? `${shortAddress(url)} …` : shortAddress(url);
}

function countsOf(line: JobLine): string {
  const { done, needsAttention, cancelled } = line.counts;
  const ended = done + needsAttention + cancelled;
  return isOpen(line)
    ? i18n.t('batch.progress', [countText(ended), countText(line.size)])
    : counted('batch.made', done);
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
