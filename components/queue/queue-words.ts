import { i18n } from '#i18n';
import { shortRetryTime } from '@/components/text/dates';
import { counted, sentences } from '@/components/text/language';
import { quotingService, whatHappened, whatToDo } from '@/components/text/messages/failure-message';
import { type Failure, isShutOut } from '@/lib/failure';
import type { Backoff, Subject } from '@/lib/jobs/types';
import { type Line, lineOf, plainLine, type Verb } from './line';
import { isGoingOn, type PageOperation } from './page-operation';
import type { RetryState } from './queue-state';

const BACKOFF_VERBS: { [code in Failure['code']]?: Verb[] } = {
  noPermission: ['allowAccess'],
  keyRefused: ['replaceKey', 'retryNow'],
};

const DONE = { create: 'batch.made', update: 'batch.changed', delete: 'batch.deleted' } as const;

/**
 * The line of the backoff: why no operation is sent, and until when or what to do, where a button does not say
 * that.
 */
export function backoffLineOf(backoff: Backoff, retryState: RetryState): Line {
  const { failure } = backoff;
  const { code } = failure;
  const hasButton = code in BACKOFF_VERBS;
  const advice = isShutOut(failure) && !hasButton ? whatToDo(failure) : null;
  const next = hasButton && retryState === null ? null : nextProbe(backoff, retryState);
  const said = sentences(...[advice, next].filter((one) => one !== null));
  return plainLine('backoff', whatHappened(failure), {
    reason: quotingService(said, failure).trim() || null,
    verbs: BACKOFF_VERBS[code] ?? ['retryNow'],
  });
}

/** When the backoff is probed; null where nobody knows. */
function nextProbe({ until }: Backoff, retryState: RetryState): string | null {
  if (retryState === 'running') return i18n.t('queue.tryingNow');
  if (until === null) return retryState && i18n.t('queue.stillRefused');
  if (retryState === 'failed') return i18n.t('queue.stillUnavailable', [shortRetryTime(until)]);
  const isDue = Date.parse(until) <= Date.now();
  return isDue ? i18n.t('queue.tryingNow') : i18n.t('queue.retrying', [shortRetryTime(until)]);
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
