import { i18n } from '#i18n';
import { batchWords } from '@/components/activity/activity-words';
import type { Tone } from '@/components/activity/subject';
import { counted, countText, series } from '@/components/text/language';
import { type BatchLine, cancelledCount, isOpen } from '@/lib/task/batch/batch';

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
 * @param isHeld whether the gate keeps it back
 * @param ending what its changes have come to; null where nobody knows more than how many there are
 */
export function batchLineOf(line: BatchLine, isHeld: boolean, ending: string | null): ShownBatch {
  const { kind, failed, isPaused, pausedBy, needsPassword } = line;
  if (!isOpen(line)) return endedLine(line, ending);
  const needsPerson = pausedBy !== null || needsPassword;
  const words = batchWords(line);
  const tone = needsPerson ? 'attention' : isHeld || isPaused ? 'waiting' : 'busy';
  if (kind === 'create') return { ...words, tone, verbs: ['open'] };
  const steering = (): BatchVerb[] => {
    if (kind === 'delete') return isPaused ? ['resume', 'undo'] : ['undo'];
    return needsPassword ? ['password'] : [isPaused ? 'resume' : 'pause', 'cancel'];
  };
  const again: BatchVerb[] = failed > 0 ? ['retry'] : [];
  const verbs = line.waiting > 0 ? [...steering(), ...again] : again;
  return { tone, sentence: progress(line), reason: words.reason, verbs };
}

function progress(line: BatchLine): string {
  const { kind, change, done, gone, failed, size } = line;
  const numbers = [countText(done + gone + failed + cancelledCount(line)), countText(size)] as [
    string,
    string,
  ];
  if (kind === 'delete') return i18n.t('batch.deleting', numbers);
  return i18n.t(change?.results === 1 ? 'batch.updating' : 'batch.changing', numbers);
}

/** What has become of a batch. */
function endedLine(line: BatchLine, ending: string | null): ShownBatch {
  const { kind, done, gone, failed } = line;
  const cancelled = cancelledCount(line);
  const isDeletion = kind === 'delete';
  const deleted = done + gone;
  const isTakenBack = isDeletion && cancelled > 0;
  // A change of a report that is gone was not made, and Undo came too late for what is deleted.
  const hasFailed = failed > 0 || (gone > 0 && !isDeletion) || (isTakenBack && deleted > 0);
  const tone = hasFailed ? 'attention' : 'done';
  if (kind === 'create') {
    const all = { created: done, failed, cancelled };
    const counts = (['created', 'failed', 'cancelled'] as const)
      .filter((what) => all[what] > 0)
      .map((what) => i18n.t(`batch.${what}`, [countText(all[what])]));
    const sentence = i18n.t('batch.ended', [series(counts)]);
    return { tone, sentence, reason: '', verbs: ['open', 'dismiss'] };
  }
  const changed = line.change?.results === 1 ? 'batch.updated' : 'batch.changed';
  const told = isTakenBack
    ? counted('batch.kept', cancelled)
    : isDeletion
      ? counted('batch.deleted', deleted)
      : (ending ?? counted(changed, done));
  const reasons = [
    isTakenBack && deleted > 0 && i18n.t('batch.tooLate', [countText(deleted)]),
    !isDeletion && cancelled > 0 && i18n.t('batch.cancelled', [countText(cancelled)]),
    !isDeletion && gone > 0 && i18n.t('batch.gone', [countText(gone)]),
    failed > 0 && i18n.t('batch.failed', [countText(failed)]),
  ].filter((reason) => reason !== false);
  return {
    tone,
    sentence: told,
    reason: reasons.join(' · '),
    verbs: failed > 0 ? ['retry', 'dismiss'] : [],
  };
}

/**
 * What a screen reader hears of batches that have ended; empty for none.
 * @param wanted of those that end so
 */
export function endedBatches(
  lines: readonly BatchLine[],
  endingOf: (line: BatchLine) => string | null,
  wanted: 'done' | 'attention',
): string {
  return lines
    .map((line) => endedLine(line, endingOf(line)))
    .filter(({ tone }) => tone === wanted)
    .map(({ sentence, reason }) => [sentence, reason].filter(Boolean).join(' · '))
    .join(' · ');
}
