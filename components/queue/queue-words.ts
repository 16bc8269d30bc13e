import { i18n } from '#i18n';
import { shortRetryTime } from '@/components/text/dates';
import { counted, sentences } from '@/components/text/language';
import {
  failureAdvice,
  failureCause,
  quotingService,
} from '@/components/text/messages/failure-message';
import { type Failure, isShutOut } from '@/lib/failure';
import type { Backoff, Subject } from '@/lib/jobs/types';
import { type Line, lineOf, plainLine, spokenLine } from './line';
import { isOpenOperation, type PageOperation } from './page-operation';
import type { RetryState } from './queue-state';
import type { Verb } from './verbs';

const BACKOFF_VERBS: { [code in Failure['code']]?: Verb[] } = {
  noPermission: ['allowAccess'],
  keyRefused: ['replaceKey', 'retryNow'],
};

const DONE = { create: 'batch.made', update: 'batch.changed', delete: 'batch.deleted' } as const;

/**
 * Returns the line of a backoff: its cause, the time of the next probe, and advice if no button
 * helps.
 */
export function backoffLineOf(backoff: Backoff, retryState: RetryState): Line {
  const { failure } = backoff;
  const { code } = failure;
  const hasButton = code in BACKOFF_VERBS;
  const advice = isShutOut(failure) && !hasButton ? failureAdvice(failure) : null;
  const next = hasButton && retryState === null ? null : nextProbe(backoff, retryState);
  const said = sentences(...[advice, next].filter((one) => one !== null));
  return plainLine('backoff', failureCause(failure), {
    reason: quotingService(said, failure).trim() || null,
    verbs: BACKOFF_VERBS[code] ?? ['retryNow'],
  });
}

/** Returns the text about the next probe; null if its time is unknown. */
function nextProbe(backoff: Backoff, retryState: RetryState): string | null {
  if (retryState === 'running') return i18n.t('queue.tryingNow');
  if (backoff.kind === 'needsPerson') return retryState && i18n.t('queue.stillRefused');
  const { until } = backoff;
  if (retryState === 'failed') return i18n.t('queue.stillUnavailable', [shortRetryTime(until)]);
  const isDue = Date.parse(until) <= Date.now();
  return isDue ? i18n.t('queue.tryingNow') : i18n.t('queue.retrying', [shortRetryTime(until)]);
}

/** Returns how many operations without a line are done; empty for none. */
export function doneMessage(done: readonly { kind: Subject['kind']; count: number }[]): string {
  return done.map(({ kind, count }) => counted(DONE[kind], count)).join(' · ');
}

/**
 * Returns the announcement of operations that newly need attention; null for none.
 * @param shownFields parameters of a single operation whose refusal is shown at a field
 */
export function alertMessage(
  alerts: readonly PageOperation[],
  shownFields: readonly string[] = [],
): string | null {
  const [first] = alerts;
  if (first === undefined) return null;
  if (alerts.length > 1) return counted('queue.attention', alerts.length);
  return spokenLine(lineOf(first, { shownFields }));
}

/** Returns the announcement of the first line, with the cause of its delay; null for an alert. */
export function firstMessage(first: PageOperation | null, backoff: Backoff | null): string | null {
  if (first === null) return null;
  const line = lineOf(first, { backoff, isFirst: true });
  if (line.tone === 'attention') return null;
  const isWaiting = backoff !== null && isOpenOperation(first);
  return sentences(...(isWaiting ? [failureCause(backoff.failure)] : []), spokenLine(line));
}
