import { i18n } from '#i18n';
import { isolated } from '@/components/text/isolation';
import { counted, countText, sentences, series } from '@/components/text/language';
import { failureMessage } from '@/components/text/messages/failure-message';
import { type Failure, isUnreadable, serviceMessage } from '@/lib/failure';
import { isOpen } from '@/lib/jobs/job';
import type { JobLine } from '@/lib/jobs/types';
import { type Line, plainLine } from './line';
import { type Tone, updatesResults } from './page-operation';
import type { Verb } from './verbs';

/**
 * @param isBackingOff whether a backoff delays the batch
 * @param ending replaces the number of updated reports; null keeps the number
 */
export function batchLineOf(line: JobLine, isBackingOff: boolean, ending: string | null): Line {
  if (!isOpen(line)) return endedLine(line, ending);
  return plainLine(openTone(line, isBackingOff), progress(line), {
    reason: openReason(line),
    verbs: openVerbs(line),
  });
}

function openTone({ isPaused, pauseReason }: JobLine, isBackingOff: boolean): Tone {
  if (pauseReason !== null) return 'attention';
  return isBackingOff || isPaused ? 'waiting' : 'busy';
}

function openVerbs(line: JobLine): Verb[] {
  const { kind, counts } = line;
  if (kind === 'create') return ['open'];
  return [
    ...(counts.queued > 0 ? steeringVerbs(line) : []),
    ...(counts.needsAttention > 0 ? (['retryFailed'] as const) : []),
  ];
}

function steeringVerbs({ kind, isPaused, pauseReason }: JobLine): Verb[] {
  if (kind === 'delete') return isPaused ? ['resume', 'undo'] : ['undo'];
  if (pauseReason?.code === 'password') return ['send'];
  return [isPaused ? 'resume' : 'pause', 'cancel'];
}

/** Returns why a batch is paused, or how many operations need attention; null for neither. */
function openReason({ isPaused, pauseReason, counts }: JobLine): string | null {
  if (pauseReason?.code === 'refusals') return pausedByService(pauseReason.failure);
  if (pauseReason?.code === 'password') return i18n.t('batch.needsPassword');
  if (isPaused) return i18n.t('batch.paused');
  const failed = counts.needsAttention;
  return failed > 0 ? i18n.t('batch.failed', [countText(failed)]) : null;
}

/**
 * Returns why the worker has paused a batch: unreadable answers, or refusals with the same message
 * of the service.
 */
export function pausedByService(failure: Failure): string {
  if (isUnreadable(failure)) {
    return sentences(i18n.t('batch.pausedUnreadable'), failureMessage(failure));
  }
  const words = serviceMessage(failure);
  return words === null
    ? i18n.t('batch.pausedWithoutWords')
    : i18n.t('batch.pausedBy', [isolated(words)]);
}

function progress({ kind, first, counts, size }: JobLine): string {
  const { done, gone, needsAttention, cancelled } = counts;
  const numbers: [string, string] = [
    countText(done + gone + needsAttention + cancelled),
    countText(size),
  ];
  if (kind === 'create') return i18n.t('batch.line', numbers);
  if (kind === 'delete') return i18n.t('batch.deleting', numbers);
  return i18n.t(updatesResults(first.subject) ? 'batch.updating' : 'batch.changing', numbers);
}

function endedLine(line: JobLine, ending: string | null): Line {
  const { kind, counts } = line;
  const { done, gone, needsAttention: failed, cancelled } = counts;
  const isDeletion = kind === 'delete';
  const deleted = done + gone;
  const isUndone = isDeletion && cancelled > 0;
  // An update of a gone report was not made. *Undo* came too late for deleted reports.
  const hasFailed = failed > 0 || (gone > 0 && !isDeletion) || (isUndone && deleted > 0);
  const tone = hasFailed ? 'attention' : 'done';
  if (kind === 'create') {
    const all = { created: done, failed, cancelled };
    const counts = (['created', 'failed', 'cancelled'] as const)
      .filter((what) => all[what] > 0)
      .map((what) => i18n.t(`batch.${what}`, [countText(all[what])]));
    const sentence = i18n.t('batch.ended', [series(counts)]);
    return plainLine(tone, sentence, { verbs: ['open', 'dismiss'] });
  }
  const sentence = isDeletion ? endOfDeletions(line) : (ending ?? endOfUpdates(line));
  const reasons = [
    isUndone && deleted > 0 && i18n.t('batch.tooLate', [countText(deleted)]),
    !isDeletion && cancelled > 0 && i18n.t('batch.cancelled', [countText(cancelled)]),
    !isDeletion && gone > 0 && i18n.t('batch.gone', [countText(gone)]),
    failed > 0 && i18n.t('batch.failed', [countText(failed)]),
  ].filter((reason) => reason !== false);
  return plainLine(tone, sentence, {
    reason: reasons.join(' · ') || null,
    verbs: failed > 0 ? ['retryFailed', 'dismiss'] : [],
  });
}

function endOfDeletions({ counts: { done, gone, cancelled } }: JobLine): string {
  return cancelled > 0 ? counted('batch.kept', cancelled) : counted('batch.deleted', done + gone);
}

function endOfUpdates({ first, counts: { done } }: JobLine): string {
  return counted(updatesResults(first.subject) ? 'batch.updated' : 'batch.changed', done);
}

/** Returns the announcement of the ended batches with one tone; empty for none. */
export function endedBatches(
  lines: readonly JobLine[],
  endingOf: (line: JobLine) => string | null,
  wanted: 'done' | 'attention',
): string {
  return lines
    .map((line) => endedLine(line, endingOf(line)))
    .filter(({ tone }) => tone === wanted)
    .map(({ sentence, reason }) => [sentence, reason].filter(Boolean).join(' · '))
    .join(' · ');
}
