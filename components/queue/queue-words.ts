import { i18n } from '#i18n';
import { shortRetryTime } from '@/components/text/dates';
import { isolated } from '@/components/text/isolation';
import { counted, countText, sentences } from '@/components/text/language';
import { quotingService, whatHappened, whatToDo } from '@/components/text/messages/failure-message';
import { type Failure, isShutOut, wordsOf } from '@/lib/failure';
import type { Backoff } from '@/lib/jobs/backoff';
import type { JobLine } from '@/lib/jobs/job';
import type { Subject } from '@/lib/jobs/operation';
import type { RetryState } from './backoff-retry-state';
import { type Line, lineOf } from './line';
import { isGoingOn, type PageOperation } from './subject';

const DONE = { create: 'batch.made', update: 'batch.changed', delete: 'batch.deleted' } as const;

/** Why no operation is sent, as a sentence, and until when or what to do, where a button does not say that. */
export function backoffWords(
  backoff: Backoff,
  retryState: RetryState,
): { sentence: string; reason: string } {
  const { failure } = backoff;
  const hasButton = failure.code === 'keyRefused' || failure.code === 'noPermission';
  const advice = isShutOut(failure) && !hasButton ? whatToDo(failure) : null;
  const next = hasButton && retryState === null ? null : nextProbe(backoff, retryState);
  return {
    sentence: whatHappened(failure),
    reason: quotingService(
      sentences(...[advice, next].filter((one) => one !== null)),
      failure,
    ).trim(),
  };
}

/** When the backoff is probed; null where nobody knows. */
function nextProbe({ until }: Backoff, retryState: RetryState): string | null {
  if (retryState === 'running') return i18n.t('queue.tryingNow');
  if (until === null) return retryState && i18n.t('queue.stillRefused');
  if (retryState === 'failed') return i18n.t('queue.stillUnavailable', [shortRetryTime(until)]);
  const isDue = Date.parse(until) <= Date.now();
  return isDue ? i18n.t('queue.tryingNow') : i18n.t('queue.retrying', [shortRetryTime(until)]);
}

/** That the service has refused several operations of a batch alike, with its words where it sent any. */
export function pausedByService(failure: Failure): string {
  const words = wordsOf(failure);
  return words === null
    ? i18n.t('batch.pausedWithoutWords')
    : i18n.t('batch.pausedBy', [isolated(words)]);
}

/** How far a batch is, and why it is paused or went wrong; the backoff is announced elsewhere. */
export function batchWords(line: JobLine): { sentence: string; reason: string } {
  const { isPaused, pauseReason, counts, size } = line;
  const { done, needsAttention: failed, cancelled } = counts;
  const ended = done + failed + cancelled;
  const sentence = i18n.t('batch.line', [countText(ended), countText(size)]);
  if (pauseReason?.code === 'refusals') {
    return { sentence, reason: pausedByService(pauseReason.failure) };
  }
  if (pauseReason?.code === 'password') return { sentence, reason: i18n.t('batch.needsPassword') };
  if (isPaused) return { sentence, reason: i18n.t('batch.paused') };
  return { sentence, reason: failed > 0 ? i18n.t('batch.failed', [countText(failed)]) : '' };
}

/** How many are done and have no line; empty where none is. */
export function doneMessage(done: readonly { kind: Subject['kind']; count: number }[]): string {
  return done.map(({ kind, count }) => counted(DONE[kind], count)).join(' · ');
}

/** What a screen reader says of a line beside others. */
export function spokenLine({ sentence, reason }: Pick<Line, 'sentence' | 'reason'>): string {
  return reason ? sentences(sentence, reason) : sentence;
}

/**
 * What has come to need attention; null where nothing has.
 * @param shownFields parameters of the only one whose words stand at their fields already
 */
export function alertMessage(
  alerts: readonly PageOperation[],
  shownFields: readonly string[] = [],
): string | null {
  const [first] = alerts;
  if (first === undefined) return null;
  if (alerts.length > 1) return counted('queue.attention', alerts.length);
  return spokenLine(lineOf(first, { backoff: null, isBackoffShown: true, shownFields }));
}

/** The first line, and why it waits; null where that is an alert. */
export function firstMessage(first: PageOperation | null, backoff: Backoff | null): string | null {
  if (first === null) return null;
  const line = lineOf(first, { backoff, isBackoffShown: true });
  if (line.tone === 'attention') return null;
  const isWaiting = backoff !== null && isGoingOn(first);
  return sentences(...(isWaiting ? [whatHappened(backoff.failure)] : []), spokenLine(line));
}
