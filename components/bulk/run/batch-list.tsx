import { i18n } from '#i18n';
import { useBulk } from '@/components/bulk/bulk-page';
import { relativeTime } from '@/components/text/dates';
import { counted, countText } from '@/components/text/language';
import { FailureLine } from '@/components/ui/message-lines';
import { type BatchLine, cancelledCount, isOpen } from '@/lib/task/batch/batch';
import { shortAddress } from '@/lib/url/short-address';

/** The last batches. */
export function BatchList() {
  const { result, show } = useBulk();
  const batches = result.batches.value;
  if (batches.length === 0) return null;
  return (
    <section class="batches" aria-labelledby="batches-heading">
      <h2 id="batches-heading">{i18n.t('batch.list')}</h2>
      <ul aria-labelledby="batches-heading">
        {batches.map((line) => (
          <li key={line.id}>
            <button type="button" class="link" onClick={() => show(line.id)}>
              {countsOf(line)}
            </button>
            {line.firstUrl !== null && (
              <bdi title={line.firstUrl}>{firstOf(line.firstUrl, line)}</bdi>
            )}
            <span class="note">
              {[relativeTime(line.askedAt), stateOf(line)].filter(Boolean).join(' · ')}
            </span>
            {!isOpen(line) && (
              <button type="button" onClick={() => result.remove(line.id)}>
                {i18n.t('batch.remove')}
              </button>
            )}
            <FailureLine failure={result.removalFailure(line.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first of its addresses, with an ellipsis for the others. */
function firstOf(url: string, { size }: BatchLine): string {
  return size > 1 ? `${shortAddress(url)} …` : shortAddress(url);
}

function countsOf(line: BatchLine): string {
  const ended = line.done + line.failed + cancelledCount(line);
  return isOpen(line)
    ? i18n.t('batch.progress', [countText(ended), countText(line.size)])
    : counted('batch.made', line.done);
}

function stateOf(line: BatchLine): string {
  if (line.needsPassword) return i18n.t('batch.needsPassword');
  const cancelled = cancelledCount(line);
  return [
    isOpen(line) && line.isPaused && i18n.t('batch.paused'),
    line.failed > 0 && i18n.t('batch.failed', [countText(line.failed)]),
    cancelled > 0 && i18n.t('batch.cancelled', [countText(cancelled)]),
  ]
    .filter(Boolean)
    .join(' · ');
}
