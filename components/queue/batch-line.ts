import { i18n } from '#i18n';
import { counted, countText, series } from '@/components/text/language';
import { isOpen, type JobLine } from '@/lib/jobs/job';
import { batchWords } from './queue-words';
import { type Tone, updatesResults } from './subject';

export type BatchVerb =
  | 'undo'
  | 'cancel'
  | 'pause'
  | 'resume'
  | 'password'
  | 'retry'
  /** Shows the place of its own that a batch of creations has. */
  | 'open'
  | 'dismiss';

/** What is shown of a batch. */
export interface ShownBatch {
  tone: Tone;
  sentence: string;
  /** What keeps the batch back, or went wrong; empty where nothing does. */
  reason: string;
  verbs: readonly BatchVerb[];
}

/**
 * The line of a batch.
 * @param isBackingOff whether nothing of it is sent for a while
 * @param ending what its updates have come to; null where nobody knows more than how many there are
 */
export function batchLineOf(
  line: JobLine,
  isBackingOff: boolean,
  ending: string | null,
): ShownBatch {
  const { kind, counts, isPaused, pauseReason } = line;
  if (!isOpen(line)) return endedLine(line, ending);
  const words = batchWords(line);
  const tone = pauseReason !== null ? 'attention' : isBackingOff || isPaused ? 'waiting' : 'busy';
  if (kind === 'create') return { ...words, tone, verbs: ['open'] };
  const steering = (): BatchVerb[] => {
    if (kind === 'delete') return isPaused ? ['resume', 'undo'] : ['undo'];
    return pauseReason?.code === 'password'
      ? ['password']
      : [isPaused ? 'resume' : 'pause', 'cancel'];
  };
  const again: BatchVerb[] = counts.needsAttention > 0 ? ['retry'] : [];
  const verbs = counts.queued > 0 ? [...steering(), ...again] : again;
  return { tone, sentence: progress(line), reason: words.reason, verbs };
}

function progress({ kind, first, counts, size }: JobLine): string {
  const { done, gone, needsAttention, cancelled } = counts;
  const numbers: [string, string] = [
    countText(done + gone + needsAttention + cancelled),
    countText(size),
  ];
  if (kind === 'delete') return i18n.t('batch.deleting', numbers);
  return i18n.t(updatesResults(first.subject) ? 'batch.updating' : 'batch.changing', numbers);
}

/** What has become of a batch. */
function endedLine({ kind, first, counts }: JobLine, ending: string | null): ShownBatch {
  const { done, gone, needsAttention: failed, cancelled } = counts;
  const isDeletion = kind === 'delete';
  const deleted = done + gone;
  const isUndone = isDeletion && cancelled > 0;
  // An update of a report that is gone was not made, and Undo came too late for what is deleted.
  const hasFailed = failed > 0 || (gone > 0 && !isDeletion) || (isUndone && deleted > 0);
  const tone = hasFailed ? 'attention' : 'done';
  if (kind === 'create') {
    const all = { created: done, failed, cancelled };
    const counts = (['created', 'failed', 'cancelled'] as const)
      .filter((what) => all[what] > 0)
      .map((what) => i18n.t(`batch.${what}`, [countText(all[what])]));
    const sentence = i18n.t('batch.ended', [series(counts)]);
    return { tone, sentence, reason: '', verbs: ['open', 'dismiss'] };
  }
  const updated = updatesResults(first.subject) ? 'batch.updated' : 'batch.changed';
  const sentence = isUndone
    ? counted('batch.kept', cancelled)
    : isDeletion
      ? counted('batch.deleted', deleted)
      : (ending ?? counted(updated, done));
  const reasons = [
    isUndone && deleted > 0 && i18n.t('batch.tooLate', [countText(deleted)]),
    !isDeletion && cancelled > 0 && i18n.t('batch.cancelled', [countText(cancelled)]),
    !isDeletion && gone > 0 && i18n.t('batch.gone', [countText(gone)]),
    failed > 0 && i18n.t('batch.failed', [countText(failed)]),
  ].filter((reason) => reason !== false);
  return {
    tone,
    sentence,
    reason: reasons.join(' · '),
    verbs: failed > 0 ? ['retry', 'dismiss'] : [],
  };
}

/**
 * What a screen reader hears of batches that have ended; empty for none.
 * @param wanted of those that end so
 */
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
