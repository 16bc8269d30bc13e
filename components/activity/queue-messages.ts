import { i18n } from '#i18n';
import { shortRetryTime } from '@/components/text/dates';
import { failureMessage, quotingService, whatHappened } from '@/components/text/failure-message';
import { counted, listOf } from '@/components/text/language';
import { type Failure, isShutOut } from '@/lib/failure';
import { type Gate, letsLookPass } from '@/lib/task/gate';
import type { QueuedTask, TaskList } from './queue-state';
import { whatHappenedThen } from './waiting-messages';

/** How many need a person; null where none does. */
export function attentionMessage({ stuck }: TaskList): string | null {
  return stuck.value === 0 ? null : counted('queue.attention', stuck.value);
}

/** How many go on by themselves, and when; null where none does. */
export function waitingMessage(tasks: TaskList): string | null {
  const { creations, changes, lookedFor, gate } = tasks;
  const closed = gate.value;
  const sentences =
    closed === null
      ? [
          creations.value > 0 && counted('queue.creating', creations.value),
          changes.value > 0 && counted('queue.changing', changes.value),
        ]
      : [atGate(tasks, closed)];
  const all = [
    ...sentences,
    lookedFor.value > 0 && counted('queue.lookedFor', lookedFor.value),
    closed && nextTry(tasks, closed),
  ].filter(Boolean);
  return all.length === 0 ? null : all.join(' · ');
}

/** What waits for the gate; null where nothing does. A deletion that can be undone waits, too. */
function atGate({ creations, changes, deletions }: TaskList, { failure }: Gate): string | null {
  const kinds = { creations, changes, deletions };
  const waiting = (Object.keys(kinds) as (keyof typeof kinds)[])
    .filter((kind) => kinds[kind].value > 0)
    .map((kind) => counted(`queue.${kind}`, kinds[kind].value));
  if (waiting.length === 0) return null;
  const way = failure.code === 'keyRefused' ? 'needKey' : 'wait';
  return i18n.t(`queue.${way}`, [listOf(waiting)]);
}

/** When the gate is tried; null where nobody knows, or Retry now says it. */
function nextTry(tasks: TaskList, gate: Gate): string | null {
  const { creations, changes, deletions, retryState } = tasks;
  const isWaiting = creations.value + changes.value + deletions.value > 0;
  const { until, failure } = gate;
  if (until === null || failure.code === 'keyRefused' || retryState.value !== null) return null;
  // What is looked for alone is asked after at times of its own.
  if (!isWaiting && letsLookPass(gate)) return null;
  const isNow = isWaiting && Date.parse(until) <= Date.now();
  return isNow ? i18n.t('queue.tryingNow') : i18n.t('queue.retrying', [shortRetryTime(until)]);
}

/** How the last press of Retry now goes, and when the next try is; null where nobody has pressed. */
export function retryMessage({ retryState, gate }: TaskList): string | null {
  if (retryState.value !== 'failed') return retryState.value && i18n.t('queue.tryingNow');
  const until = gate.value?.until;
  return until
    ? i18n.t('queue.stillUnavailable', [shortRetryTime(until)])
    : i18n.t('queue.stillRefused');
}

/** Why the gate is closed, unless the form has just said it. */
export function gateReason({ gate, isReasonTold }: TaskList): Failure | null {
  return isReasonTold.value ? null : (gate.value?.failure ?? null);
}

/** Why the service lets nobody in, and what to do; null where it does, or where that is said already. */
export function shutOutMessage(tasks: TaskList): string | null {
  const reason = gateReason(tasks);
  if (reason === null || !isShutOut(reason)) return null;
  // What to do about the permission or the key stands on the button.
  if (reason.code === 'keyRefused') return quotingService('', reason).trim() || null;
  return reason.code === 'noPermission' ? whatHappened(reason) : failureMessage(reason);
}

/** Why a task stands as it does, and what to do about it; null where that is said already. */
export function reasonMessage({ state }: QueuedTask, tasks: TaskList): string | null {
  switch (state.name) {
    case 'unknown': {
      const isSaid = tasks.gate.value !== null || tasks.isReasonTold.value;
      return isSaid || state.failure === null
        ? null
        : quotingService(whatHappenedThen(state.failure), state.failure);
    }
    case 'stuck':
      if (state.reason === 'refused') return failureMessage(state.failure);
      return i18n.t(state.reason === 'password' ? 'task.enterPassword' : 'task.choices');
    default:
      return null;
  }
}
