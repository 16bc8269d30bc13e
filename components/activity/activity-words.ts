import { i18n } from '#i18n';
import { shortRetryTime } from '@/components/text/dates';
import { isolated } from '@/components/text/isolation';
import { counted, countText, sentences } from '@/components/text/language';
import { quotingService, whatHappened, whatToDo } from '@/components/text/messages/failure-message';
import { isShutOut } from '@/lib/failure';
import { type BatchLine, cancelledCount } from '@/lib/task/batch/batch';
import { type Gate, letsLookPass } from '@/lib/task/gate/gate';
import type { Work } from '@/lib/task/task';
import type { RetryState } from './gate-retry-state';
import { type Line, lineOf } from './line';
import { isGoingOn, type Subject } from './subject';

const DONE = { create: 'batch.made', change: 'batch.changed', delete: 'batch.deleted' } as const;

interface GateFacts {
  retryState: RetryState;
  /** Whether all that waits is looked for, at times of its own. */
  isLookedForAlone: boolean;
}

/** Why nothing goes out, as a sentence, and until when or what to do, where a button does not say that. */
export function gateWords(gate: Gate, facts: GateFacts): { sentence: string; reason: string } {
  const { failure } = gate;
  const hasButton = failure.code === 'keyRefused' || failure.code === 'noPermission';
  const advice = isShutOut(failure) && !hasButton ? whatToDo(failure) : null;
  const next = hasButton && facts.retryState === null ? null : nextTry(gate, facts);
  return {
    sentence: whatHappened(failure),
    reason: quotingService(
      sentences(...[advice, next].filter((one) => one !== null)),
      failure,
    ).trim(),
  };
}

/** When the gate is tried; null where nobody knows, or nothing waits for that. */
function nextTry(gate: Gate, { retryState, isLookedForAlone }: GateFacts): string | null {
  const { until } = gate;
  if (retryState === 'running') return i18n.t('queue.tryingNow');
  if (until === null) return retryState && i18n.t('queue.stillRefused');
  if (retryState === 'failed') return i18n.t('queue.stillUnavailable', [shortRetryTime(until)]);
  if (isLookedForAlone && letsLookPass(gate)) return null;
  return Date.parse(until) <= Date.now() ? i18n.t('queue.tryingNow') : retryTime(until);
}

/** When the gate is tried, as a sentence. */
function retryTime(until: string): string {
  return i18n.t('queue.retrying', [shortRetryTime(until)]);
}

/** That the service has refused several rows of a batch alike, with its words; empty where it sent none. */
export function pausedByService(words: string): string {
  return words === ''
    ? i18n.t('batch.pausedWithoutWords')
    : i18n.t('batch.pausedBy', [isolated(words)]);
}

/** How far a batch is, and what keeps it back or went wrong; the gate is told of elsewhere. */
export function batchWords(line: BatchLine): { sentence: string; reason: string } {
  const { needsPassword, isPaused, pausedBy, done, failed, size } = line;
  const ended = done + failed + cancelledCount(line);
  const sentence = i18n.t('batch.line', [countText(ended), countText(size)]);
  if (pausedBy !== null) return { sentence, reason: pausedByService(pausedBy) };
  if (needsPassword) return { sentence, reason: i18n.t('batch.needsPassword') };
  if (isPaused) return { sentence, reason: i18n.t('batch.paused') };
  return { sentence, reason: failed > 0 ? i18n.t('batch.failed', [countText(failed)]) : '' };
}

/** How many are done and have no line; empty where none is. */
export function doneMessage(done: readonly { kind: Work['kind']; count: number }[]): string {
  return done.map(({ kind, count }) => counted(DONE[kind], count)).join(' · ');
}

/** What a screen reader is told of a line beside others. */
export function spokenLine({ sentence, reason }: Pick<Line, 'sentence' | 'reason'>): string {
  return reason ? sentences(sentence, reason) : sentence;
}

/**
 * What has come to need a person; null where nothing has.
 * @param shownFields parameters of the only one whose words stand at their fields already
 */
export function alertMessage(
  alerts: readonly Subject[],
  shownFields: readonly string[] = [],
): string | null {
  const [first] = alerts;
  if (first === undefined) return null;
  if (alerts.length > 1) return counted('queue.attention', alerts.length);
  return spokenLine(lineOf(first, { gate: null, isGateTold: true, shownFields }));
}

/** The first line, and why it waits; null where that is an alert. */
export function firstMessage(first: Subject | null, gate: Gate | null): string | null {
  if (first === null) return null;
  const line = lineOf(first, { gate, isGateTold: true });
  if (line.tone === 'attention') return null;
  const isHeld = gate !== null && isGoingOn(first);
  return sentences(...(isHeld ? [whatHappened(gate.failure)] : []), spokenLine(line));
}
